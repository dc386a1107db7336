"""The English that a sentence about code may use without evidence, and the verbs that claim something.

`GLUE` holds a sentence together; `NEUTRAL` words, which include it, say nothing that could be false of a program: articles, prepositions, and the most general nouns and verbs.
Words of the world outside (file, user, network, e-mail, password), words that compare, count or judge, and everything that
a reader could check are not here: they need evidence. A verb of `CLAIMS` says that something is done; it counts as said
where the evidence does something of the same kind.
"""

from __future__ import annotations

from typing import Final


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


GLUE: Final = words("""
a an the this that these those it its itself they them their theirs he she his her who whom whose which what whatever how
and or but nor so yet as if when whenever while where wherever because since though although whether than then else
otherwise of in on at by for from to into onto with within out upon about across along around between beyond through
throughout toward towards via per against among during despite like unlike off up down over is are was were be been
being am do does did done doing has have had having can could may might must shall should will would also already
again just even still too very quite rather such here there now later soon together instead thus hence therefore
accordingly respectively directly simply exactly merely properly correctly safely quietly least most more less fewer
greater larger smaller longer shorter exceed exceeds above below under no not
""")
_COMPARING = words("""
less fewer greater larger smaller longer shorter exceed exceeds above below under no not
""")

NEUTRAL: Final = (GLUE - _COMPARING) | words("""
signal signals event events error errors honour honours honouring respect respects respecting limited usable standard tell tells told hand hands handed back become becomes became give gives gave given put puts look looking unchanged again
each every all any some both either another other others more most much many several various few own same one ones
once thing things something anything everything way ways kind kinds type types part parts piece pieces form
forms case cases point points place places position step steps stage phase level detail details example matter reason
purpose goal result results outcome effect effects value values item items element elements entry entries object
objects instance data information content contents input inputs output outputs argument arguments parameter parameters
option options setting settings name names named variable variables field fields attribute attributes property
properties member members method methods function functions code logic rule rules condition conditions operation
operations action actions task work call calls caller callers callee callees callable behaviour behavior flow path
paths branch order sequence series list lists collection group set sets pair pairs range number numbers amount count
size length total index key keys text string strings line lines word words character characters given current
currently existing provided specified supplied requested corresponding related relevant appropriate available
particular specific certain single whole entire complete full new next previous following underlying resulting
remaining necessary needed needs need required requires require optional default defaults usual normal initial final
actual plain internal external local respective use uses used using handle handles handled handling process processes
processed processing perform performs performed performing carry carries carried provide provides providing represent
represents let lets allow allows allowing help helps enable enables depend depends depending based belong belongs
contain contains containing contained include includes including included hold holds holding held describe describes
define defines denote refer refers relate mean means works act acts serve serves look looks see sees try tries trying
attempt attempts turn turns bring brings come comes coming go goes going determine determines determining decide
decides deciding choose chooses chosen choosing pick picks select selects selected compute computes computed computing
calculate calculates calculated evaluate evaluates evaluated derive derives derived consider considers prepare
prepares prepared preparing arrange convert converts converted converting translate translates transform transforms
transformed map maps mapped mapping combine combines combined combining join joins joined merge merges merged collect
collects collected collecting gather gathers gathered iterate iterates iterating loop loops walk walks walking
traverse traverses visit visits repeat repeats repeated continue continues continued proceed proceeds follow follows
begin begins end ends finish finishes completes pass passes passed passing receive receives received accept accepts
accepted take takes taken taking keep keeps kept keeping leave leaves leaving left stay stays remain remains find
finds found finding know knows known ask asks match matches matched matching compare compares compared comparing apply
applies applied applying resolve resolves resolved resolving normalise normalises normalize normalizes format formats
formatted wrap wraps wrapped wrapping fall falls back cover covers supports support supported reflect reflects reach
reaches reached accordingly afterwards beforehand meanwhile eventually finally initially optionally occurs occur occurred happens happen happened arises arise past alone well inside enough side sides regard sure yet once old
""")

