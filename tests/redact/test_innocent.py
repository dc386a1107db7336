"""What only looks like a secret stays readable: listed lines, the kept logs, this project's own source."""

from __future__ import annotations

import hashlib
import random
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from flowscout.redact import redact

ROOT = Path(__file__).parent.parent.parent
MOST_OF_LOGS = 0.005  # of their lines may lose something
MOST_OF_SOURCE = 0.001

LINES = r"""
token: ***
secretary = "Margarethe9Huber4"
tokenizer: Gpt2Medium77xQ9
export PASSWORDLESS=Xa93kQ77bzz1
token_type = "Xa93kQ77bzz1"
def login(password: str, token: Optional) -> bool:
def login(self, password: SecretStr, *, token: Token, key: bytes) -> None: ...
if token == self.token:
password = request.form.password
secret = None
secret = os.environ["X"]
secret = os.environ.get("DEPLOY_TOKEN", "")
token = getToken()
token = config.get("token")
String password = getPassword();
const token = process.env.GITHUB_TOKEN;
std::string password;
char *password = argv[1];
token=$TOKEN
PASSWORD="${PASSWORD}"
password: ${{ secrets.PASSWORD }}
password: {{ .Values.password }}
password: <your-password>
--token TOKEN
usage: tool [--token TOKEN] [--password PASSWORD] [-p PORT]
the token of a lexer: identifier
unexpected token: identifier
SyntaxError: Unexpected token '}' in JSON at position 12
error: expected token: RPAREN
max_tokens: 128000
tokens=4_000
token_type: bearer
for key, value in items:
https://example.com/a?b=c
https://user@example.com/
git@github.com:octo/demo.git
https://github.com/octo/demo/commit/a
https://registry.example.com/@scope/pkg/-/pkg-1.2.3.tgz
Task :app:compileDebugKotlin FAILED
> Task :acme-google-auth:copyDebugJniLibs FAILED
Execution failed for task ':app:acme-google-auth:compileDebugKotlin'.
apiKey := p.ResolveAPIKey(ctx)
blob=$(echo nitfol | git hash-object -w --stdin)
git push -u main:main
const result = isPassed ? 'PASS' : 'FAIL';
token: Option<&str>,
token: HashMap<String, Token>,
password = "DB_PASSWORD"
getattr(settings, "password", "nothing")
  "jsonwebtoken": "^9.0.3",
'password': NO_VALUE_MSG,
fetch(url, { credentials: 'include' })
Token *tokenBefore = nullptr;
changed_credential = snapshot.credentials[0].model_copy(
Password:
Password for 'https://github.com':
[sudo] password for runner:
Enter your password:
error: password: must be at least 8 characters
password: required
The Authorization header is required: see the docs on Bearer tokens.
Authorization: Bearer <token>
Authorization: Bearer $TOKEN
send `Authorization: Bearer ${TOKEN}` with each request
A JWT begins with eyJ and has three parts.
a key that begins with -----BEGIN PRIVATE KEY----- is refused
if "-----BEGIN RSA PRIVATE KEY-----" in text:
Cache restored from key: node-cache-Linux-x64-npm-a
PASS: test_password_is_hidden
--- PASS: TestToken (0.00s)
test_15_load_ecdsa_password_384 (tests.test_pkey.KeyTest) ... ok
tests/test_secrets.py::test_token_is_masked PASSED
File "/home/runner/work/demo/demo/auth/password.py", line 3, in token
password_file=/run/secrets/db_password
docker run -u 1000:1000 -p 8080:80 image
mkdir -p build && zip -r out.zip build
cp -p a b; ssh -p 2222 host; echo done | sort -u
mysql -u root -p
curl -u $USER:$PASSWORD https://example.com
secrets: inherit
id-token: write
password=None, token=None, secret=False
"password": {"type": "string", "minLength": 8}
<input type="password" name="password">
<password>${env.PASSWORD}</password>
primary_key = models.AutoField(primary_key=True)
foreign_key: customer_id
sort_key=lambda pair: pair[1]
self.secret_name = name
raise ValueError("the token is not valid")
error[E0425]: cannot find value `token` in this scope
src/main/java/org/example/app/TokenSecretPasswordServiceFactory.java
com.example.security.authentication.PasswordTokenProviderFactoryBean
2026-05-07T20:38:28.9752649Z ##[group]Run actions/checkout@v4
added 1234 packages, and audited 1235 packages in 12s
_ZN4absl12lts_2024011610SimpleAtoiIiEEbSt17basic_string_viewIcSt11char_traitsIcEEPT_
""".strip().split("\n")


