// Runs a composite action's steps on this machine as the Actions runner does, with GitHub's own expression evaluator.
//
// stdin: {"action": folder, "workspace": folder, "event": name, "payload": {…}, "inputs": {…}, "github": {…}, "skip": ["owner/name"…], "environment": {…}}
// stdout: one JSON report: steps with their outcome, log and summary; the action's outputs; the input warnings.
// What it keeps to: a composite step gets no INPUT_* and no GITHUB_TOKEN; `if` without a status function means success();
// `run` needs `shell`; file commands as the runner reads them; values of add-mask are masked afterwards.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { register } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { parse } from 'yaml';

// The evaluator imports JSON the old way.
register('data:text/javascript,' + encodeURIComponent(
  "export const load = (url, context, next) => next(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context)"));
const { Evaluator, Lexer, Parser, data } = await import('@actions/expressions');

const asked = JSON.parse(readFileSync(0, 'utf8'));
const action = parse(readFileSync(path.join(asked.action, 'action.yml'), 'utf8'));
const temporary = mkdtempSync(path.join(os.tmpdir(), 'runner-'));
const place = name => path.join(temporary, name);
for (const folder of ['tmp', 'tools']) mkdirSync(place(folder));
writeFileSync(place('event.json'), JSON.stringify(asked.payload));

const github = { event_name: asked.event, event: asked.payload, event_path: place('event.json'), workspace: asked.workspace, action_path: asked.action,
  api_url: 'https://api.github.com', server_url: 'https://github.com', run_id: '1', run_attempt: '1', ...asked.github };
const runner = { os: 'Linux', arch: 'X64', temp: place('tmp'), tool_cache: place('tools') };
const steps = {}, inputs = {}, environment = { ...asked.environment }, masks = [github.token];
let status = 'success', added = [];

function value(v) {
  if (v === null || v === undefined) return new data.Null();
  if (typeof v === 'string') return new data.StringData(v);
  if (typeof v === 'number') return new data.NumberData(v);
  if (typeof v === 'boolean') return new data.BooleanData(v);
  if (Array.isArray(v)) return new data.Array(...v.map(value));
  return new data.Dictionary(...Object.entries(v).map(([key, inner]) => ({ key, value: value(inner) })));
}
const functions = Object.entries({ success: () => status === 'success', failure: () => status === 'failure', always: () => true, cancelled: () => false })
  .map(([name, call]) => ({ name, minArgs: 0, maxArgs: 0, call: () => new data.BooleanData(call()) }));
function evaluated(expression) {
  const context = { github, runner, inputs, steps, env: environment, job: { status } };
  const parsed = new Parser(new Lexer(expression).lex().tokens, Object.keys(context), functions).parse();
  return new Evaluator(parsed, value(context), new Map(functions.map(f => [f.name, f]))).evaluate();
}
const filled = text => String(text ?? '').replace(/\$\{\{([\s\S]*?)\}\}/g, (_, expression) => evaluated(expression).coerceString());
function applies(condition) {
  if (!condition) return status === 'success';
  const bare = /^\$\{\{([\s\S]*)\}\}$/.exec(condition.trim())?.[1] ?? condition;
  const found = evaluated(bare).coerceString();
  const truth = !['', 'false', '0'].includes(found);
  return /\b(success|failure|always|cancelled)\s*\(/i.test(bare) ? truth : status === 'success' && truth;
}
function fileCommands(file) {
  const found = [], lines = readFileSync(file, 'utf8').split(/\r?\n/);
  for (let at = 0; at < lines.length; at++) {
    const border = /^([^=]*?)<<(.+)$/.exec(lines[at]), sign = lines[at].indexOf('=');
    if (border) {
      const end = lines.indexOf(border[2], at + 1);
      if (end < 0) throw new Error(`Matching delimiter not found '${border[2]}'`);
      found.push([border[1], lines.slice(at + 1, end).join('\n')]);
      at = end;
    } else if (sign > 0) found.push([lines[at].slice(0, sign), lines[at].slice(sign + 1)]);
    else if (lines[at]) throw new Error(`Invalid format '${lines[at]}'`);
  }
  return Object.fromEntries(found);
}
function ran(step, number) {
  const files = Object.fromEntries(['OUTPUT', 'ENV', 'PATH', 'STATE', 'STEP_SUMMARY'].map(name => [`GITHUB_${name}`, place(`${name}-${number}`)]));
  for (const file of Object.values(files)) writeFileSync(file, '');
  const script = place(`step-${number}.sh`);
  writeFileSync(script, filled(step.run));
  const own = Object.fromEntries(Object.entries(step.env ?? {}).map(([key, text]) => [key, filled(text)]));
  const given = Object.fromEntries(Object.entries(github).filter(([key, v]) => typeof v === 'string' && !['token', 'event'].includes(key)).map(([key, v]) => [`GITHUB_${key.toUpperCase()}`, v]));
  const done = spawnSync('bash', ['--noprofile', '--norc', '-e', '-o', 'pipefail', script], { cwd: path.resolve(asked.workspace, filled(step['working-directory'])), encoding: 'utf8', maxBuffer: 1 << 28,
    env: { PATH: [...added, process.env.PATH].join(':'), HOME: os.homedir(), CI: 'true', GITHUB_ACTIONS: 'true', RUNNER_OS: 'Linux', RUNNER_TEMP: runner.temp, ...environment, ...given, ...files, ...own } });
  const said = (done.stdout ?? '') + (done.stderr ?? '');
  for (const found of said.matchAll(/^::add-mask::(.*)$/gm)) masks.push(found[1]);
  Object.assign(environment, fileCommands(files.GITHUB_ENV));
  added = [...readFileSync(files.GITHUB_PATH, 'utf8').split('\n').filter(Boolean), ...added];
  const log = masks.filter(Boolean).reduce((text, mask) => text.replaceAll(mask, '***'), said);
  return { outcome: done.status === 0 ? 'success' : 'failure', exit: done.status, log, outputs: fileCommands(files.GITHUB_OUTPUT), summary: readFileSync(files.GITHUB_STEP_SUMMARY, 'utf8') };
}

const known = Object.keys(action.inputs ?? {}), warnings = Object.keys(asked.inputs).filter(name => !known.includes(name)).map(name => `Unexpected input(s) '${name}'`);
for (const name of known) inputs[name] = asked.inputs[name] ?? filled(action.inputs[name].default);
const report = [];
for (const [number, step] of action.runs.steps.entries()) {
  const id = step.id ?? `step${number}`;
  let result = { outcome: 'skipped' };
  if (applies(step.if)) {
    if (step.uses) result = { outcome: asked.skip.includes(step.uses.split('@')[0]) ? 'success' : 'failure', uses: step.uses, with: Object.fromEntries(Object.entries(step.with ?? {}).map(([key, text]) => [key, filled(text)])) };
    else if (!step.shell) result = { outcome: 'failure', log: 'Required property is missing: shell' };
    else result = ran(step, number);
  }
  steps[id] = { outcome: result.outcome, conclusion: result.outcome, outputs: result.outputs ?? {} };
  if (result.outcome === 'failure') status = 'failure';
  report.push({ id, name: step.name, ...result });
}
const outputs = Object.fromEntries(Object.entries(action.outputs ?? {}).map(([name, out]) => [name, filled(out.value)]));
process.stdout.write(JSON.stringify({ status, steps: report, outputs, warnings, exists: existsSync(place('event.json')) }));