# Verbs by what they claim, in any of their forms.
CLAIMS: Final = {
    "delete": "delete remove erase drop purge discard clear unlink rmdir rmtree destroy wipe evict truncate strip prune pop detach",
    "release": "release free deallocate close unlock shut dispose disconnect stop terminate kill cancel tear clean",
    "create": "create make build construct allocate generate produce instantiate initialise initialize spawn open establish reserve define",
    "add": "store record remember emplace put keep save add register attach insert append push include extend prepend enqueue install",
    "stop": "skip ignore stop", "store": "write save store persist dump flush put record keep cache commit remember serialise serialize encode",
    "replace": "replace overwrite", "move": "move advance duplicate clone rename copy swap transfer", "map": "map associate bind link register attach", "change": "store save keep record remember put set update change modify assign mark increment increase decrement decrease reset adjust toggle edit bump configure switch",
    "commit": "commit finalise finalize publish submit confirm apply",
    "send": "send publish emit post notify deliver transmit forward dispatch broadcast upload mail reply respond push",
    "read": "read load fetch get retrieve receive obtain look find query select scan parse decode open search import lookup",
    "download": "download", "pay": "pay charge bill purchase buy", "refund": "refund",
    "run": "start launch spawn trigger schedule", "call": "run execute invoke call perform process",
    "fail": "raise throw fail reject refuse deny", "exit": "abort panic crash exit",
    "return": "return yield give",
    "check": "check validate verify ensure test confirm guard assert inspect examine",
    "lock": "lock acquire block hold",
    "connect": "connect reconnect", "hear": "listen accept",
    "grant": "grant permit authorise authorize authenticate allow login",
    "hide": "encrypt decrypt sign hash mask redact",
    "say": "log print warn report display show announce",
    "wait": "wait sleep pause delay poll",
    "again": "retry restore revert undo roll rollback recover redo",
    "succeed": "succeed pass",
}  # fmt: skip

NEGATORS: Final = words("""
not no never without unless neither nor none cannot nothing nobody nowhere hardly except lacks lack lacking
""")

NUMBERS: Final = {
    "zero": "0", "two": "2", "second": "2", "twice": "2", "double": "2", "half": "2", "three": "3", "third": "3", "thrice": "3", "four": "4",
    "fourth": "4", "five": "5", "fifth": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9", "ten": "10", "eleven": "11", "twelve": "12",
    "twenty": "20", "thirty": "30", "fifty": "50", "hundred": "100", "thousand": "1000", "million": "1000000", "dozen": "12",
}  # fmt: skip

# Phrases that compare, by the relation they state; the longest first.
COMPARISONS: Final = (
    ("is no more than", "≤"), ("no more than", "≤"), ("at most", "≤"), ("not more than", "≤"), ("up to", "≤"), ("within", "≤"),
    ("no less than", "≥"), ("at least", "≥"), ("not less than", "≥"), ("reaches", "≥"), ("reached", "≥"), ("more than", ">"), ("greater than", ">"), ("larger than", ">"),
    ("bigger than", ">"), ("longer than", ">"), ("higher than", ">"), ("exceeds", ">"), ("exceed", ">"), ("above", ">"), ("beyond", ">"),
    ("less than", "<"), ("fewer than", "<"), ("smaller than", "<"), ("shorter than", "<"), ("lower than", "<"), ("below", "<"), ("under", "<"),
    (">=", "≥"), ("<=", "≤"), ("≥", "≥"), ("≤", "≤"), (">", ">"), ("<", "<"),
)  # fmt: skip

QUANTIFIERS: Final = words("""
each while until all any every some only both either always most first last
""")

