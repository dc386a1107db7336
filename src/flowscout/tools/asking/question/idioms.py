"""What people say around a question, taken off it: `what gets freed in A` is `what is freed in A`, `if I rename A, what do I have to touch` is
`what breaks if I rename A`. Asked only where the question as it stands is no form; each change keeps what is asked.
"""

from __future__ import annotations

from typing import Final

from ....model.pattern import regex

_NAME: Final = r"(`[^`]{1,200}`|[A-Za-z_~][\w:.>()~-]{0,200})"
_THEM: Final = r"(?:the|our|this) [a-z]{3,20}"  # `the broker`: who does it goes without saying
_PLACE: Final = r"(?:what|which) (?:kinds? of |sorts? of )?"
_CHANGES: Final = r"(?:renam|delet|remov|chang|modify|drop|edit|touch|alter|replac)"
RULES: Final = tuple((regex(rf"(?i){old}"), new) for old, new in (
    (r"^(?:so|ok(?:ay)?|hey|hi|well|and|but|quick question|question)\b[,:]?\s+", ""),
    (r"^(?:i wonder|i'm wondering|i was wondering|remind me|do you know|any idea|i'd like to know|i want to know)[,:]?\s+", ""),
    (r"^((?:which|what) (?:functions?|methods?|code) .{3,160}?) (?:anywhere )?in (?:the|this) (?:whole |entire )?(?:package|project|library|program|code ?base|repository|repo|tree)\??$", r"\1"),
    (r"^((?:if|when|once|unless|in case|suppose|assuming|say)\b[^,?]{3,200}),\s*(?:then )?((?:what|which|who|where|does|do|is|are|can|could|will|would|how|why)\b[^?]{3,200})\??$", r"\2 \1"),
    (rf"^(?:in|inside|within) {_NAME}, ([^?]{{3,200}}?)\??$", r"\2 in \1"),
    (r"^what (?:does|do|will|would) (?:it|we|the (?:program|tool|code|app|application|server|daemon|library|command)) do,? (?=(?:when|if|once) )", "what happens "),
    (rf"^what (?:would |could |can |might |will )?breaks? (?:if|when|once) (?:i|we|you|someone) (?:adds?|gives?|inserts?|takes?|removes?|drops?|changes?|reorders?|swaps?) (?:an?|another|one|the|its|a new)? ?(?:new |last |first )?(?:parameters?|arguments?|return (?:value|type)|signature|result|default) (?:to|from|of|in|for) {_NAME}", r"what breaks if I change \1"),
    (r"\b(?:in case|suppose|supposing|assuming|provided|given)(?: that)? (?=\w+ )", "if "),
    (r"\b(?:under|in) (?:what|which) (?:circumstances?|situations?|cases?|conditions?)\b", "when"),
    (r"\bat (?:what|which) (?:point|time|moment|stage)\b", "when"),
    (r"\b(?:for what reason|how come)\b", "why"),
    (r"^(?:list|show(?: me)?|name|give me|print|tell me|enumerate|find) (?:all )?(?:of )?(?:the )?(functions?|methods?|classes|files|places|tests|callers) (?:that|which|who) ", r"which \1 "),
    (r"^(?:is|are) (?:there )?(?:anything|something|any functions?|any code|any methods?|some functions?) (?:that is |that are |which is |left )?(unused|dead|never called|never used|not used|uncalled)\b", r"what is unused"),
    (r"^((?:which|what) (?:functions?|methods?|code|files?)) (?:in|inside|within|of|under) (?:the )?([\w./-]{1,120}?)(?: folder| directory| module| package| file)? (?:that )?((?:is|are) (?:unused|dead|uncalled|(?:never|not) (?:called|used|included)))(?: by anything| by anyone| anywhere)?\??$", r"\1 \3 in \2"),
    (r"^(?:what|which)(?:'s| is| are)? (?:the )?(?:biggest|main|top|worst|hottest|most important|central) (?=hotspots?\b)", "what are the "),
    (rf"^how (?:often|many times) is {_NAME} called (?:from|by|in|inside) {_NAME}", r"how many times does \2 call \1"),
    (r"^what(?:'s| is) ([\w/-]{1,80}[./][\w./-]{1,80}) (?:used|included|imported|needed|required) by\??$", r"what depends on \1"),
    (r"^(?:who|what) (?:uses|includes|imports|needs|requires) ([\w./-]{1,120}\.(?:py|c|h|cc|cpp|hpp|cxx|hh))\??$", r"what depends on \1"),
    (r"^(?:what|which) (?:(?:did|do|does|has|have|was|were) )?(?:changed? |new )?(?:in |over |during |within |with |by )?the (?:last|latest|past|previous|most recent) (\d{1,4}) commits(?: (?:changed?|touch(?:ed)?|do|did|brought|bring))?(?= in |\??$)", r"what changed since HEAD~\1"),
    (r"^(?:changes|changed|diff|what's new|what is new|news) (since|after|from) ([^\s?]{1,120})\??$", r"what changed since \2"),
    (rf"^what (?:would |could |can |might |will )?(?:makes?|causes?|leads?|triggers?|gets?) {_NAME} (?:to )?(return|raise|throw|call|fail|write|delete|send|free|exit|abort|set)\b", r"when does \1 \2"),
    (rf"^(?:what|which) (lock|mutex|locks|mutexes) (?:is|are) (?:held|taken) (?:while|when|during|for|around) (?:the )?(?:calls? (?:of|to) )?{_NAME}(?: (?:is )?(?:runs?|running|called|executes?|executed|being called))?\??$", r"which \1 protects \2"),
    (rf"^what(?:'s| is) {_NAME}'s (?:result|return value|value) (?=for |if |when )", r"what does \1 return "),
    (r"\b(?:does|do|can|could|would|should) one (?=[a-z]+ )", "do I "),
    (r"\bis it possible (?:for )?(\S+) to\b", r"can \1"),
    (r"\b(?:is|are) (\S+) (?:allowed|able|supposed|going|likely|expected) to\b", r"does \1"),
    (r"\b(?:is there any (?:way|chance|case|situation)(?: (?:that|where|in which))?|could it be that|can it happen that) (\S+) (?=\w)", r"can \1 "),
    (r"\b(?:ended|winds?|wound) up calling\b", "end up calling"),
    (r"\b(?:ends?|ended|winds?) up (?!calling\b)(\w{2,12}ing)\b", r"\1"),
    (r"\b(?:gives? up|bails? out|backs? out|stops? early|aborts? early|turns? back) and (?=returns?\b|raises?\b|throws?\b)", ""),
    (r"\b(?:bails? out|gives? up|quits?|stops?|leaves?|exits?) early\b", "return early"),
    (r"\b(?:blows? up|bails? out|chokes?|falls? over|goes wrong|explodes?)\b", "fail"),
    (r"\b(?:try|tries|attempts?|manages?|happens?|continues?|bothers?|goes on|proceeds?|get around) to (?=[a-z]+)", ""),
    (r"\b(?:ever|actually|really|simply|also|explicitly|immediately|internally|in fact|at runtime|eventually need to)\b(?! call| reach)\s*", ""),
    (r"^(?:what|who) (?:all )?(?:is|are) (?:directly )?(?:responsible|in charge) (?:for|of) (\w+)ing\b", r"which functions \1"),
    (r"\b(?:gets?|got|getting|being) (?=(?:\w+ed|set|sent|written|thrown|built|made|read|put|run|held|taken|hit)\b)", "is "),
    (r"\bis (\S+) is (?=\w+ed\b)", r"is \1 "),
    (rf"^what (?:(?:do|must|should|would|will|does) (?:i|we|one|you)|code|callers?|else|all|would|will|must|needs?|has|have)? ?(?:(?:also )?(?:have|has|need|needs|got) to|must|should|need)? ?(?:be )?(?:touch(?:ed)?|adapt(?:ed)?|adjust(?:ed)?|fix(?:ed)?|edit(?:ed)?|rework(?:ed)?|updated?|chang(?:e|ed)|follow|modif(?:y|ied)) (?:if|when|once) (?:(?:i|we|you|someone) )?((?:{_CHANGES})\w* )", r"what breaks if I \1"),
    (rf"^(?:will|would|could|does|do) (?:anything|something|any code|other code) (?:break|fail|stop working) (?:if|when) (?:(?:i|we|you|someone) )?((?:{_CHANGES})\w* )", r"what breaks if I \1"),
    (rf"^(?:can|could|may) (?:i|we|one) (?:safely |just )?(?:delete|remove|drop) {_NAME}(?: safely)?\??$", r"is \1 unused"),
    (rf"^is it safe to (?:delete|remove|drop) {_NAME}\??$", r"is \1 unused"),
    (rf"^(?:which|what) (?:other )?(?:code|functions?|callers?|files?|places?|parts?) (?:is|are|gets?|would be|will be|do(?:es)? get|may be) (?:affected|impacted|hit|broken) (?:if|when|by) (?:(?:i|we|you|someone) )?((?:{_CHANGES})\w* )", r"what breaks if I \1"),
    (rf"^(?:does|do|will|would|can) {_NAME} do (?:anything|something|any work|nothing) (?=if |when |unless |for |with )", r"what does \1 do "),
    (r"\b(?:gives?|hands?|passes) ((?!up\b)\S+) back\b", r"return \1"),
    (r"\b(?:data members?|member variables?|instance variables?|data fields?|instance attributes?)\b", "fields"),
    (rf"^((?:what|which) fields?) (?:does|do) {_NAME} (?:hold|store|carry|keep|contain|declare|own|consist of)\b", r"\1 does \2 have"),
    (rf"^(where|when|how|why) (?:does|do|did) {_THEM} (call|use|invoke|run) {_NAME}(?: from)?\??$", r"\1 is \3 called"),
    (rf"^(where|when|how|why) (?:does|do|did) {_THEM} (?:create|make|construct|instantiate) {_NAME}\??$", r"\1 is \2 created"),
    (rf"^(?:what|who) (?:(?:first )?(?:triggers?|kicks? off|drives?|fires?|starts?|runs?|executes?)) {_NAME}\??$", r"who calls \1"),
    (rf"^what code paths? (?:leads? to|reach(?:es)?|hits?|ends? in) {_NAME}", r"who reaches \1"),
    (rf"^what(?:'s| is)? (?:happening |going on )(?:in|inside) {_NAME}\??$", r"what does \1 do"),
    (rf"^what(?:'s| is) (?:the )?(?:job|role|point|task|goal|idea|responsibility|use) of {_NAME}\??$", r"what does \1 do"),
    (rf"^what(?:'s| is) {_NAME} (?:good|used|there|meant|responsible) for\??$", r"what does \1 do"),
    (rf"^how is {_NAME} implemented\??$", r"what does \1 do"),
    (rf"^what (?:comes back|is given back|do (?:i|we|you) get(?: back)?|does one get) (?:from|out of|by calling|when (?:i|we|you) call|calling) {_NAME}", r"what does \1 return"),
    (rf"\b(?:what (?:does|can|will|would)) {_NAME} (?:give back|hand back|give me(?: back)?|yield|spit out|evaluate to|come back with|answer)\b", r"what does \1 return"),
    (rf"^{_PLACE}(?:exceptions?|errors?) (?:can |could |may |might )?(?:bubble up|propagate|leak|come out|get out|escape)(?:s)? (?:from|of|out of) {_NAME}", r"what can \1 raise"),
    (rf"^{_PLACE}(?:exceptions?|errors?) (?:do|must|should) (?:i|we|callers?|one|users?) (?:of {_NAME} )?(?:expect|handle|catch|deal with|be ready for)(?: (?:from|when (?:i |we )?call(?:ing)?|around|of) {_NAME})?", r"what can \1\2 raise"),
    (rf"^(which|what) tests? (?:touch|touches|hit|hits|go through|use|uses|involve|involves|rely on|depend on|execute|executes|check|checks|exercise) {_NAME}", r"which tests cover \2"),
    (rf"^(?:where can i (?:find|see)|point me to|show me) (?:the )?(?:code|definition|implementation|source|body) (?:of|for) {_NAME}", r"where is \1"),
    (r"\b(?:if|when) (?:(?:i|we|you|one|nothing|nobody|it|none) )?(?:do(?:es)?n't (?:pass|give|set|specify) (?:it|one|any)|is (?:omitted|left out|not given)|(?:is )?(?:passed|given|omitted))\??$", ""),
    (rf"^(?:what|which)(?:'s| is| are)? (?:the )?(?:sequence|order) of (?:steps|operations|calls|things) (?:in|of|inside) {_NAME}\??$", r"what does \1 do step by step"),
    (r"^(does|do|is) (.{3,120}?),? before or after (?:it |they )?(.{2,120})$", r"in what order \1 \2 and \3"),
    (r"\b(?:looks? at|looks? into|peeks? at|inspects?|examines?|tests?|queries|pays attention to|cares? about|reacts? to|honou?rs?|respects?) (?=`?\w*_\w*`?\W*$|it\W*$)", "reads "),
    (r"^(where|when|how) (?:does|do) (\S+) is (set|written|read|called|sent|freed)\b", r"\1 is \2 \3"),
    (r"(?<=\w )(?:once|as soon as|every time|whenever) (?=\w+ )", "if "),
    (rf"^(?:what|which) (?:errno|error codes?|status(?: codes?)?|return codes?|values?|results?) (?:do(?:es)?|will|would|can) (?:i|we|you|one|callers?) (?:get|see|receive)(?: back)? (?:from|out of|by calling|when (?:i|we) call) {_NAME}", r"what does \1 return"),
    (r"\breturn(s)? (?:an? )?(?:null|nil) ?(?:pointer|ptr)\b", r"return\1 NULL"),
    (r"\breturn(s|ed)? (?:an? |the )?empty (?:string|str|text)\b", r'return\1 `""`'),
    (r"\breturn(s|ed)? (?:an? |the )?empty (?:list|array)\b", r"return\1 `[]`"),
    (r"\breturn(s|ed)? (?:an? |the )?empty tuple\b", r"return\1 `()`"),
    (r"\breturn(s|ed)? (?:an? |the )?empty (?:dict|dictionary|map|mapping|object)\b", r"return\1 `{}`"),
    (rf"^(?:what|which(?: (?:functions?|methods?))?) (?:does|do|can|will) {_NAME} (?:call|invoke) (?=if |when |unless |once )", r"what does \1 do "),
    (r"^((?:which|what) (?:functions?|methods?|code|places?)|who|what) (?:takes?|holds?|acquires?|grabs?) (?:the |a )?((?:[\w.>-]{1,40} ){1,3}(?:lock|mutex))\??$", r"\1 locks the \2"),
    (r"\s{2,}", " "),
))  # fmt: skip
_TURNED: Final = regex(
    r"(?i)\b(?:turned|switched|flipped|toggled) (?:on|off)\b|\b(?:enabled|disabled|toggled|flipped)(?=\W*$| and | or )"
)
_UNDER: Final = regex(r"(?i)\w (?:when|if|once|while|unless|after) ")  # where it says what is so, not what is done
_RESTATED: Final = regex(r"(?i),?\s(?:i\.\s?e\.|that is,|in other words,?|meaning|namely),?\s(?=(?:call|raise|return|write|use|delete|send|free|read|set|throw)s?\b)")  # fmt: skip
LONGEST: Final = 400


def plainly(question: str) -> str:
    """The question without what people say around it; itself where nothing is taken off."""
    said = question[:LONGEST].strip()
    said = f"which functions {found[1]}" if len(found := _RESTATED.split(said, maxsplit=1)) > 1 else said
    said = said if _UNDER.search(said) else _TURNED.sub("set", said)
    for old, new in RULES:
        said = old.sub(new, said).strip()
    return said
