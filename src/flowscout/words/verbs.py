"""Which words of a name are verbs people would say. Data only.

A name that begins with one reads as a command (`CreateVolume(id)` → "Create volume: id"); any other is called by its
name ("Call dictAdd: d, k"), which cannot mislead.
"""

from __future__ import annotations

from typing import Final


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


VERBS: Final = _words("""
abort accept acquire activate adapt add adjust adopt advance aggregate align allocate allow alter amend analyse analyze animate annotate
announce append apply approve archive arm arrange assemble assert assign attach attempt authenticate authorize await
backup balance begin bind block book boot bootstrap borrow bounce break broadcast browse build bump bundle
cache calculate call cancel capture cast catch change charge check choose claim clamp classify clean cleanup clear click clip clone close coerce collect
combine commit compact compare compile complete compose compress compute concat concatenate configure confirm connect consume construct
contain continue convert copy correct create credit crop
deactivate debit decide declare decode decompress decrease decref decrement decrypt deduplicate defer define delay delegate delete deliver
demote deny deploy deprecate dequeue derive deregister describe deserialize destroy detach detect determine diff disable disallow discard disconnect
discover dispatch display dispose distribute divide do download drain draw drop dump duplicate
echo edit eject emit empty enable encode encrypt end enqueue enrich ensure enter enumerate erase escape estimate evaluate evict examine exchange exclude execute exit expand
expect expire explain explore export expose extend extract
fail fetch fill filter finalize finalise find finish fire fit fix flatten flip flush focus follow forbid force forget fork format forward free freeze
gather generate get give go grab grant group grow guess guard
halt handle hash hide highlight hold hook
identify ignore import include increase incref increment incr decr indent infer inform inherit init initialise initialize inject insert inspect install instantiate
interpret interrupt intersect introduce invalidate invert invoke isolate issue iterate
join jump keep kill
label launch lay leave lift limit link list listen load localize localise locate lock log login logout lookup loop lower
maintain make manage map mark marshal match materialize measure memoize merge migrate minimize mix mkdir mock modify monitor mount move multiply mutate
navigate negotiate next normalize normalise notify nudge
obtain observe offer offset omit open optimize optimise order organize output override overwrite own
pack pad paint park parse partition pass paste patch pause pay peek perform permit persist pick pin ping pipe place plan play plot
point poll pop populate position post postpone preload prepare prepend present preserve press prevent print probe process produce prompt propagate
protect prove provide provision prune publish pull pump punch purge push put
qualify query queue quit quote
raise randomize rank rate reach react read rebalance rebind rebuild recalculate receive reclaim recompute reconcile reconnect record recover recv recycle redirect
redo reduce reenable refer refill refine reflect refresh refund refuse regenerate register reject reindex reinitialize relax release reload relocate
remember remind remove rename render renew reopen reorder repair repeat replace replay reply report repopulate request require reschedule
reserve reset reshape resize resolve respond restart restore restrict resume retain retire retrieve retry return reuse reveal reverse revert review revive revoke rewind rewrite
roll rollback rotate round route run
sample sanitize sanitise save scale scan schedule scroll search seal seek select send separate serialize serve set settle setup share shift
show shrink shuffle shut shutdown sign signal simplify simulate skip sleep slice snapshot solve sort spawn specify spill split squash stamp start stash stat stop
store stream strip submit subscribe substitute subtract suggest summarize supply suppress suspend swap sweep switch sync synchronize synchronise
tag take tear teardown tell terminate test throttle throw tokenize toggle touch trace track train transcode transfer transform translate transmit traverse treat trigger trim truncate try
tune turn unbind uncompress undo unescape unfreeze uninstall union unlink unload unlock unmap unmarshal unmount unpack unpause unpin unquote unref
unregister unset unsubscribe untrack unwatch unwind unwrap unzip update upgrade upload upsert use
validate vary verify view visit wait wake walk warm warn wash watch weigh wipe wire wrap write yield zip ref
""")

# Also nouns: as the first of several words they are a verb only in a call made for its effect.
AMBIGUOUS: Final = _words("""
address commit email pay permit access back block book cache call cast charge claim clone code count credit debit delay diff display draw drop dump echo end exchange exit
export filter fire fix focus force fork format forward group guard guess hash highlight hold hook import issue join jump label launch
limit link list lock log login lookup loop map mark match measure merge mix mock monitor mount offer offset order output override pack pad
park pass paste patch pause pick pin ping pipe place plan play poll position post present press probe process prompt pull pump punch purge
query queue quote rank rate reach record redirect refund release reply report request reserve result return review roll rollback rotate
round route sample scale scan schedule scroll seal search share sign signal slice snapshot sort split stamp stash stat store stream strip
supply swap sweep switch sync tag test touch trace track train transfer transform trigger trim try tune turn union view visit watch zip
""")

# Of these, the ones that name a kind of thing when more words follow: `listNodeValue`, `hash_type_get`.
KINDS: Final = _words("list hash stream type map label level page point position index view")

# Of these, the ones that stay verbs where the value is used.
GIVING: Final = _words("process clone merge search sort split transform match query copy filter")

