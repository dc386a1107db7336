"""What credentials look like: facts of documented formats, one row each.

PREFIXED: kind, literal, what follows it, the least number of such characters, and how many there usually are (0: no one number).
BUILT: kind, literals of which one must stand in the text, expression. No row has a border at its left where its literal is rare
enough, for a token may be glued to anything. An expression fails after a bounded number of characters or takes all it has
looked at, so that a search is linear in the text.
"""

from __future__ import annotations

from typing import Final

_A: Final = "[A-Za-z0-9]"
_W: Final = "[A-Za-z0-9_]"
_D: Final = "[A-Za-z0-9_-]"
_B: Final = "[A-Za-z0-9+/=_-]"
_H: Final = "[0-9A-Fa-f]"
_U: Final = "[0-9A-Z]"
_DOTS: Final = "[A-Za-z0-9_.=-]"
_LOW: Final = "[a-z0-9]"

PREFIXED: Final[tuple[tuple[str, str, str, int, int], ...]] = (
    *(("github", f"gh{kind}_", _A, 16, 36) for kind in "pousr"),
    ("github", "github_pat_", _W, 16, 82),
    *(("gitlab", f"gl{kind}-", "[A-Za-z0-9_.-]", 10, 20) for kind in ("pat", "dt", "ptt", "rt", "ft", "soat", "imt", "ffct", "cbt", "agent", "oas", "wt")),
    ("gitlab", "GR1348941", _D, 16, 20),
    ("gitlab", "_gitlab_session=", _A, 16, 32),
    *(("slack", f"xox{kind}-", _D, 10, 0) for kind in "abceoprs"),
    ("slack", "xoxe.xox", _DOTS, 20, 0),
    ("slack", "xapp-", _D, 10, 0),
    *(("aws", literal, _U, 16, 16) for literal in ("AKIA", "ASIA", "ABIA", "ACCA", "A3T")),
    ("aws", "ABSK", "[A-Za-z0-9+/=]", 60, 0),
    ("aws", "bedrock-api-key-", _B, 20, 0),
    ("google", "AIza", _D, 30, 35),
    ("google", "ya29.", _DOTS, 20, 0),
    ("google", "GOCSPX-", _D, 20, 28),
    ("google", "1//0", _D, 30, 0),
    *(("stripe", f"{who}_{where}_", _A, 10, 0) for who in ("sk", "rk") for where in ("live", "test", "prod", "sbox")),
    ("stripe", "whsec_", "[A-Za-z0-9+/=]", 16, 0),
    ("anthropic", "sk-ant-", _D, 8, 0),
    ("openai", "sk-proj-", _D, 16, 0), ("openai", "sk-svcacct-", _D, 16, 0), ("openai", "sk-admin-", _D, 16, 0),
    ("openrouter", "sk-or-v1-", _D, 16, 64),
    ("npm", "npm_", _A, 20, 36),
    ("pypi", "pypi-AgE", _D, 16, 0),
    ("huggingface", "hf_", _A, 24, 34), ("huggingface", "api_org_", _A, 24, 34),
    *(("docker", f"dckr_{kind}_", _D, 16, 0) for kind in ("pat", "oat")),
    *(("digitalocean", f"do{kind}_v1_", _H, 40, 64) for kind in "opr"),
    ("age", "AGE-SECRET-KEY-1", _U, 20, 58),
    *(("vault", f"hv{kind}.", _D, 20, 0) for kind in "sbr"),
    ("databricks", "dapi", _H, 32, 32), ("databricks", "dose", _H, 32, 32),
    *(("shopify", f"shp{kind}_", _H, 32, 32) for kind in ("at", "ca", "pa", "ss")),
    ("square", "sq0atp-", _D, 20, 22), ("square", "sq0csp-", _D, 40, 43), ("square", "EAAA", _D, 50, 60),
    ("linear", "lin_api_", _A, 30, 40), ("linear", "lin_oauth_", _A, 30, 64),
    ("notion", "ntn_", _A, 30, 46),
    ("postman", "PMAK-", "[0-9a-fA-F-]", 40, 59),
    ("newrelic", "NRAK-", _U, 20, 27), ("newrelic", "NRJS-", _H, 19, 19), ("newrelic", "NRII-", _D, 20, 32),
    ("sentry", "sntrys_", _B, 30, 0), ("sentry", "sntryu_", _H, 40, 64), ("sentry", "sntrya_", _H, 40, 64),
    ("grafana", "glsa_", _W, 30, 41), ("grafana", "glc_", "[A-Za-z0-9+/=]", 32, 0),
    ("artifactory", "AKCp", _A, 50, 69), ("artifactory", "cmVmd", _A, 50, 59),
    ("rubygems", "rubygems_", _H, 40, 48),
    *(("doppler", f"dp.{kind}.", "[A-Za-z0-9.]", 40, 43) for kind in ("pt", "st", "ct", "sa", "scim", "audit")),
    ("supabase", "sbp_", _H, 40, 40), ("supabase", "sb_secret_", _D, 20, 0),
    *(("planetscale", f"pscale_{kind}_", _DOTS, 30, 43) for kind in ("tkn", "pw", "oauth")),
    ("groq", "gsk_", _A, 40, 52), ("xai", "xai-", _A, 60, 80), ("replicate", "r8_", _A, 30, 37), ("perplexity", "pplx-", _A, 30, 48),
    *(("atlassian", literal, "[A-Za-z0-9_=-]", 20, 0) for literal in ("ATATT3", "ATCTT3", "ATBB", "ATSTT3")),
    ("circleci", "CCIPAT_", _W, 30, 63), ("circleci", "CCIPRJ_", _W, 30, 63),
    *(("buildkite", f"bk{kind}_", _A, 30, 40) for kind in ("ua", "at", "ct")),
    *(("sonar", f"sq{kind}_", _H, 40, 40) for kind in "pua"),
    ("adobe", "p8e-", _A, 28, 32),
    ("alibaba", "LTAI", _A, 12, 20),
    ("clojars", "CLOJARS_", _A, 50, 60),
    ("duffel", "duffel_live_", _D, 30, 43), ("duffel", "duffel_test_", _D, 30, 43),
    ("dynatrace", "dt0c01.", "[A-Za-z0-9.]", 60, 89), ("dynatrace", "dt0s01.", "[A-Za-z0-9.]", 60, 73),
    ("easypost", "EZAK", _A, 54, 54), ("easypost", "EZTK", _A, 54, 54),
    ("flutterwave", "FLWSECK_TEST-", _D, 12, 0), ("flutterwave", "FLWSECK-", _D, 12, 0),
    ("fly", "fo1_", _D, 40, 43), *(("fly", f"fm{kind}_", _B, 60, 0) for kind in ("1r", "1a", "2")),
    ("frameio", "fio-u-", _D, 50, 64),
    ("heroku", "HRKU-", _D, 30, 60),
    ("infracost", "ico-", _A, 32, 32),
    ("intra42", "s-s4t2ud-", _H, 64, 64), ("intra42", "s-s4t2af-", _H, 64, 64),
    ("openshift", "sha256~", _D, 40, 43),
    ("prefect", "pnu_", _A, 36, 36), ("pulumi", "pul-", _H, 40, 40), ("readme", "rdme_", _LOW, 60, 70), ("scalingo", "tk-us-", _D, 48, 48),
    ("brevo", "xkeysib-", _D, 60, 81), ("brevo", "xsmtpsib-", _D, 60, 81),
    *(("settlemint", f"sm_{kind}_", _A, 16, 16) for kind in ("aat", "pat", "sat")),
    ("shippo", "shippo_live_", _H, 40, 40), ("shippo", "shippo_test_", _H, 40, 40),
    ("sourcegraph", "sgp_", _W, 40, 0), ("sourcegraph", "slk_", _H, 60, 64),
    ("langsmith", "lsv2_", _W, 30, 0), ("tavily", "tvly-", _D, 24, 0), ("pinecone", "pcsk_", _W, 30, 0), ("together", "tgp_v1_", _D, 30, 43),
    ("fireworks", "fw_", _A, 22, 24), ("nvidia", "nvapi-", _D, 40, 64), ("e2b", "e2b_", _H, 32, 40), ("jina", "jina_", _A, 40, 60),
    ("cerebras", "csk-", _LOW, 40, 48), ("voyage", "pa-", _D, 40, 43), ("firecrawl", "fc-", _H, 32, 32), ("elevenlabs", "sk_", _H, 40, 48),
    ("netlify", "nfp_", _A, 30, 36), ("render", "rnd_", _A, 24, 28), ("neon", "napi_", _LOW, 40, 64), ("vercel", "vcp_", _A, 24, 0),
    ("figma", "figd_", _D, 30, 0), ("contentful", "CFPAT-", _D, 40, 43), ("typeform", "tfp_", _DOTS, 40, 59),
    ("mapbox", "sk.eyJ", _DOTS, 40, 0), ("razorpay", "rzp_live_", _A, 14, 14), ("razorpay", "rzp_test_", _A, 14, 14),
    ("braintree", "access_token$production$", "[A-Za-z0-9$]", 40, 49), ("braintree", "access_token$sandbox$", "[A-Za-z0-9$]", 40, 49),
    ("resend", "re_", "[A-Za-z0-9_]", 30, 33), ("mandrill", "md-", _D, 22, 22), ("honeycomb", "hcaik_", _A, 50, 0), ("honeycomb", "hcalk_", _A, 50, 0),
    *(("packagist", f"packagist_{kind}_", _H, 40, 0) for kind in ("ort", "out", "uut", "but")),
    *(("tailscale", f"tskey-{kind}-", _D, 16, 0) for kind in ("auth", "api", "client", "scim", "webhook")),
    ("infisical", "st.", "[0-9a-f.]", 60, 0), ("akeyless", "t-akl-", _D, 30, 0), ("yandex", "AQVN", _D, 35, 36), ("yandex", "y0_", _D, 50, 0),
    ("yandex", "t1.9eu", _DOTS, 50, 0), ("tencent", "AKID", _A, 30, 32), ("twitter", "AAAAAAAAAAAAAAAAAAAAA", "[A-Za-z0-9%]", 60, 0),
    ("twitch", "oauth:", _LOW, 30, 30), ("facebook", "EAA", _A, 80, 0), ("hex", "hex_pk_", _A, 16, 0), ("deno", "ddp_", _A, 30, 36),
    ("temporal", "tmprl_", _W, 24, 0), ("monday", "mondayapi_", _A, 24, 0),
    ("aiven", "aivenv1-", _B, 40, 0), ("snyk", "snyk_uat.", _DOTS, 20, 0), ("snyk", "snyk_sat.", _DOTS, 20, 0), ("posthog", "phx_", _A, 30, 43),
    ("bitcoin", "xprv", _A, 100, 107), ("docusign", "ops_eyJ", _B, 40, 0), ("apify", "apify_api_", _A, 30, 36), ("cratesio", "cio", _A, 32, 32),
    ("jfrog", "AKCP", _A, 50, 69), ("lob", "live_pub_", _A, 28, 31), ("okta", "SSWS ", _D, 30, 42), ("stytch", "secret-live-", _D, 30, 0),
    ("nuget", "oy2", _LOW, 43, 43), ("clickhouse", "4b1d", _A, 38, 38), ("mailgun", "key-", _H, 32, 32), ("twilio", "SK", _H, 32, 32),
    ("octopus", "API-", _U, 25, 26), ("lob", "live_", _H, 32, 35), ("lob", "test_", _H, 32, 35), ("azure", "JQQJ99", _A, 30, 0),
)  # fmt: skip

