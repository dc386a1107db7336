"""Questions in plain words, answered through the tools: `answer.by_rules` is the door.

`tokens` takes the names out of a question, `forms` is the table of what can be asked, `reading` matches one with the other: a question
has to be a form as a whole, so that one with a word more is refused and no other question is answered instead. The rest is a file
for each family of answers; what they say comes from the tools' own data, the cited line being that of the call, raise or write. A question in concepts is read
by its grammar (`inquiry`), held against the steps of the code (`scored`) and answered by those that say most of it (`concept`).
"""
