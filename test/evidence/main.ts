/** `npm run evidence`: the error of the cost model on the recorded data of this repository. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkData } from '../../build/data/check-data.ts';
import { readData } from '../../build/data/read-data.ts';
import type { Catalog } from '../../runtime/core/dataset/catalog.ts';
import { isDay } from '../../runtime/core/values/day.ts';
import { readCommandLine, scriptCommand, WrongUse } from '../../runtime/io/command-line.ts';
import { catalogOf } from '../support/core/dated.ts';
import { answersTo, faultsIn, questionsOf } from './certainty.ts';
import { evidenceFileOf, figuresOf } from './figures.ts';
import { type Line, linesOf, remarks, tableOf } from './table.ts';

const help = `Compares the cost model with recorded runs, measured boards and simulated tasks.

  npm run evidence -- [--day DAY] [--json] [--write]

  --day     on the prices and models of this day, such as 2026-11-22; default today
  --json    print the figures and the table as JSON
  --write   also write the figures that answers repeat to data/evidence/model-error.json
  --help    print this

Exit codes: 0 printed; 1 the data has problems; 2 usage error.`;

/** Over every preset, model and effort: it takes as long as all the other lines, and no other test waits for it. */
function certaintyLine(catalog: Catalog): Line {
  const answers = answersTo(catalog, questionsOf(catalog));
  const faults = faultsIn(catalog, answers).length;
  const now = `${faults} of ${answers.length.toLocaleString('en-US')}`;
  const figure = 'sentences more certain than their evidence, in answers to every preset, model and effort';
  return { figure, now, goal: '0', reached: faults === 0 };
}

const data = join(import.meta.dirname, '../../data');
const command = scriptCommand('npm run evidence', help).option('--day <day>').option('--json').option('--write');

try {
  const line = readCommandLine<{ day?: string; json?: true; write?: true }>(command);
  if (line !== null) {
    const today = new Date().toISOString().slice(0, 10);
    const day = line.options.day ?? today;
    if (!isDay(day)) throw new WrongUse(`--day must be a day such as ${today} (got ${JSON.stringify(day)}).`);
    const checked = checkData(readData(data), { asOf: day, today });
    if ('problems' in checked) {
      console.error('The data has problems: npm run check:data lists them.');
      process.exitCode = 1;
    } else {
      const catalog = catalogOf(checked.data, day);
      const figures = figuresOf(catalog);
      const lines = [...linesOf(figures), certaintyLine(catalog)];
      if (line.options.write) {
        const file = { $schema: '../schemas/evidence.schema.json', ...evidenceFileOf(figures) };
        writeFileSync(join(data, 'evidence/model-error.json'), `${JSON.stringify(file, null, 2)}\n`);
      }
      console.log(
        line.options.json
          ? JSON.stringify({ asOf: day, figures, lines }, null, 2)
          : [tableOf(lines), '', ...remarks].join('\n'),
      );
    }
  }
} catch (error) {
  if (!(error instanceof WrongUse)) throw error;
  console.error(`${error.message}\nRun npm run evidence -- --help for usage.`);
  process.exitCode = 2;
}
