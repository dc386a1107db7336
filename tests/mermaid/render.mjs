// Charts drawn by real Mermaid in real Chromium, and what a person would then see.
//
// stdin: one {"id", "text", "file"} per line; `file` without ending, or absent: write no picture. stdout: per chart the
// displayed text of nodes and edges, what is clipped, what went over the network, size; a PNG where `file` says.
// CHROMIUM is the browser (/usr/bin/chromium), MERMAID_PACKAGE the package (mermaid | mermaid12).
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';
import playwright from 'playwright-core';

const here = path.dirname(new URL(import.meta.url).pathname);
const home = path.join(here, 'node_modules', process.env.MERMAID_PACKAGE ?? 'mermaid');
const version = JSON.parse(readFileSync(path.join(home, 'package.json'), 'utf8')).version;

const browser = await playwright.chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--font-render-hinting=none'],
});
const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, offline: true });
const page = await context.newPage();
const requests = [];
page.on('request', request => { if (!/^(about|data|blob):/.test(request.url())) requests.push(request.url()); });
await page.setContent('<!doctype html><meta charset=utf-8><body style="margin:8px;background:#fff"><div id=out></div>');
await page.addScriptTag({ path: path.join(home, 'dist/mermaid.min.js') });
await page.evaluate(() => mermaid.initialize({ startOnLoad: false, securityLevel: 'strict', suppressErrorRendering: true }));

// Runs in the page.
async function draw({ text, name }) {
  const out = document.getElementById('out');
  out.innerHTML = '';
  try {
    const { svg } = await mermaid.render(name, text);
    out.innerHTML = svg;
    const shown = element => (element.innerText ?? element.textContent ?? '').replace(/\u200b/g, '');
    const clipped = element => {
      const frame = element.closest('foreignObject') ?? element.querySelector('foreignObject');
      const inner = frame?.firstElementChild;
      if (!inner) return false;
      const wide = inner.scrollWidth > Math.ceil(+frame.getAttribute('width')) + 1;
      return wide || inner.scrollHeight > Math.ceil(+frame.getAttribute('height')) + 1;
    };
    const box = out.querySelector('svg').getBoundingClientRect();
    return {
      ok: !/Maximum text size in diagram exceeded/.test(out.textContent),
      width: Math.round(box.width),
      height: Math.round(box.height),
      natural: [out.querySelector('svg').viewBox.baseVal.width, out.querySelector('svg').viewBox.baseVal.height].map(Math.round),
      svg,
      nodes: [...out.querySelectorAll('g.node')].map(node => {
        const label = node.querySelector('.nodeLabel, .label foreignObject div, text') ?? node;
        return { text: shown(label), clipped: clipped(label) };
      }),
      edges: [...out.querySelectorAll('g.edgeLabel')].map(e => shown(e.querySelector('span.edgeLabel, text') ?? e)).filter(Boolean),
      paths: out.querySelectorAll('path.flowchart-link').length,
      live: out.querySelectorAll('script,iframe,object,embed,img,a,math').length,
    };
  } catch (error) {
    document.querySelectorAll(`#d${name}, #${name}`).forEach(rest => rest.remove());
    return { ok: false, error: String(error?.message ?? error).slice(0, 600) };
  }
}

let count = 0;
for await (const line of readline.createInterface({ input: process.stdin })) {
  if (!line.trim()) continue;
  const { id, text, file } = JSON.parse(line);
  requests.length = 0;
  const { svg, ...seen } = await page.evaluate(draw, { text, name: `chart${++count}` });
  if (file && seen.ok) {
    await page.setViewportSize({ width: Math.max(1280, seen.width + 40), height: Math.max(900, seen.height + 40) });
    await page.locator('#out svg').screenshot({ path: `${file}.png` });
    writeFileSync(`${file}.svg`, svg);
  }
  process.stdout.write(JSON.stringify({ id, version, requests: [...requests], ...seen }) + '\n');
}
await browser.close();