_UUID: Final = "[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}"
_LEFT: Final = "(?<![A-Za-z0-9])"
_RIGHT: Final = "(?![A-Za-z0-9])"

BUILT: Final[tuple[tuple[str, tuple[str, ...], str], ...]] = (
    ("github", ("ghs_",), r"ghs_[\w-]{0,40}?eyJ[\w-]{8,}+(?:\.[\w-]{16,}+){0,2}+"),
    ("jwt", ("eyJ",), r"(?<!base64,)eyJ[\w-]{8,}+(?:\.[\w-]{8,}+(?:\.[\w-]*+){0,3}+)?+"),
    ("openai", ("sk-",), _LEFT + r"sk-[A-Za-z0-9]{20,}+"),
    ("sendgrid", ("SG.",), r"SG\.[\w-]{16,40}+\.[\w-]{16,}+"),
    ("telegram", (":AA",), r"(?<!\d)\d{8,10}+:AA[\w-]{30,}+"),
    ("slack", ("hooks.slack",), r"(?<=hooks\.slack\.com/)(?:services|workflows|triggers)/[\w/+-]{8,}+"),
    ("slack", ("hooks.slack-gov",), r"(?<=hooks\.slack-gov\.com/)(?:services|workflows|triggers)/[\w/+-]{8,}+"),
    ("discord", ("/webhooks/",), r"(?<=/webhooks/)\d{15,22}+/[\w-]{30,}+"),
    ("discord", (".",), r"(?<!\w)(?<!\w-)[MNO][A-Za-z0-9_-]{22,27}+\.[\w-]{6}\.[\w-]{27,45}+(?![\w-])"),
    ("teams", ("webhookb2",), r"(?<=webhookb2/)[0-9A-Za-z@/-]{40,}+"),
    ("teams", ("logic.azure.com",), r"(?<=logic\.azure\.com)[^\s\"'<>]{20,}+"),
    ("zapier", ("hooks.zapier.com",), r"(?<=hooks\.zapier\.com/)hooks/catch/[\w/]{8,}+"),
    ("google", ("chat.googleapis.com",), r"(?<=chat\.googleapis\.com/v1/spaces/)[^\s\"'<>]{20,}+"),
    ("google", (":APA91b",), r"[\w-]{11,40}+:APA91b[\w-]{80,}+"),
    ("jwk", ('"d"',), r"(?<=\"d\":\")[\w-]{20,}+|(?<=\"d\": \")[\w-]{20,}+"),
    ("azure", ("Q~",), r"[\w~.-]{3}\dQ~[\w~.-]{31,34}"),
    ("azure", ("sig=", "Sig=", "SIG="), r"(?<=(?<![A-Za-z0-9_-])(?i:sig)=)[A-Za-z0-9%+/=_-]{16,}+"),
    ("azure", ("code=",), r"(?<=[?&]code=)[A-Za-z0-9%+/=_-]{40,}+"),
    (
        "aws",
        ("X-Amz-",),
        r"(?<=X-Amz-Signature=)[0-9a-f]{16,}+|(?<=X-Amz-Security-Token=)[\w%+/=-]{16,}+|(?<=X-Amz-Credential=)[\w%/.-]{16,}+",
    ),
    ("google", ("X-Goog-Signature=",), r"(?<=X-Goog-Signature=)[0-9a-f]{16,}+"),
    ("mailchimp", ("-us",), _LEFT + r"[0-9a-f]{32}-us\d{1,2}" + _RIGHT),
    ("terraform", (".atlasv1.",), r"[A-Za-z0-9]{14}\.atlasv1\.[\w=-]{40,}+"),
    ("airtable", ("pat",), r"pat[A-Za-z0-9]{14}\.[0-9a-f]{64}"),
    ("harness", ("pat.", "sat."), _LEFT + r"[ps]at\.[\w-]{22}\.[A-Za-z0-9]{24}\.[A-Za-z0-9]{20}"),
    ("hubspot", ("pat-",), rf"pat-[a-z]{{2,3}}\d-{_UUID}"),
    ("1password", ("A3-",), _LEFT + r"A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}"),
    ("maxmind", ("_mmk",), r"[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk"),
    (
        "authress",
        (".acc",),
        _LEFT
        + r"(?:sc|ext|scauth|authress)_[a-z0-9]{5,30}+\.[a-z0-9]{4,6}+\.acc[_-][a-z0-9-]{10,32}+\.[A-Za-z0-9+/_=-]{30,}+",
    ),
    ("cloudflare", ("v1.0-",), r"v1\.0-[0-9a-f]{24}-[0-9a-f]{100,}+"),
    ("launchdarkly", ("sdk-", "api-", "mob-"), rf"{_LEFT}(?:sdk|api|mob)-{_UUID}"),
    ("plaid", ("access-",), rf"access-(?:production|sandbox|development)-{_UUID}"),
    ("bitwarden", ("0.",), rf"{_LEFT}0\.{_UUID}\.[A-Za-z0-9]{{20,40}}+:[A-Za-z0-9+/=]{{20,}}+"),
    ("asana", ("1/", "2/"), _LEFT + r"[12]/\d{12,20}+(?:/\d{12,20}+)?+:[0-9a-f]{32}"),
    ("facebook", ("|", "%7C"), r"(?<!\d)\d{15,16}+(?:\||%7C)[\w-]{27,40}+"),
    ("vault", ("s.", "b.", "r."), r"(?<![\w.])[sbr]\.[A-Za-z0-9]{24}(?![\w.(-])"),
    ("ngrok", ("2",), _LEFT + r"2[A-Za-z0-9]{26}_[A-Za-z0-9]{20,25}+" + _RIGHT),
    ("jenkins", ("11",), _LEFT + r"11[0-9a-f]{32}" + _RIGHT),
    ("hash", ("$",), r"\$(?:2[aby]|5|6|7|y|apr1|argon2id?|argon2i|pbkdf2-sha\d{1,3}|scrypt)\$[\w./=,$+-]{20,}+"),
    ("userinfo", ("%40", "%3A"), r"(?i:(?<=%3A%2F%2F))[^\s%\"'&]{0,100}+%3A[^\s&\"']{1,200}?%40"),
    ("pgpass", (":5432:",), r"(?<=:5432:)[\w*-]{1,64}+:[\w*-]{1,64}+:[^\s:]{4,200}+"),
    ("devops", ("2", "3", "4", "5", "6", "7"), _LEFT + r"[a-z2-7]{52}" + _RIGHT),
)
