"""Formats of credentials as templates. What stands between braces is thrown with a seed at run time: no secret stands here.

{A36}: 36 letters and digits; h: hex; H: its capitals; U: capitals and digits; d: digits; l: small letters and digits; s: base32's
small letters; w: letters, digits, _ and -; b: base64 of so many bytes; u: base64 of so many bytes as an address writes it; g: a UUID;
p: a password with signs; W: a long small word. `{64:…}` is base64 of what stands in it. Whatever has ten or more characters is secret.
"""

from __future__ import annotations

import base64
import random
import re
import string
import uuid
from urllib.parse import quote

AN = string.ascii_letters + string.digits
ALPHABETS = {
    "A": AN, "h": "0123456789abcdef", "H": "0123456789ABCDEF", "U": string.ascii_uppercase + string.digits, "d": string.digits,
    "l": string.ascii_lowercase + string.digits, "s": string.ascii_lowercase + "234567", "w": AN + "_-", "p": AN + "!%+_/-.", "W": string.ascii_lowercase,
}  # fmt: skip

# Of a list that an attacker wrote down.
FIRST = r"""
GitHub classic | ghp_{A36}
GitHub fine-grained | github_pat_{A22}_{A59}
GitHub app | ghs_{A36}
GitLab | glpat-{A20}
GitLab runner | GR1348941{A20}
GitLab job | glcbt-{A2}_{A20}
Slack bot | xoxb-{d12}-{d12}-{A24}
Slack webhook | https://hooks.slack.com/services/T{U8}/B{U8}/{A24}
Discord webhook | https://discord.com/api/webhooks/{d18}/{A68}
Discord bot | M{A23}.{A6}.{A27}
Teams webhook | https://acme.webhook.office.com/webhookb2/{g}@{g}/IncomingWebhook/{h32}/{g}
AWS id | AKIA{U16}
AWS secret, bare | {b30}
AWS secret, named | aws_secret_access_key = {b30}
AWS session | AWS_SESSION_TOKEN={b120}
AWS presigned | https://b.s3.amazonaws.com/k?X-Amz-Credential=AKIA{U16}%2F20260101&X-Amz-Signature={h64}
Google key | AIza{A35}
Google OAuth | ya29.{A60}
Google service account | "private_key": "-----BEGIN PRIVATE KEY-----\n{b60}\n-----END PRIVATE KEY-----\n"
Azure storage | DefaultEndpointsProtocol=https;AccountName=a;AccountKey={b64};EndpointSuffix=core.windows.net
Azure SAS | https://a.blob.core.windows.net/c/f?sv=2024-01-01&sr=b&sig={u32}&se=2026
Azure AD | {A3}8Q~{A34}
Azure DevOps | {s52}
Stripe | sk_live_{A24}
Stripe webhook | whsec_{A32}
OpenAI | sk-proj-{A48}
Anthropic | sk-ant-api03-{A80}
npm | npm_{A36}
npmrc token | //registry.example.com/:_authToken={g}
npmrc auth | _auth={b24}
PyPI | pypi-AgEIcHlwaS5vcmc{A60}
HuggingFace | hf_{A34}
Docker | dckr_pat_{A27}
docker config | "auth": "{64:user:{A20}}"
DigitalOcean | dop_v1_{h64}
SendGrid | SG.{A22}.{A43}
Mailgun | key-{h32}
Mailchimp | {h32}-us12
Twilio key | SK{h32}
Twilio token | TWILIO_AUTH_TOKEN={h32}
Telegram | {d9}:AA{A33}
JWT | eyJhbGciOiJIUzI1NiJ9.{A60}.{A43}
address | https://user:{A16}@host/x
address without a user | https://:{A16}@host/x
address of a token | https://x{A30}@github.com/o/r.git
address with signs | postgres://u:p@ss/w0rd-{A10}@db/x
header, basic | Authorization: Basic {b24}
header, bearer | Authorization: Bearer {A40}
header, ApiKey | Authorization: ApiKey {A40}
curl -u | curl -u admin:{A16} https://h
curl -H | curl -H 'Authorization: token {A40}'
mysql -p | mysql -uroot -p{A14} db
--password | --password {A14}
YAML | password: {A14}
a word | password: {W12}
dots | db.password=correct.horse.battery.{W10}
CamelCase | PASSWORD=Summer2026{A10}
pwd | Server=db;Uid=sa;Pwd={A12};
passphrase | passphrase="correct horse battery {W10}"
PGP | -----BEGIN PGP PRIVATE KEY BLOCK-----⏎⏎{b48}⏎{b48}⏎{b48}⏎-----END PGP PRIVATE KEY BLOCK-----
RSA | -----BEGIN RSA PRIVATE KEY-----⏎{b48}⏎{b48}⏎{b48}⏎{b48}⏎-----END RSA PRIVATE KEY-----
RSA, encrypted | -----BEGIN RSA PRIVATE KEY-----⏎Proc-Type: 4,ENCRYPTED⏎DEK-Info: AES-128-CBC,{H32}⏎⏎{b48}⏎{b48}⏎-----END RSA PRIVATE KEY-----
OpenSSH | -----BEGIN OPENSSH PRIVATE KEY-----⏎{b52}⏎{b52}⏎{b52}⏎-----END OPENSSH PRIVATE KEY-----
stamped key | -----BEGIN RSA PRIVATE KEY-----⏎2026-01-01T00:00:00.0Z {b48}⏎2026-01-01T00:00:00.0Z {b48}⏎2026-01-01T00:00:00.0Z -----END RSA PRIVATE KEY-----
PuTTY | PuTTY-User-Key-File-3: ssh-rsa⏎Private-Lines: 4⏎{b48}
age | AGE-SECRET-KEY-1{U58}
Vault | hvs.{A90}
Vault, old | s.{A24}
Terraform | {A14}.atlasv1.{A67}
Databricks | dapi{h32}
Shopify | shpat_{h32}
Square | sq0atp-{A22}
Linear | lin_api_{A40}
Notion | ntn_{A46}
Postman | PMAK-{h24}-{h34}
New Relic | NRAK-{U27}
Datadog | DD_API_KEY={h32}
Sentry address | https://{h32}@o1.ingest.sentry.io/2
Sentry | sntrys_{A80}
Grafana | glsa_{A32}_{h8}
Cloudflare | CLOUDFLARE_API_TOKEN={A40}
Heroku | HEROKU_API_KEY={g}
Firebase | AAAA{A7}:APA91b{A134}
Artifactory | AKCp{A69}
RubyGems | rubygems_{h48}
crates.io | cio{A32}
NuGet | oy2{l43}
Doppler | dp.pt.{A43}
Supabase | sbp_{h40}
PlanetScale | pscale_tkn_{A43}
Groq | gsk_{A52}
xAI | xai-{A80}
Replicate | r8_{A37}
Perplexity | pplx-{A48}
Atlassian | ATATT3xFfGF0{A180}
Bitbucket | ATBB{A32}
CircleCI | CCIPAT_{A22}_{h40}
Buildkite | bkua_{h40}
Fastly | FASTLY_KEY={A32}
Codecov | CODECOV_TOKEN={g}
Sonar | sqp_{h40}
cookie | Cookie: session={A40}
Kubernetes | password: {b12}
JSON DB_PASS | {"DB_PASS": "{A16}"}
DB_PASS | DB_PASS={A16}
MYSQL_PWD | MYSQL_PWD={A16}
colour within | ghp_⎋{A36}
no width within | ghp_{A18}‌{A18}
glued word | xghp_{A36}
glued colour | ⎋ghp_{A36}⎋
as an address writes it | token%3Dghp_{A36}
glued name | TOKEN_ghp_{A36}
base64 of a token | {64:ghp_{A36}}
base64 of x-access-token | AUTHORIZATION: basic {64:x-access-token:ghs_{A36}}
wrapped | ghp_{A18}⏎{A18}
"""

