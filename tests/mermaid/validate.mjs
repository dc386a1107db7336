// The real Mermaid parser over many charts, without a browser.
//
// stdin: one {"id", "text"} per line; stdout: one verdict per line: ok, error, and the graph as Mermaid understood it
// (direction, nodes with text, shape and classes, edges), so that a test can compare it with what we meant to draw.
// MERMAID_PACKAGE names the package under node_modules: `mermaid` (what GitHub runs) or `mermaid12` (what comes next).
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import readline from 'node:readline';
import { pathToFileURL } from 'node:url';

const here = path.dirname(new URL(import.meta.url).pathname);
const home = path.join(here, 'node_modules', process.env.MERMAID_PACKAGE ?? 'mermaid');
const load = file => import(pathToFileURL(file).href);
const version = JSON.parse(readFileSync(path.join(home, 'package.json'), 'utf8')).version;

// The parser asks DOMPurify to clean labels, and DOMPurify has no methods without a window. Cleaning is checked by
// render.mjs, in a real browser; here the text passes through.
const require = createRequire(path.join(home, 'package.json'));
const purify = (await load(path.join(path.dirname(require.resolve('dompurify')), 'purify.es.mjs'))).default;
if (!purify.sanitize) Object.assign(purify, { sanitize: String, addHook() {}, removeHook() {} });

for (const level of ['log', 'info', 'debug', 'warn', 'error']) console[level] = () => {};
const mermaid = (await load(path.join(home, 'dist/mermaid.core.mjs'))).default;
mermaid.initialize({ startOnLoad: false, securityLevel: 'strict', suppressErrorRendering: true, logLevel: 'fatal' });

const MAX_TEXT = 50_000; // enforced when drawing only: a red box, no exception

// While parsing, Mermaid keeps entities under placeholders of its own.
const reveal = text => (text ?? '').replace(/ﬂ°°(\d+)¶ß/g, (_, code) => String.fromCodePoint(+code)).replace(/ﬂ°(\w+)¶ß/g, '&$1;');

const understood = db => ({
  direction: db.getDirection(),
  nodes: [...db.getVertices().values()].map(v => ({ id: v.id, text: reveal(v.text), shape: v.type ?? '', classes: v.classes ?? [] })),
  edges: db.getEdges().map(e => ({ source: e.start, target: e.end, text: reveal(e.text), type: e.type })),
});

// Settings stand in front matter (`---`) or a directive (`%%{…}%%`). `parse` alone tells them, and reads the whole chart for it.
async function smuggled(text) {
  if (/%%|---/.test(text)) return (await mermaid.parse(text)).config ?? {};
  mermaid.mermaidAPI.reset(); // of what the chart before set
  return {};
}

async function verdict({ id, text }) {
  try {
    if (text.length > MAX_TEXT) throw new Error(`${text.length} characters are more than ${MAX_TEXT}`);
    const config = await smuggled(text);
    const { type, db } = await mermaid.mermaidAPI.getDiagramFromText(text);
    return { id, ok: true, version, type, config, ...understood(db) };
  } catch (error) {
    return { id, ok: false, version, error: String(error?.message ?? error).slice(0, 600) };
  }
}

for await (const line of readline.createInterface({ input: process.stdin })) {
  if (line.trim()) process.stdout.write(JSON.stringify(await verdict(JSON.parse(line))) + '\n');
}
