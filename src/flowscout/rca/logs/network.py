"""Network, certificate and service faults as any client prints them: curl, wget, OpenSSL, Go, Java, Python, databases that do not answer.

`curl: (6) Could not resolve host: x`, also glued to the end of its progress meter; `wget: unable to resolve host address`, `ERROR 404: Not Found.`; `x509: certificate signed by unknown
authority`; `dial tcp …: connection refused`; `psql: error: connection to server … failed`.
Form: curl's libcurl-errors, wget manual.
"""

from __future__ import annotations

from typing import Final

from flowscout.model.logformat import NOISE, Advice, LogFormat, Pattern

PLUGIN: Final = LogFormat(
    name="network",
    languages=("network",),
    patterns=(
        Pattern(
            "certificate_error",
            "certificate",
            r"(?P<message>curl: \((?:35|51|53|54|58|59|60|64|66|77|80|82|83|90|91)\) .+)",
            ("curl: (",),
            weight=1,
        ),
        Pattern(
            "http_error",
            "network",
            r"(?P<message>curl: \(22\) The requested URL returned error: (?P<status>\d+).*)",
            ("curl: (22)",),
            weight=1,
        ),
        Pattern("disk_full", "disk_full", r"(?P<message>curl: \(23\) .+)", ("curl: (23)",), weight=0),
        Pattern("network_error", "network", r"(?P<message>curl: \((?!22|23)\d+\) .+)", ("curl: (",), weight=1),
        Pattern(
            "http_error",
            "network",
            r"^(?:\d{4}-\d\d-\d\d [\d:]+ )?(?P<message>ERROR (?P<status>[45]\d\d): .+)",
            ("ERROR 4", "ERROR 5"),
            weight=1,
        ),
        Pattern(
            "network_error",
            "network",
            r"^(?:wget|Invoke-WebRequest|Invoke-RestMethod|iwr|aria2c|rsync|scp|ssh|ftp|sftp|dig|nc|ncat|telnet): (?P<message>(?:error getting response|unable to resolve host address|bad address|server returned error: HTTP/|connect to host|can't connect to remote host|Could not resolve|.*(?:[Cc]onnection (?:refused|timed out|closed|reset)|No route to host|Name or service not known)).*)",
            ("wget: ", "Invoke-", "rsync: ", "ssh: ", "scp: ", "aria2c: ", "nc: "),
            weight=1,
        ),
        Pattern(
            "certificate_error",
            "certificate",
            r"(?P<message>(?:x509: (?:certificate|cannot validate)|SSL certificate problem: |(?:\[SSL: )?CERTIFICATE_VERIFY_FAILED|certificate (?:verify failed|has expired|is not trusted)|unable to (?:get local issuer|verify the first) certificate|self[- ]signed certificate|PKIX path building failed|SSL routines:|The SSL connection could not be established|TLS handshake (?:failed|timeout)|server certificate verification failed|cert(?:ificate)? is not yet valid|unsupported protocol|ERR_TLS_CERT).*)",
            ("x509: ", "SSL", "CERTIFICATE_VERIFY", "ertificate", "PKIX", "TLS handshake", "not yet valid"),
            weight=1,
        ),
        Pattern(
            "network_error",
            "network",
            r"(?P<message>(?:dial tcp:? .{1,200}: (?:connect: connection refused|i/o timeout|lookup|no such host|connect: .+)|(?:^.{0,100})?: no such host|net/http: (?:TLS handshake timeout|request canceled.*)|context deadline exceeded.{0,100}(?:http|dial|awaiting)|Temporary failure (?:in name resolution|resolving '[^']+')|Could not resolve host(?:name)?: \S+|getaddrinfo (?:ENOTFOUND|EAI_AGAIN|failed)\S*.*|Name or service not known|No route to host|Network is unreachable|\b(?:ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH)\b.*|[Cc]onnection (?:timed out|reset by peer|refused)\b.*|Failed to establish a new connection.*|java\.net\.(?:UnknownHost|Connect|SocketTimeout|Socket)Exception.*|Operation timed out after.*|SSL_ERROR_SYSCALL.*|nodename nor servname provided.*))",
            (
                "dial tcp",
                "no such host",
                "net/http: ",
                "context deadline exceeded",
                "Temporary failure",
                "Could not resolve host",
                "getaddrinfo",
                "Name or service",
                "No route to host",
                "Network is unreachable",
                "ECONNREFUSED",
                "ECONNRESET",
                "ETIMEDOUT",
                "ENETUNREACH",
                "EHOSTUNREACH",
                "onnection timed out",
                "onnection reset",
                "onnection refused",
                "new connection",
                "java.net.",
                "Operation timed out",
                "SSL_ERROR_SYSCALL",
                "nodename nor",
            ),
            weight=-1,
        ),
        Pattern(
            "http_error",
            "network",
            r"(?:^|[\s:(])(?P<message>(?:(?:HTTP(?:/[\d.]+)? ?|status(?: code)?:? ?|error:? ?|response:? ?)(?P<status>50[0234]|429|403)\b.*|(?P<code>50[0234]) (?:Bad Gateway|Service Unavailable|Gateway Time-?out|Internal Server Error).*))",
            (
                " 500",
                " 502",
                " 504",
                "=50",
                "/50",
                " 503",
                "HTTP",
                "status",
                " 429",
                " 403",
                "Bad Gateway",
                "Service Unavailable",
                "Gateway Time",
                "Internal Server Error",
            ),
            weight=-1,
        ),
        Pattern(
            "database_down",
            "infrastructure",
            r"(?P<message>(?:psql: (?:error: )?(?:connection to server|could not connect|FATAL).*|(?:FATAL|ERROR): +(?:role|database|password authentication) .{0,100}(?:does not exist|failed for user).*|ERROR (?:2002|2003|1045|2013|1049) \(\w+\).*|(?:pg_isready|mysqladmin).{0,100}(?:no response|failed).*|SQLSTATE\[(?:HY000|08006|08001)\] \[(?:2002|1045|7)\].*|could not connect to server: .*|Can't connect to (?:local )?MySQL server.*|MongoNetworkError.*|MongoServerSelectionError.*|Error 111 connecting to .{0,200}6379.*|redis\.exceptions\.ConnectionError.*|Connection refused \(0x0000274D/10061\).*))",
            (
                "psql: ",
                "FATAL: ",
                "ERROR: ",
                "ERROR 2",
                "ERROR 1",
                "no response",
                "SQLSTATE[",
                "could not connect",
                "Can't connect",
                "Mongo",
                "Error 111",
                "redis.exceptions",
            ),
            weight=0,
        ),
        Pattern(
            "sql_error",
            "runtime_error",
            r"^(?:psql:(?P<file>[^\s:]+):(?P<line>\d+): )?ERROR:  (?P<message>(?:relation|column|syntax error|duplicate key|function|type|schema|permission denied|null value|operator|constraint|insert or update).+)",
            ("ERROR:  ",),
            weight=0,
        ),
        Pattern(
            "wait_timeout",
            "timeout",
            r"(?P<message>(?:Timed out (?:retrying|waiting)|Timeout waiting for|timed out waiting for|wait-for-it\.sh: timeout occurred|Error: Timed out waiting for|The operation timed out).*)",
            ("imed out", "imeout waiting", "timeout occurred"),
            weight=-1,
        ),
        Pattern(
            "network_error",
            "network",
            r"^(?P<message>I/O error : Attempt to load network entity \S+)",
            ("Attempt to load network entity",),
            weight=0,
        ),
        Pattern(
            "retrying",
            "network",
            r"(?:[Rr]etrying (?:in|after|\()|[Ww]ill retry|[Rr]etry \d+/\d+|attempt \d+ (?:of|/) ?\d+|Trying again)",
            ("etrying ", "ill retry", "etry ", "attempt ", "Trying again"),
            role=NOISE,
            severity="warning",
        ),
    ),
    sample="""
  0     0    0     0    0     0      0      0 --:--:-- --:--:-- --:--:--     0curl: (6) Could not resolve host: repo.acme.example
2026-01-02 10:00:00 ERROR 404: Not Found.
Get "https://proxy.acme.example/x": x509: certificate signed by unknown authority
dial tcp 10.0.0.7:5432: connect: connection refused
psql: error: connection to server at "localhost" (127.0.0.1), port 5432 failed: FATAL:  database "app" does not exist
""",
    expected=(
        (1, "network_error", "", 0),
        (2, "http_error", "", 0),
        (3, "certificate_error", "", 0),
        (4, "network_error", "", 0),
        (5, "database_down", "", 0),
    ),
    signs=(r"^[ \t]+% Total    % Received", r"^--\d{4}-\d\d-\d\d [\d:]+--  https?://"),
    advice={
        "network_error": Advice(
            "A host could not be reached: {message}",
            (
                "Run again.",
                "If it stays, check the name, the proxy and the firewall; wait until the service is up before using it.",
            ),
        ),
        "certificate_error": Advice(
            "A certificate is not trusted: {message}",
            ("Give the job the right CA; renew an expired certificate; check the clock.",),
        ),
        "http_error": Advice(
            "A server answered with an error: {message}",
            ("404: correct the URL. 401, 403: give credentials. 429, 5xx: run again later.",),
        ),
        "disk_full": Advice(
            "What was downloaded could not be written: {message}", ("Check the path and the free space.",)
        ),
        "database_down": Advice(
            "The database does not answer as expected: {message}",
            ("Wait for its health check, and check user, password, database and port of the service.",),
        ),
        "sql_error": Advice(
            "The database refuses a statement: {message}", ("Run the migrations first; correct {file}:{line}.",)
        ),
        "wait_timeout": Advice(
            "Something did not happen in time: {message}", ("Look at the log of what was waited for.",)
        ),
    },
)