# Of the same kinds, written before any was mended.
SECOND = r"""
1Password key | A3-{U6}-{U11}-{U5}-{U5}-{U5}
1Password service | ops_eyJ{A250}
Adobe | p8e-{A32}
Airtable | pat{A14}.{h64}
Alibaba | LTAI{A20}
Artifactory reference | cmVmd{A59}
Authress | scauth_{l12}.{l5}.acc-{l20}.{A40}
Bedrock | ABSK{b90}
ClickHouse | 4b1d{A38}
Clojars | CLOJARS_{l60}
Cloudflare origin | v1.0-{h24}-{h146}
DigitalOcean refresh | dor_v1_{h64}
Duffel | duffel_live_{w43}
Dynatrace | dt0c01.{U24}.{U64}
EasyPost | EZAK{A54}
Facebook | EAAC{A110}
Facebook app | {d15}|{A27}
Flutterwave | FLWSECK_TEST-{h32}-X
Fly | fo1_{w43}
Frame.io | fio-u-{w64}
GitLab agent | glagent-{w50}
GitLab OAuth | gloas-{w64}
GitLab feed | glft-{w20}
GitLab mail | glimt-{w25}
GitLab session | _gitlab_session={h32}
Grafana cloud | glc_{A64}
Harness | pat.{A22}.{A24}.{A20}
Heroku v2 | HRKU-AA{A58}
Infracost | ico-{A32}
42 | s-s4t2ud-{h64}
MaxMind | {A6}_{A29}_mmk
Octopus | API-{U26}
OpenShift | sha256~{A43}
PlanetScale password | pscale_pw_{A43}
Prefect | pnu_{A36}
Pulumi | pul-{h40}
ReadMe | rdme_{l70}
Scalingo | tk-us-{A48}
Brevo | xkeysib-{h64}-{A16}
Sentry user | sntryu_{h64}
SettleMint | sm_pat_{A16}
Shippo | shippo_live_{h40}
Shopify secret | shpss_{h32}
Slack app | xapp-1-A{U10}-{d13}-{h64}
Slack workflow | https://hooks.slack.com/workflows/T{U10}/A{U10}/{d18}/{A24}
Sourcegraph | sgp_{h16}_{h40}
Square secret | sq0csp-{A43}
Vault batch | hvb.{A140}
LangSmith | lsv2_pt_{h32}_{h10}
Tavily | tvly-dev-{A32}
Netlify | nfp_{A36}
Render | rnd_{A28}
OpenRouter | sk-or-v1-{h64}
Figma | figd_{A40}
Typeform | tfp_{A40}_{A14}
Mapbox | sk.eyJ{A60}.{A22}
HubSpot | pat-na1-{g}
Plaid | access-production-{g}
Razorpay | rzp_live_{A14}
Braintree | access_token$production${l16}${h32}
LaunchDarkly | sdk-{g}
Packagist | packagist_ort_{h60}
Tailscale | tskey-auth-{A12}-{A32}
Bitwarden | 0.{g}.{A30}:{b16}
Jenkins | 11{h32}
Asana | 1/{d16}:{h32}
Okta | Authorization: SSWS 00{w40}
Azure service bus | Endpoint=sb://x.servicebus.windows.net/;SharedAccessKeyName=R;SharedAccessKey={b32}
Azure functions | https://f.azurewebsites.net/api/x?code={A54}%3D%3D
Google client | GOCSPX-{w28}
Google refresh | 1//0{w60}
sshpass | sshpass -p {A14} ssh root@h
sshpass in quotes | sshpass -p '{A14}' ssh root@h
docker login | docker login -u me -p {A18} registry.example.com
redis-cli | redis-cli -h h -a {A16} ping
echo to sudo | echo {A14} | sudo -S ls
echo to docker | echo "{A20}" | docker login --password-stdin
openssl | openssl rsa -in a -passin pass:{A14}
keytool | keytool -list -storepass {A12}
sqlcmd | sqlcmd -S h -U sa -P {A14} -Q x
smbclient | smbclient //h/s -U user%{A14}
mysqldump | mysqldump --user=r --password={A14} db
7z | 7z a -p{A14} x.7z f
wget | wget --http-password={A14} https://h
curl --user | curl -s --user "bot:{A20}" https://h
curl glued | curl -ubot:{A20} https://h
XML | <password>{A14}</password>
NuGet XML | <add key="ClearTextPassword" value="{A16}" />
Kubernetes env | {"name": "DB_PASSWORD", "value": "{A16}"}
YAML env | - name: DB_PASSWORD⏎  value: {A16}
YAML block | password: |⏎  {A16}
escaped JSON | {\"apiKey\":\"{A24}\"}
Python annotated | password: str = "{A14}"
Python subscript | os.environ["DB_PASSWORD"] = "{A14}"
Ruby hash | :secret_key => '{A24}'
Go | token := "{A24}"
Groovy | storePassword '{A14}'
netrc | machine h login u password {A14}
pgpass | db.example.com:5432:app:app:{A16}
URL query | https://h/x?user=a&access_token={A24}&b=c
URL password | https://h/x?password={A12}
form | grant_type=password&client_secret={A24}&x=y
HTML | api_key&#61;{A24}
X-Api-Key | X-Api-Key: {A24}
Set-Cookie | Set-Cookie: sid={A32}; Path=/; HttpOnly
shell trace | + export NPM_AUTH={A24} NODE_AUTH_TOKEN={A30}
bcrypt | $2b$12${A53}
crypt | root:$6${A8}${A86}:19000:0
kubeconfig | client-key-data: {b200}
in words | the API key is {A32}
hex in words | using token {h40}
UUID in words | your secret {g} expires
mongodb | mongodb+srv://app:{p16}@cluster0.example.net/db
redis URL | redis://:{A24}@h:6379/0
encoded URL | https%3A%2F%2Fbot%3A{A20}%40h.example.com
one-line key | -----BEGIN EC PRIVATE KEY----- {b48} {b48} -----END EC PRIVATE KEY-----
diff key | +-----BEGIN RSA PRIVATE KEY-----⏎+{b48}⏎+{b48}⏎+-----END RSA PRIVATE KEY-----
torn key | -----BEGIN RSA PRIVATE KEY-----⏎{b48}⏎{b48}
end of a key | {b48}⏎{b48}⏎{b20}⏎-----END RSA PRIVATE KEY-----
indented key |     -----BEGIN PRIVATE KEY-----⏎    {b48}⏎    {b48}⏎    -----END PRIVATE KEY-----
quoted key | "-----BEGIN PRIVATE KEY-----\\n{b48}\\n{b48}\\n-----END PRIVATE KEY-----\\n"
numbered key | 1: -----BEGIN PRIVATE KEY-----⏎2: {b48}⏎3: {b48}⏎4: -----END PRIVATE KEY-----
wrapped npm | npm_{A20}⏎{A16}
wrapped GitHub, stamped | ghp_{A20}⏎2026-01-01T00:00:00.0000000Z {A16}
base64 of a JWT | {64:eyJhbGciOiJIUzI1NiJ9.eyJ{A40}.{A43}}
base64 of a password | {64:{"password":"{A16}"}}
"""

