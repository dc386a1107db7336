"""C: what is edited, edits that a review must tell, and edits that count for nothing or are told by themselves."""

from __future__ import annotations

from .edits import Edit, called, moved, put

SOURCE = """#include "alpha.h"
#include "beta.h"

#define SIZE 64
#define LIMIT 10

enum state { IDLE, BUSY };

struct conn {
	int state;
	int n;
	char *name;
};

static int depth;

int grow(struct conn *c, int n)
{
	c->n = n;
	return resize(c, n);
}

static void reset_all(struct conn *c)
{
	c->n = 0;
	drop(c);
}

int handle(struct conn *c, int count)
{
	int r = 0;
	char *buf = NULL;

	lock(c);
	r = parse(c, "x");
	if (r < 0)
		goto out;
	if (!c->name)
		return -1;
	grow(c, SIZE);
	send_all(c, count);
	for (int i = 0; i < count; i++) {
		use(c, i);
		note(c);
	}
	switch (c->state) {
	case IDLE:
		start(c);
		break;
	case BUSY:
		wait_for(c, LIMIT);
		break;
	default:
		reset_all(c);
	}
	c->state = IDLE;
	depth = count;
out:
	unlock(c);
	free(buf);
	return r;
}
"""

TELLING: dict[str, Edit] = {
    "swap grow/send": put(("\tgrow(c, SIZE);\n\tsend_all(c, count);\n", "\tsend_all(c, count);\n\tgrow(c, SIZE);\n")),
    "drop grow": put(("\tgrow(c, SIZE);\n", "")),
    "drop send": put(("\tsend_all(c, count);\n", "")),
    "r<=0": put(("r < 0", "r <= 0")),
    "negate name": put(("!c->name", "c->name")),
    "drop name check": put(("\tif (!c->name)\n\t\treturn -1;\n", "")),
    "swap checks": put(
        (
            "\tif (r < 0)\n\t\tgoto out;\n\tif (!c->name)\n\t\treturn -1;\n",
            "\tif (!c->name)\n\t\treturn -1;\n\tif (r < 0)\n\t\tgoto out;\n",
        )
    ),
    "loop <=": put(("i < count", "i <= count")),
    "loop from 1": put(("int i = 0", "int i = 1")),
    "swap use/note": put(("\t\tuse(c, i);\n\t\tnote(c);\n", "\t\tnote(c);\n\t\tuse(c, i);\n")),
    "note out of loop": put(("\t\tnote(c);\n\t}\n", "\t}\n\tnote(c);\n")),
    "unlock early": put(("\tunlock(c);\n", ""), ("\tsend_all(c, count);\n", "\tunlock(c);\n\tsend_all(c, count);\n")),
    "drop unlock": put(("\tunlock(c);\n", "")),
    "drop free": put(("\tfree(buf);\n", "")),
    "lock later": put(("\tlock(c);\n", ""), ('\tr = parse(c, "x");\n', '\tr = parse(c, "x");\n\tlock(c);\n')),
    "drop break": put(("\t\tstart(c);\n\t\tbreak;\n", "\t\tstart(c);\n")),
    "limit 11": put(("LIMIT 10", "LIMIT 11")),
    "size 65": put(("SIZE 64", "SIZE 65")),
    "return 0": put(("return r;", "return 0;")),
    "count - 1": put(("send_all(c, count)", "send_all(c, count - 1)")),
    "grow under if": put(("\tgrow(c, SIZE);\n", "\tif (count)\n\t\tgrow(c, SIZE);\n")),
    "reset at the end of state": put(
        ("\tc->state = IDLE;\n\tdepth = count;\n", "\tdepth = count;\n\tc->state = BUSY;\n")
    ),
    "swap state/depth": put(
        ("\tc->state = IDLE;\n", ""), ("\tswitch (c->state) {\n", "\tc->state = IDLE;\n\tswitch (c->state) {\n")
    ),
    "enum order": put(("{ IDLE, BUSY }", "{ BUSY, IDLE }")),
    "r = 1": put(("int r = 0", "int r = 1")),
    "grow's order": put(
        ("\tc->n = n;\n\treturn resize(c, n);\n", "\tint r = resize(c, n);\n\tc->n = n;\n\treturn r;\n")
    ),
    "reset's order": put(("\tc->n = 0;\n\tdrop(c);\n", "\tdrop(c);\n\tc->n = 0;\n")),
    "text": put(('"x"', '"y"')),
    "goto to return": put(("goto out;", "return r;")),
    "result unused": put(('r = parse(c, "x");', 'parse(c, "x");')),
    "static gone": put(("static void reset_all", "void reset_all")),
    "int to long": put(("\tint n;\n\tchar", "\tlong n;\n\tchar")),
    "field order": put(("\tint state;\n\tint n;\n", "\tint n;\n\tint state;\n")),
}
"""Each changes what the code does, or what it is."""

