"""Which words of a name are verbs people would say. Data only.

A call that stands alone and whose name begins with one reads as a command (`CreateVolume(id)` → "Create volume: id"); any other
stays code, which cannot mislead.
"""

from __future__ import annotations

from typing import Final


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


VERBS: Final = _words("""
abort accept acquire activate adapt add adjust adopt advance aggregate align allocate allow alter amend analyse analyze animate annotate
announce append apply approve arm arrange assemble assert assign attach attempt authenticate authorize await
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

# Things or qualities as well: a name that begins with one may be no order (`LockFileName`, `request_id`, `lower_bound`).
AMBIGUOUS: Final = _words("""
access address back block book boot bundle cache call cast charge claim clip clone code commit correct count credit debit delay diff display draw
drop dump echo email empty end exchange exit export filter fire fit fix focus force fork format forward get group guard guess hash highlight hold
hook import issue join jump label launch leave limit link list lock log login lookup loop lower map mark match measure merge mix mock monitor
mount next offer offset order output override own pack pad paint park pass paste patch pause pay permit pick pin ping pipe place plan play plot
point poll position post present press probe process prompt pull pump punch purge query queue quote rank rate reach record redirect ref refund
release reply report request reserve result return review roll rollback rotate round route sample scale scan schedule scroll seal search separate
share sign signal slice snapshot sort split stamp stash stat store stream strip supply swap sweep switch sync tag test touch trace track train
transfer transform trigger trim try tune turn union view visit warm watch zip
""")
ORDERS: Final = VERBS - AMBIGUOUS

# A noun-like head after an ambiguous word makes a compound noun: `request_id`, `record_count`, `test_client`.
NOUN_TAILS: Final = _words("""
id ids name names path paths count counts size sizes type types key keys list lists time times file files info data class index number num total
url uri string str text title label code codes body header headers kwargs args params options config settings context object instance
client server factory builder manager handler helper method methods func function callback cls status state mode level length len width height offset
message msg date day price fee event signal code hash hook
table map set dict queue stack pool cache iterator iter generator cursor node nodes token tokens tree case suite view views dir directory root prefix suffix
""")

# Of a library's own words with one argument: what stands between that and the receiver.
PREPOSITIONS: Final = {
    **dict.fromkeys(("append", "add", "push", "push_back", "emplace_back", "write"), "to"),
    **dict.fromkeys(("remove", "erase", "discard"), "from"),
}

# Names of what is written to.
STREAMS: Final = _words("""
f fh fp fd file fileobj fobj out output stream sink stdout stderr writer sock socket conn connection channel client server pipe port serial
handle buf buffer dst dest response resp wfile transport request req log
console terminal tty screen printer display target destination
""")

# Done to what is taken out of the receiver, not to the receiver.
TAKES: Final = _words(
    "pop popleft popitem put push publish login logout exchange fetch get dequeue read recv receive accept next wait_for"
)

# What only looks, where its answer is asked for.
PURE: Final = _words("""
accept access allow calculate cast check classify clone compare compute contain convert copy count decode deny derive describe detect determine
differ encode ensure equal estimate examine exceed expect extract fetch filter find follow format get hash identify inherit inspect join list
load lookup lower map match measure merge need obtain own parse peek permit probe query read require resolve retrieve search select sort split
stat strip support test transform upper use validate verify want
""")

# Methods that give a changed copy, or a part.
GIVES: Final = _words("""
lower upper strip trim replace format join split encode decode start end begin fill view order title center translate copy clone slice empty
complete contain own position point present next offset label level group count length value tell
""")

# With nothing behind it a name that ends so is half a sentence.
TRAILING: Final = _words("to from with in on into by for of at as up down out off if unless or and when back than then")

# What a word alone is said as.
SAID: Final = {
    "emplace_back": "Append",
    "push_back": "Append",
    "init": "Initialise",
    "incr": "Increment",
    "decr": "Decrement",
    "recv": "Receive",
    "setup": "Set up",
    "teardown": "Tear down",
    "shutdown": "Shut down",
    "login": "Log in",
    "logout": "Log out",
    "cleanup": "Clean up",
    "rollback": "Roll back",
    "wait": "Wait for",
    "exit": "Exit with",
    "concat": "Concatenate",
}