# What programmers shorten, and what it stands for.
SHORT: Final = {
    "chdir": "change directory", "chmod": "change mode", "chown": "change owner",
    "addr": "address", "arg": "argument", "args": "arguments", "attr": "attribute", "auth": "authentication", "bg": "background", "buf": "buffer", "cb": "callback",
    "cert": "certificate", "cfg": "configuration", "char": "character", "cmd": "command", "col": "column", "conf": "configuration",
    "config": "configuration", "conn": "connection", "cnt": "count", "ctx": "context", "dup": "duplicate copy", "ex": "exception", "kwargs": "keyword arguments", "kw": "keyword", "pid": "process identifier", "tid": "thread identifier", "ident": "identifier", "sz": "size", "nr": "number", "freq": "frequency", "incr": "increment", "decr": "decrement", "incref": "increment reference", "decref": "decrement reference", "dirname": "directory parent", "basename": "name file", "strndup": "copy", "regex": "regular expression", "regexp": "regular expression", "curr": "current", "prio": "priority", "wd": "watch descriptor", "errno": "error number", "alloc": "allocate", "calc": "calculate", "cmp": "compare", "hwnd": "window handle", "cur": "current", "db": "database", "def": "definition", "dep": "dependency", "deps": "dependencies", "uid": "user id", "gid": "group id",
    "del": "delete", "desc": "description", "dest": "destination", "dir": "directory", "doc": "document", "dst": "destination", "elem": "element",
    "env": "environment", "environ": "environment", "err": "error", "exc": "exception", "expr": "expression", "ext": "extension", "f": "file", "fh": "file handle", "fp": "file", "fd": "file descriptor", "fsync": "sync disk", "fn": "function",
    "func": "function", "hdr": "header", "id": "identifier", "idx": "index", "img": "image", "impl": "implementation", "info": "information",
    "init": "initialise", "int": "integer", "iter": "iterator", "lang": "language", "len": "length", "lib": "library", "max": "maximum",
    "mem": "memory", "min": "minimum", "msg": "message", "mut": "mutable", "num": "number", "obj": "object", "op": "operation", "opt": "option",
    "opts": "options", "param": "parameter", "params": "parameters", "pkg": "package", "pos": "position", "prev": "previous", "proc": "process",
    "prop": "property", "ptr": "pointer", "rdonly": "read only", "wronly": "write only", "rdwr": "read write", "pwd": "password", "ref": "reference", "req": "request", "rec": "record", "repo": "repository",
    "res": "result", "resp": "response", "ret": "result", "sep": "separator", "sig": "signature", "ts": "timestamp", "dt": "datetime", "lineno": "line number", "sock": "socket", "src": "source", "stat": "status", "stmt": "statement",
    "str": "string", "sync": "synchronise", "sys": "system", "tbl": "table", "temp": "temporary", "tmp": "temporary", "txn": "transaction",
    "util": "utility", "val": "value", "var": "variable", "vec": "vector", "ver": "version", "vol": "volume",
}  # fmt: skip

IRREGULAR: Final = {
    "sent": "send", "wrote": "write", "written": "write", "made": "make", "built": "build", "kept": "keep", "thrown": "throw", "threw": "throw",
    "got": "get", "gotten": "get", "given": "give", "came": "come", "ownership": "own", "fell": "fall", "stood": "stand", "grew": "grow", "drew": "draw", "met": "meet", "gave": "give", "taken": "take", "took": "take", "found": "find", "ran": "run", "paid": "pay",
    "chosen": "choose", "bought": "buy", "held": "hold", "bound": "bind", "shown": "show", "shut": "shut", "slept": "sleep", "denied": "deny",
    "left": "leave", "lost": "lose", "began": "begin", "begun": "begin", "known": "know", "seen": "see", "went": "go", "gone": "go", "hidden": "hide",
    "addition": "add", "removal": "remove", "retrieval": "retrieve", "arrival": "arrive", "renewal": "renew", "storage": "store", "forgotten": "forget", "children": "child", "broken": "break", "put": "put", "read": "read", "set": "set",
}  # fmt: skip

# Words that say that something is not there, not so, or failing ...
ADVERSE: Final = words("""
missing absent empty null none unset invalid bad wrong fail failure error differ difference different other change below under less
few smaller shorter unable disabled off obsolete mismatch exceed interrupted unknown unregistered
""")
# ... that it is there, so, or going well: they need no evidence in a condition, whose sign is measured.
PRESENT: Final = words("""
exist present given set available valid success successful succeed ok already found known same equal match enabled needed returned registered
""")
_ROWS: Final = """
mutex lock latch | directory folder dir | temporary temp tmp | expiration expire expiry expires ttl | authentication auth
authorization credential | destination dst target dest | source src | statistics stats stat | configuration config
conf | message msg | buffer buf | identifier id | document doc | picture image img | mail email | user account | remove delete |
array list vector sequence | dictionary dict map mapping | boolean bool | integer int | string str text | hostname host | filename fname file | environment env |
member element item entry | front first | number count amount | exception error | hold own |
sigint interrupt | sigterm termination | sigchld child
"""
# Words that name the same thing.
ALIKE: Final = tuple(words(row) for row in _ROWS.split("|"))