# A noun-like head after an ambiguous word makes a compound noun: `request_id`, `record_count`, `test_client`.
NOUN_TAILS: Final = _words("""
id ids name names path paths count counts size sizes type types key keys list lists time times file files info data class index number num total
url uri string str text title label code codes body header headers kwargs args params options config settings context object instance
client server factory builder manager handler helper method methods func function callback cls status state mode level length len width height offset
message msg date day price fee event signal code hash hook
table map set dict queue stack pool cache iterator iter generator cursor node nodes token tokens tree case suite view views dir directory root prefix suffix
""")

# Whose object is the receiver, not the argument: `sock.close(x)` closes the socket.
ON_RECEIVER: Final = _words("""
close commit start stop join acquire release lock unlock flush reset resize reserve shrink clear refresh rewind seek truncate update sort reverse
split connect bind listen accept shutdown init initialise initialize setup configure begin end finish detach cancel terminate kill open wait poll resume suspend
pause destroy dispose finalize rollback reload restart restore rename replace swap merge extend shuffle toggle enable disable expire trim strip fill assign
format encode decode render save refresh tick step advance clone copy invalidate validate normalize abort adjust
""")

# Methods that give a changed copy: where their value is used they are no command (`name.lower()`).
GIVES: Final = _words("""
lower upper strip trim replace format join split encode decode start end begin fill view order title center translate copy clone slice empty
complete contain own position point present next offset label level group count length value tell
""")

# The one argument is the object, and the receiver follows this word.
PREPOSITIONS: Final = {
    **dict.fromkeys(("append", "add", "push", "attach", "write", "subscribe", "appendleft", "emplace"), "to"),
    **dict.fromkeys(("remove", "erase", "discard", "pop", "detach", "unsubscribe", "evict", "delete", "get", "read", "recv", "receive", "fetch",
                     "lookup", "extract", "take"), "from"),
    **dict.fromkeys(("insert", "put", "store", "inject", "load"), "into"),
    **dict.fromkeys(("send", "dispatch", "publish", "post", "submit", "emit", "broadcast", "route", "forward", "transmit", "deliver"), "through"),
    **dict.fromkeys(("find", "search", "match", "seek", "locate"), "in"),
    **dict.fromkeys(("register", "enqueue", "schedule", "authenticate"), "with"),
}

GETTERS: Final = _words("get fetch find compute calculate determine read retrieve lookup obtain extract derive count resolve detect select")
# What only looks, where its answer is asked for.
PURE: Final = _words("""
check validate verify ensure test compare match search query peek stat access probe inspect examine estimate measure parse decode encode hash format
convert cast map filter sort split join copy clone merge transform lower upper strip describe identify classify inherit own contain list load
use follow exceed equal differ expect allow permit deny support require want need accept
""")
TRAILING: Final = _words("to from with in on into by for of at as up down out off if unless or and when")

SUBMODULES: Final = _words("""
os.path urllib.request urllib.parse concurrent.futures logging.handlers importlib.util importlib.resources unittest.mock django.db.transaction email.utils
xml.etree.ElementTree multiprocessing.pool http.client
""")

# Common names that no split tells: what they are said as.
SAID: Final = {
    "malloc": "Allocate", "calloc": "Allocate", "realloc": "Reallocate", "memcpy": "Copy", "memmove": "Move", "memset": "Fill",
    "emplace_back": "Append", "push_back": "Append", "push_front": "Prepend", "pop_back": "Remove the last of", "pop_front": "Remove the first of",
    "appendleft": "Prepend", "popleft": "Remove the first of", "rmtree": "Remove tree", "makedirs": "Make directories", "mkdir": "Make directory",
    "rmdir": "Remove directory", "setdefault": "Set default", "writelines": "Write lines", "printf": "Print", "fprintf": "Print", "puts": "Print",
    "unref": "Release", "ref": "Retain", "incref": "Retain", "decref": "Release", "sendall": "Send all", "putenv": "Set environment",
    "setsockopt": "Set socket option", "fopen": "Open", "fclose": "Close", "fflush": "Flush", "fread": "Read", "fwrite": "Write", "rollback": "Roll back",
    "init": "Initialise", "incr": "Increment", "decr": "Decrement", "recv": "Receive", "setup": "Set up", "teardown": "Tear down",
    "shutdown": "Shut down", "login": "Log in", "logout": "Log out", "lookup": "Look up", "cleanup": "Clean up", "backup": "Back up", "stat": "Stat",
    "next": "Advance", "new": "Create", "wait": "Wait for", "listen": "Listen on", "exit": "Exit with", "_exit": "Exit with", "concat": "Concatenate", "sync": "Sync",
}

# Functions of standard libraries that look like verbs.
NOT_VERBS: Final = _words("set list map filter format type range hash iter next input zip object signal index")

# Modules whose functions read without them: `os.remove(p)` → "Remove p".
MODULES: Final = _words("""
os shutil json re time datetime random math pickle marshal subprocess logging warnings threading multiprocessing asyncio socket ssl urllib tempfile glob
itertools functools operator struct hashlib hmac base64 binascii zlib gzip bz2 tarfile zipfile csv configparser argparse getpass sys io contextlib inspect
importlib traceback textwrap unicodedata uuid weakref gc atexit sched heapq bisect collections requests httpx np numpy pd pandas yaml toml simplejson six
transaction click signals sqlite3 smtplib ctypes fcntl pathlib
""")
