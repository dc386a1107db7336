"""What can be asked, in the words of `tokens`: `a|b` is either, `x?` may be left out, a capital is a name.

A and B are functions, types or files (C one that is written as names are); T is what an effect
is done to, or an error, or a value; N is a plain name, V a verb that is no word of a form, W any verb; `*` is whatever follows, which is not weighed, and said so. The first form
that fits the whole question is what is asked.
"""

from __future__ import annotations

from typing import Final

FORMS: Final[tuple[tuple[str, str], ...]] = tuple((kind, form.strip()) for kind, forms in {
    # -- yes or no
    "in_loop": "is A called in|inside|from loop | do anything call A in loop | who|which|where call A in|inside loop",
    "times_called": "how many times|places do|can A call B | how often do|can A call B | from how many places do A call B",
    "times_itself": "how many times|places do|can A call itself | how often do|can A call itself",
    "is_called": """
        do|have anything call A yet? |        do anything call A | is A called somewhere|anything? | is A called by anything | do anybody|anything still? call A | is A used | have A callers
        do A get? called | is A called directly?
        is A called inside|in code | do A have callers | have A callers | is there callers of A
        is A still? used|called | is A used|called by anybody|someone
        """,
    "is_unused": "is A unused | is A unused code | is A never|not called | do nothing call A | is A not used",
    "is_tested": """
        is A tested | is A tested by test | do test call|cover|reach A | have A test | do A have test | is there test for|of A | do test A exist | do have test for A | is there unit|regression|integration? test for|of A | do have unit|regression|integration? test for A
        is A called by|in|from test
        """,
    "calls_itself": "is A recursive | do A call itself | can A call itself",
    "does_call": """
        do|can A call B | is B called by|from|in|inside A | do A directly call B | do A call B directly
        """,
    "does_reach": """
        can|do A reach B | is B reached from|by A | can|do A lead|get to B | is there path|way from A to B | can|do A indirectly|transitively|eventually|ultimately call B
        can|do A call B indirectly|transitively|eventually | can|do A end up call|in B | is A connected to B
        is there code path|way from A to B | is there call path|chain from A to B | is there path|way to get? from A to B | can get from A to B
        """,
    "does_raise": "can|do A raise T | can T is raised by|from|in A | is T raised by|in|from A | can|do T escape|leave|come from? A",
    "is_raised": "is T raised | is T raised in|inside code | do anything raise T",
    "is_deleted": "is T deleted | do anything delete T",
    "is_sent": "is T sent | do anything send T",
    "is_freed": "is T freed | do anything free T",
    "can_fail": "can A fail | do A fail | can|do A return error | can A go wrong",
    "can_raise": "can|do A raise | can|do A raise anything | can|do A raise error",
    "does_return": "can|do A return T | is T returned by|from A | can T is returned by|from A",
    "returns_any": "can|do A return anything",
    "does_delete": "do A delete from|in T | can|do A delete T | is T deleted by|in A | can|do A delete anything? | is anything deleted by|in|from A | is there anything deleted by|in A",
    "does_write": "do A add|append|insert|push|put to|into|in T | do A touch|alter T | can|do A write T | is T written by|in A | can|do A write anything? | do A write to T | is anything written by|in A",
    "does_send": "can|do A send T | can|do A send anything? | is T sent by A",
    "does_lock": "can|do A lock T | can|do A lock anything? | is T locked by|in A | do A hold|take lock | do A take|hold|lock|need mutex | do A hold|need lock | is mutex|lock taken|held|locked by|in A | is anything locked by|in A",
    "does_free": "can|do A free T | is T freed by|in A | can|do A free anything? | is anything freed by|in A",
    "does_exit": "which can? make A exit | can|do A exit | can|do A exit process|program | can|do A kill|end|crash|stop|delete process | can|do A kill|crash|end",
    "does_derive": "do A derive from? B | is A derive|derived|bases of|from B | is A one of subclasses of B",
    "has_effects": "do A have side effect | have A side effect | is A pure",
    "does_need": "do A depend on B | do A include B | is B included by|from|in A",
    "is_in": "is A defined|declared in B | is A in B",
    "are_circular": "is there cycle in|between? include|dependencies | do have circular|cyclic include|dependencies | is there cyclic include|dependencies | do include have cycles|cycle | is there loops|loop in include|dependencies | do files include each in|circle circle? | is there circular include|dependencies|cycles? | is there cycles? in|between? include|dependencies | which is circular include|dependencies | which files is circular",
    # -- one function
    "callers": """
        who|which|where call A | which is A called for | who|which|where directly call A | who|which call A directly | who|which is callers of A | how is A called|used | where|how do call A | callers of A | callers A
        where|who|when is A called | where is A called from|by | by who|which is A called | from where is A called | which code call A | which places call A
        in which places is A called | who|which is callers A | which is call sites of A | call sites of A | who do call A | where do call A | which files call A
        in which is A called | who is callers A | which is A called by|from
        everything|anything that call A | which|who is call A | all? callers of A
        """,
    "callers_deep": """
        who|which indirectly|transitively|eventually|ultimately call A | who|which call A indirectly|transitively | who|which reach|lead A | which lead to A
        which can reach A | who|which can end up in|calling A | how is A reached | how can A is reached | how do get to A | who can reach A
        who|which end|ends up in|call A
        """,
    "how_many": "how many callers do A have | how many A call is there | how many call to|of A is there | how many A call do have | how many place call A | how many callers have A | how often|many times? is A called | how many times is A called | how many call A | how many places call A | how many call sites do A have | is A called more than once | is A called in|from|at more than one place|places|file|files | is A called only? once",
    "callees": """
        which|who do A call | callees of A | which is callees of A | which is called by|from|in|inside A | which do A call directly | which do A directly call
        which call do A make | who|which do A delegate to
        """,
    "where": """
        where is A | where is A defined | where do A live | which file define A | where do define A | in which file is A | in which file is A defined | where can|do find A | where is definition of A | which is definition of A
        which module define A | find A | where is A coming from | which line is A defined on? | which file is A in | which file is A defined in | definition of A
        """,
    "does": """
        which do A do | which is A for | which is C | how do A work | explain A | describe A | which happens in|inside A | purpose of A | which is purpose of A | summarise|summarize A
        how do A do it | which is A doing | which happens if|when A is called | which happens if|when call A | which do A do exactly | which can A do | which do A actually do | which do A do step by step | walk through A
        which do A do first|next | which do A really? do | in which steps do A work
        """,
    "raises_of": """
        which error can|do A raise | which can|do A raise | which can go wrong in|inside A | how can|do A fail | which error can|do A produce|give|have
        which error can|do come|escape from? A | which is raised by|in|from A | which error is raised by|in|from A | which error do callers of A handle
        error of|from A
        """,
    "when_fails": """
        when do|can A fail | when can|do A raise | which make A fail | which can make A fail | under which conditions do|can A fail | when do|can A raise error | why can|do A fail
        why can|do A raise | which can cause A to fail|raise | which cause A to fail|raise
        """,
    "when_raises": "when is T raised in|by|from A | why is T raised in|by|from A | under which conditions is T raised in|by|from A | when can|do A raise T | under which conditions can|do A raise T | why can|do A raise T | which make A raise T",
    "when_calls": """
        when do|can A call B | under which conditions do|can A call B | when is B called by|from|in A | in which case|cases do A call B | under which conditions is B called by|from A
        """,
    "frees_of": "which do|can A free | which is freed by|in A",
    "signature": """
        which parameter do A have|take|accept | which do A take|accept | parameter of A | which is parameter of A | signature of A | which is signature of A | which parameter is there? of A
        which is A called with | which parameter is passed to A
        which type do A return | which is type of A return value? | which is return type of A
        """,
    "defaults_of": "which is default value? of A | which is A default value? | which default value? do A have",
    "default_of": """
        which is default value? of|for parameter? B in|of A | which is default value? of A parameter? B | which do parameter? B of|in A default to | which is B by default in A | which default value? do A give|have B
        which default value? do parameter? B of|in A have | do parameter? B of|in A have default value? | which is value of B by default in A
        which is default value? of B parameter of|in A | which is default B in|of|for A | which default do B have in A | which is B in A if omitted
        """,
    "declared": "where is A declared | in which file|header is A declared | in which file is A declared | which is declaration of A | declaration of A",
    "subtypes": """
        which|who subclasses A | which error? derive from? A | who derive from? A | subclasses of A | which is subclasses of A | which subclasses do A have | which is derived from A | which subclasses is there of A
        which is derive of A | do anything derive from? A
        """,
    "supertypes": "which do A derive from? | which is A base|bases|parent type? | which is bases of A | bases of A | which is A derived from | which is base of A | which bases do A have | which is parent of A | which is parent type? of A | which is base type of A | which is A derived from",
    "overriders": "which|who|where override A | where is A overridden | which override of A | is A overridden | do anything override A | which implementations of A | which implementations do A have | implementations of A",
    "does_have": "do A have|define|hold B | is there B in A | do B exist in A | have A B",
    "named_by": "who|which|where read|reads|access|accesses|mention|mentions|touch|touches|consult|consults|check|checks T | where is T read|accessed|mentioned|checked | who|which read|reads from T | which depend on value of T",
    "overridden": "which do A override | which method do A override | do A override anything",
    "returns_of": """
        which can|do A return | which value can|do A return | which is returned by|from A | return value of A | which is return value of A | which is value of A
        which error value can|do A return | which value is returned by A | which error can|do A return | which error is returned by A
        """,
    "when_returns": "when can|do A return T | under which conditions can|do A return T | why can|do A return T | which make A return T",
    "deletes_of": "which do|can A delete | which is deleted by|in A",
    "writes_of": "which do|can A write | which is written by|in A | which state do|can A write | which field do|can A write | which do A write to | which field? write do A make | which field is written by|in A",
    "sends_of": "which do|can A send | which is sent by A",
    "locks_of": "which do|can A take lock|locks | which do|can A lock | which lock do|can A take|hold|lock | which is locked by A | which locks do|can A take|hold|lock | which lock do|can A hold",
    "effects_of": "which is side effect of A | side effect of A | which side effect do|can A have | which side effect have A | which effect do A have | which is effect of A",
    "tests_for": """
        which test cover|call|reach A | which test test A | who|which test A | how is A tested | test for|of A | which test is there for|of A | which is test for|of A
        which test is for A | which test can run? after|if|when A is written | which test cover A directly | where is A tested | who|which cover A | which test run A
        which test should run after|if|when write A | which test can run if|when|after write A | which test is break by A | which test lead to A | which test do A have
        which test do have? to? run if|when|after write A | which test can fail|break if|when A break|fail|broken|broke | which test can fail|break if|when break A | which test do depend to run if|when|after write A | which test is affected? by A
        """,
    "breaks": """
        which break if|when write A | which can break if|when A is? written|renamed|deleted | which can break if|when write|rename|delete A | which can|do break if|when written|renamed|deleted A | which break if|when A is? written|renamed|deleted
        which is break by|if|when write A | impact of write A | which is impact of write|rename|delete A | which is break by A | which do write A break | which can write|rename|delete A break
        which break if|when rename|delete A | which can is? break by|if|when write|rename|delete|renaming A | which is impact of A | impact of A | who is break by|if|when write A
        which break if|when signature of A write | which is break if|when A is? written|renamed|deleted | which can is? break if|when A is? written|renamed|deleted | who can is? break if|when A is written
        which break if|when A write | which can break if|when A write | which is consequences of write A
        which break if|when write signature|parameter of A | which need|depend? to write if|when A is? written | which do write signature of A break
        """,
    "changed": """
        which written | which is written | which have written | which do write | which is uncommitted | which is not committed
        which written|new since|after A | which is written|new since|after|in A | which have written since|after A | which do write since|after A
        which written between A and B | which is written between A and B | which written from A to B | which is different since A
        """,
    "changed_last": "which written|is|have in|with|by the? last|latest|newest|recent|previous commit|write | which have? written in|with|by the? last|latest|newest|recent|previous commit|write | which is written in|with|by the? last|latest|newest|recent|previous commit|write | which do the? last|latest|newest|recent|previous commit|write do|write",
    "type_of": "which is type of A | which type have|do A have? | which type is A | which is A type",
    "how_many_parameters": "how many parameter do|can A have|take|accept|need | how many parameter is there of A",
    "catches": "which error do A catch|handle|swallow|suppress | which error is caught|handled|swallowed|suppressed in|by A | which do A catch|handle|swallow | which happens if|when A raise T | which happens if|when T is raised in|by|inside A | which happens in|inside A if|when T is raised | which do A do if|when T is raised",
    "does_catch": "do|can A catch|handle|swallow|suppress T | is T caught|handled|swallowed|suppressed in|by A",
    "increased": "where|when|how is T incremented|increased|bumped | who|which|where increment|increments|increase|increases|bump|bumps T | where do increment|increase T | do anything increment|increase T",
    "decreased": "where|when|how is T decremented|decreased|lowered | who|which|where decrement|decrements|decrease|decreases T | where do decrement|decrease T | do anything decrement|decrease T",
    "catchers": "who|which|where catch|catches|handle|handles|swallow|swallows T | where is T caught|handled|swallowed | where do catch|handle T",
    "used_outside": "is A called anything? outside of? B | who|which|where call A outside of? B | do anything outside of? B call A | do anything call A outside of? B",
    # -- two
    "callers_both": "who|which call both? A and B | who|which call A and also? B",
    "path": """
        how do|can A reach|call B | path|way from A to B | which is path|way from A to B | how do|can A get|lead|come to B | how do|can get from A to B | how is B reached|called from|by A
        how do|can A end up in|at|calling B | how is B reached|called starting? from A | through which path|way is B reached from A | trace A to B | which call lead from A to B | which path|way lead from A to B | how do go from A to B
        which is shortest path from A to B | call chain from A to B | how is A connected|linked|related to B | how do call get from A to B | which is call chain from A to B | how do|can reach B from A
        """,
    "value_of": "which is value of A now | which do A expand to | which is A written to | which is A defined as|to | which value do A have | which is A value | which do macro? A stand for | which is A equal to | how much is A",
    "compared": """
        which is difference between A and B | how do A differ from B | which is different between A and B | compare A and|with|to B | how is A different from B
        which distinguishes A from B | difference between A and B | do A and B differ | how do A and B differ | how do A compare to|with B
        """,
    # -- over everything
    "raisers": "where|who raise T from? | who|which|where raise T | where|who is T raised | where is T raised from | which places raise T | who|which can raise T | where can|do T come from | where do raise T | which raise T error",
    "returners": "who|which|where return T | where is T returned | who|which can return T | which places return T",
    "folder_deleters": "who|which|where delete directory|directories|folder|folders | where is directory|directories|folders deleted | where do delete directory|directories|folder|folders",
    "deleters": "who|which|where delete from T | where is T deleted from | who|which|where delete T | where is T deleted | who|which can delete T | where do delete T | which delete | who|which|where delete anything | where do delete anything",
    "file_deleters": "who|which|where delete file|files|disk | where is file|files deleted | where do delete file|files",
    "freers": "who|which|where free T | where is T freed | who|which can free T | where do free T | which free|free memory | who|which|where free memory|anything | where do free memory|anything",
    "exiters": "who|which can? exit | where do exit | which can? exit process | who|which can? kill|end|stop process | who|which kill|end process",
    "writers": "when is T written | who|which|where add|append|insert|push|put to|into|in T | where is T initialized|initialised|reset|cleared|altered | who|which reset|resets|clear|clears T | who|which|where write T | where is T written | who|which can write T | where do write T | who|which write to T | where is field T written | who|which write field T | where do T write | how|where|when is T configured|computed|calculated|populated|filled|changed | how is T written|initialized|initialised|updated | how do T written | when is T cleared|reset|initialised|initialized",
    "senders": "where do send T | where is T sent from | who|which|where send T | where is T sent | who|which can send T | who|which send | who|which send requests|request|data|anything? over|to network",
    "lockers": "where do lock T | where do take|hold T | who|which|where lock T | where is T locked | who|which can lock T | which lock | who|which hold lock T | which take lock | where is lock|locks taken|locked|held | where is lock acquired|taken | who|which take|hold|lock lock|mutex T | where is lock|mutex T taken|held|locked | where|who is T taken|acquired|held",
    "unused": """
        which is unused | which code is unused | which is never called | which is not called | is there unused | is there anything unused | is there anything which|that? nothing call | is there unused code | which is never used | which is called by nothing
        which is not called by anything | unused code | which is unused code | which have no callers | which do nothing call | which is not used
        """,
    "unused_files": "which files is unused | unused files | is there unused files | which files is never included | which files do nothing include|depend",
    "hotspots": """
        which is hotspots | hotspots | which files is hotspots | which files is most depend|included|dependencies|important|needed|called on? | which files do most depend on | most called|included|needed files
        which files have most dependents|dependencies | which is most included|needed files | which files is included most | which files do most files depend on|include
        which is most included|needed
        which file|files|header|headers|module|modules is included|needed|depend on? most | which is most included|needed|depend on? file|header|headers|module|modules | which file|header|module|modules have most dependents
        which file|header|headers|module|modules do most files? include|depend on? | most included|needed file|header|headers|module|modules | which file|files|header|headers|module|modules is included|needed by most files
        """,
    "most_called": "which is most called | which is called most | which is called most often | which have most callers | most called | which is called from|by most places",
    "depends_on": """
        which|who depend on A | which|who include A | which files depend on|upon? A | which files include A | who is depend on A | which is dependents of A | where is A included
        reverse dependencies of A | which files depend A | dependents of A | which modules depend on A | which modules include A
        which module|file include|depend on? A | which file depend A
        """,
    "depends": """
        which do A depend on | which do A include | dependencies of A | which is dependencies of A | which files do A depend on | which files do A include | which modules do A include|depend on?
        which do A depend | which is included by A | which dependencies do A have
        """,
    "fields": """
        which field do A have | which do A have as field | which is A made of|from | which field have A | field of A | which is field of A | which field is in|of A | which field do A define|hold | which data do A define|hold|have
        """,
    "contents": """
        which do A have | which is in|inside A | which do A define|hold | which is defined|declared in|inside A | which is there in A | contents of A | which do A consist of | which do A offer|provide
        """,
    "implementers": "who|which define|hold A | which classes|types define|hold A | which is implementations|implementation|implementers of A",
    "creators": """
        who|which|where create|creates|construct|constructs|instantiate|instantiates|make|makes|allocate|allocates|build|builds new? A | where is A created|constructed|instantiated|allocated|made|built
        where do create|make|construct|instantiate|allocate A | who is creating|making A
        who|which|where create|creates|construct|constructs|instantiate|instantiates|make|makes instance|instances|object|objects of A | where is instances|objects of A created|made|constructed
        """,
    "entries": "which is entry points|point? | entry points | which is entrypoints | entrypoints | where do start | where do execution start | which is main entry points|point",
    "takers": "who|which take|have|need T as|for parameter | who|which have parameter of type? T | who|which take parameter of type? T | who|which take T",
    # -- with words that are not weighed
    "writers_to": "who|which|where write T to|as * | where|when|who is T written to|as *",
    "passers": "who|which|where pass|passes|register|registers|install|installs T as|to|with * | who|which|where pass|passes|register|registers|install|installs T | where|who is T passed|registered|installed as|to|with * | where|who is T passed|registered|installed",
    "breaks_if": "which can? break if|when A *",
    "ignored": "which|who callers? ignore|ignores|drop|drops|discard|discards the? return|returned? value of A | which|who callers? of? ignore|ignores|drop|drops|discard|discards value of A | is value of A ignored|dropped|discarded by|in? anything? | do anything ignore|drop|discard the? return? value of A | who|which call A and|without ignore|ignores|ignoring|checking|using? value",
    "checked": "which|who callers? check|checks|use|uses|look|inspect|inspects|call the? return? value of A | is value of A checked|called by|in? anything?",
    "after_step": "which happens after A in|inside B | which do B do after A | which happens after A is? called|written|done in|inside B | which do B do after call A",
    "before_step": "which happens before A in|inside B | which do B do before A | which happens before A is? called|written|done in|inside B | which do B do before call A",
    "returns_if": "do|can A return early|immediately if|when|unless|on|for * | which value? can|do A return if|when|for|in|with|unless|on * | which is A return|value if|when|for * | which is returned by|from A if|when|for|unless *",
    "returns_so": "do|can A return T if|when|unless|on|for|with *",
    "raises_so": "do|can A raise T if|when|unless|on|for|with *",
    "raises_if": "can|do A raise|fail if|when|on|for|with * | which error? can|do A raise if|when|for|on|with * | why can|do A fail|raise if|when * | can|do A raise error if|when|on|for|with * | can|do A return error if|when|on|for|with * | which error can|do A return if|when|on|for|with *",
    "does_if": "which happens in|inside? A if|when|after|with|on|for * | which happens if|when call A with|without|on|twice|for|in|and * | which do A do if|when|with|on|for * | which happens if|when A is called with|without|on|twice|for|and *",
    "calls_if": "do|can A call B if|when|unless *",
    "calls_always": "do A always|only|ever|invariably|unconditionally|sometimes call B | is B always|only|sometimes called by|in|from A",
    "deletes_if": "can|do A delete * | which is deleted by|in A for|when|if|on|of *",
    "writes_out": "who|which write|writes to file|files|disk|stdout|stderr|console|terminal|socket|network descriptor|descriptors|handle? | who|which write|writes to file|files|disk|stdout|stderr|console|terminal|socket|network",
    "writes_if": "can|do A write *",
    "sends_if": "can|do A send *",
    "frees_if": "can|do A free * | which is freed by|in A for|when|if|on|of *",
    "locks_if": "can|do A lock *",
    "deletes_on_disk": "who|which|where delete the? *",
    "names_the": "who|which|where call the N",
    "does_by_call": "do|can A V | do|can A V * | which do|can A V | which file|files do A V",
    "by_step": "in which order do|can A W | in which order do|can A W * | when|how|why|where do|can A W | when|how|why|where do|can A W * | under which conditions do|can A W | under which conditions do|can A W * | which do|can A W * | which do|can A W | which file|files|directory|directories do A W",
    "over_by_call": "who|which|where V anything",
    "doers": "who|which|where V C | which files V C",
    "worded": "where is|do|can *",
}.items() for line in forms.strip().splitlines() for form in line.split(" | ") if form.strip())  # fmt: skip