_SPOT = re.compile(r"\{([AhHUdlswpW])(\d+)\}|\{([bu])(\d+)\}|\{(g)\}")


def made(template: str, dice: random.Random) -> tuple[str, list[str]]:
    """(the text, its secrets)."""
    secrets: list[str] = []

    def thrown(found: re.Match[str]) -> str:
        if found[1]:
            value = "".join(dice.choice(ALPHABETS[found[1]]) for _ in range(int(found[2])))
        elif found[3]:
            value = base64.b64encode(dice.randbytes(int(found[4]))).decode()
            value = quote(value, safe="") if found[3] == "u" else value
        else:
            value = str(uuid.UUID(int=dice.getrandbits(128)))
        if len(value) >= 10:
            secrets.append(value)
        return value

    text = re.sub(
        r"\{64:((?:[^{}]|\{\w+\}|\{\"|\"\})*)\}(?!\})",
        lambda found: _coded(_SPOT.sub(thrown, found[1]), secrets),
        template,
    )
    text = _SPOT.sub(thrown, text)
    return text.replace("⏎", "\n").replace("⎋", "\x1b[31m").replace("‌", "\u200b"), secrets


def _coded(plain: str, secrets: list[str]) -> str:
    coded = base64.b64encode(plain.encode()).decode()
    secrets[:] = [coded]
    return coded


def formats(table: str) -> dict[str, str]:
    rows = (line.split(" | ", 1) for line in table.strip().split("\n"))
    return {name.strip(): template for name, template in rows}


def stamped(text: str) -> str:
    return "".join(f"2026-05-07T20:38:28.{n:07}Z {line}\n" for n, line in enumerate(text.split("\n")))


SURROUNDINGS = {
    "alone": "{}", "start of a line": "{} was sent", "middle of a line": "log line {} end", "end of a line": "made {}", "between lines": "a\n{}\nb",
    "double quotes": 'value "{}" here', "single quotes": "value '{}' here", "backquotes": "value `{}` here", "brackets": "({})", "tabs": "\t{}\t",
    "JSON": '{{"message": "{}"}}', "YAML": "message: {}", "list": "- {}", "shell trace": "+ export X={}", "printed": "print({})",
    "assertion": "AssertionError: assert '{}' == None", "address": "https://example.com/?q={}&r=1", "colour": "\x1b[32m{}\x1b[0m", "diff": "-{}", "pipe": "| {} |",
    "debug": "DEBUG:urllib3: {}, retry", "group": "##[debug]{}", "comma": "a,{},b",
}  # fmt: skip