QUIET: dict[str, Edit] = {
    "rename grow": called("grow", "enlarge"),
    "rename reset_all": called("reset_all", "clear"),
    "rename SIZE": called("SIZE", "CAPACITY"),
    "rename LIMIT": called("LIMIT", "MOST"),
    "rename c": called("c", "conn"),
    "rename r": called("r", "ret"),
    "rename i": called("i", "k"),
    "rename count": called("count", "total"),
    "rename buf": called("buf", "data"),
    "rename handle": called("handle", "process"),
    "rename conn": called("struct conn", "struct link"),
    "rename field n": put(
        ("c->n ", "c->size "),
        ("\tint n;\n\tchar", "\tint size;\n\tchar"),
        ("\tlong n;\n\tchar", "\tlong size;\n\tchar"),
        ("\tint n;\n\tint state", "\tint size;\n\tint state"),
    ),
    "rename state": put(("->state", "->phase"), ("int state;", "int phase;")),
    "rename IDLE": called("IDLE", "FREE"),
    "rename depth": called("depth", "level"),
    "rename label": called("out", "done"),
    "braces": put(
        ("\t\tgoto out;\n", "\t\tgoto out;\n\t}\n"),
        ("if (r < 0)\n", "if (r < 0) {\n"),
        ("if (r <= 0)\n", "if (r <= 0) {\n"),
        ("\t\treturn r;\n", "\t\treturn r;\n\t}\n"),
    ),
    "braces 2": put(("\t\treturn -1;\n", "\t\treturn -1;\n\t}\n"), ("name)\n", "name) {\n")),
    "spaces": put(("\t", "    ")),
    "allman": put((" {\n", "\n{\n")),
    "comments": put(
        ("\tlock(c);", "\t/* now */\n\tlock(c);"),
        ("\tgrow(c, SIZE);", "\tgrow(c, SIZE); /* room */"),
        ("unlock(c);", "unlock(c); // open"),
    ),
    "++i": put(("i++", "++i")),
    "i up": put(("\tint r =", "\tint i;\n\tint r ="), ("(int i =", "(i =")),
    "0 > r": put(("r < 0", "0 > r"), ("r <= 0", "0 >= r")),
    "NULL ==": put(("!c->name", "c->name == NULL"), ("if (c->name)", "if (c->name != NULL)")),
    "includes": put(('#include "alpha.h"\n#include "beta.h"\n', '#include "beta.h"\n#include "alpha.h"\n')),
    "functions order": moved("\nstatic void reset_all", "\nint handle(", "\nint grow("),
    "const": put(("int handle(struct conn *c, int count)", "int handle(struct conn *c, const int count)")),
    "brackets": put(("(r < 0)", "((r < 0))"), ("return r;", "return (r);")),
    "cast": put(("send_all(c, count", "send_all(c, (int)count")),
    "(void)": put(("\tsend_all", "\t(void)send_all"), ("\tgrow(c, SIZE)", "\t(void)grow(c, SIZE)")),
    "decl together": put(
        ("\tint r = 0;\n\tchar *buf = NULL;\n", "\tchar *buf = NULL;\n\tint r = 0;\n"),
        ("\tint r = 1;\n\tchar *buf = NULL;\n", "\tchar *buf = NULL;\n\tint r = 1;\n"),
    ),
    "prototype": put(("static int depth;\n", "static int depth;\nint handle(struct conn *c, int count);\n")),
    "static handle": put(("int handle(", "static int handle(")),
    "new param": put(
        ("int grow(struct conn *c, int n)", "int grow(struct conn *c, int n, int flag)"),
        ("grow(c, SIZE)", "grow(c, SIZE, 0)"),
    ),
    "message": put(("\tlock(c);", '\tdebug("locked");\n\tlock(c);')),
    "hex": put(("10\n", "0xa\n"), ("64\n", "0x40\n")),
    "helper": put(
        ("\t\tstart(c);\n", "\t\tstart_now(c);\n"),
        ("int handle(", "static void start_now(struct conn *c)\n{\n\tstart(c);\n}\n\nint handle("),
    ),
    "typedef": put(
        ("struct conn *c", "conn_t *c"), ("static int depth;", "typedef struct conn conn_t;\nstatic int depth;")
    ),
    "while": put(
        ("for (int i = 0; i < count; i++) {", "int i = 0;\n\twhile (i < count) {"),
        ("\t\tnote(c);\n", "\t\tnote(c);\n\t\ti++;\n"),
    ),
    "move macro": put(
        ("#define LIMIT 10\n", ""), ("#define LIMIT 11\n", ""), ("enum state", "#define LIMIT 10\nenum state")
    ),
    "else": put(("\tif (!c->name)\n\t\treturn -1;\n", "\telse if (!c->name)\n\t\treturn -1;\n")),
    "wrap": put(("\tif (r < 0)\n", "\tif (\n\t\tr < 0\n\t)\n"), ("send_all(c, count", "send_all(\n\t\tc,\n\t\tcount")),
    "macro->enum": put(("#define SIZE 64\n", "enum { SIZE = 64 };\n"), ("#define SIZE 65\n", "enum { SIZE = 65 };\n")),
}
"""Each stands beside every one of those; what is said of it alone does not count for the other."""