def _computed() -> Iterator[str]:
    """Digests and identities, of which nobody could say which is which but for what stands beside them."""
    dice = random.Random("innocent")
    for _ in range(40):
        data = dice.randbytes(400)
        yield f"commit {hashlib.sha1(data).hexdigest()}"
        yield f"sha256:{hashlib.sha256(data).hexdigest()}"
        yield f"{hashlib.sha256(data).hexdigest()}  dist/app-1.0.tar.gz"
        yield f"Digest: sha256:{hashlib.sha256(data).hexdigest()}"
        yield f"ghcr.io/octo/demo@sha256:{hashlib.sha256(data).hexdigest()}"
        yield f"HEAD is now at {hashlib.sha1(data).hexdigest()[:10]} Rotate the token"
        yield f"md5 {hashlib.md5(data).hexdigest()}"
        yield f"id {uuid.UUID(int=dice.getrandbits(128))}"
        yield f"index {hashlib.sha1(data).hexdigest()[:7]}..{hashlib.sha1(data).hexdigest()[7:14]} 100644"
        yield f"go: downloading example.com/x v0.0.0-20260101000000-{hashlib.sha1(data).hexdigest()[:12]}"
        yield f"[command]/usr/bin/git fetch origin +{hashlib.sha1(data).hexdigest()}:refs/remotes/pull/1/merge"
        yield f"https://github.com/octo/demo/commit/{hashlib.sha1(data).hexdigest()}"


@pytest.mark.parametrize("line", LINES)
def test_an_innocent_line_stays(line: str) -> None:
    assert redact(line) == line


def test_digests_and_identities_stay() -> None:
    assert [line for line in _computed() if redact(line) != line] == []


def _share(paths: list[Path]) -> tuple[float, list[str]]:
    lines = [line for path in paths for line in path.read_text(encoding="utf-8", errors="replace").split("\n")]
    taken = [line for line in lines if redact(line).count("<redacted:") > line.count("<redacted:")]
    return len(taken) / len(lines), taken


def test_next_to_nothing_of_the_kept_logs_is_taken() -> None:
    share, taken = _share(sorted((ROOT / "tests/logs").glob("*.log")))
    print(f"{share:.3%} of the lines of kept logs: {taken[:5]}")
    assert share <= MOST_OF_LOGS


def test_next_to_nothing_of_our_own_source_is_taken() -> None:
    share, taken = _share(
        [path for path in sorted((ROOT / "src").rglob("*.py"))[::2] if "redact" not in path.relative_to(ROOT).parts]
    )
    print(f"{share:.3%} of the lines of our source: {taken[:5]}")
    assert share <= MOST_OF_SOURCE


def test_a_list_of_what_secrets_are_called_stays() -> None:
    for text in (
        "secrets:\n  - db_password\n  - server-certificate\n",
        "imagePullSecrets:\n  - name: registry-7\n",
        "tokens:\n  - identifier\n  - number\n",
        "credentials: ['include', 'omit']\n",
    ):
        assert redact(text) == text


def test_a_header_does_not_reach_into_the_next_line_of_a_list() -> None:
    listed = "HDR_AUTHORIZATION,\n    HDR_DATE,\n    HDR_RANGE,\n"
    assert redact(listed) == listed
