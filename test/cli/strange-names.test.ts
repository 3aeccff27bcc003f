/** Whatever stands in an option or an argument: an answer, or an error of usage or input, never a fault of the program. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exitCodes } from '../../runtime/audit/exit-codes.ts';
import { commandList } from '../../runtime/cli/command-list.ts';
import { temporaryDirectory } from '../support/copies.ts';
import { runCliIn } from '../support/run.ts';
import { strangeNames } from '../support/strange-names.ts';

/** Of the names of strangers those that an argument can be; of the functions that every object inherits, one. */
const names = strangeNames.filter((name) => !/[\0\ud800 ]|toString|hasOwnProperty|valueOf|\.\./.test(name));
/** These run until they are ended, or serve. */
const staying = ['live', 'mcp', 'watch', 'statusline', 'guard', 'timestamp'];
const lastWords = Object.keys(commandList).map((path) =>
  path === 'verify list' ? 'verify-list' : (path.split(' ').at(-1) as string),
);

const home = temporaryDirectory();
const log = join(home, 'calls.jsonl');
writeFileSync(log, '{"model":"gpt-5.4","input_tokens":1000,"output_tokens":100,"provider":"__proto__"}\n');

/** What a command needs besides the option. */
const needed: Record<string, readonly string[]> = {
  backtest: [log],
  calibrate: [log],
  enrich: [log],
  estimate: ['coding'],
  explain: ['coding'],
  forecast: [log],
  model: ['gpt-5.4'],
  price: ['gpt-5.4', '--input', '1000'],
  report: [log],
  reprice: [log],
  totals: [log],
};

/** The words of JavaScript's own errors. */
const fault = /TypeError|RangeError|ReferenceError|is not a function|is not iterable|Cannot read|undefined|\.js:\d+/;

expect(names).toHaveLength(4);

test.each(lastWords.filter((name) => !staying.includes(name)))('%s', async (name) => {
  const { stdout: help } = await runCliIn(home, [name, '--help']);
  const options = [...help.matchAll(/^ +(?:-\w, )?--([a-z-]+) [<[]/gm)].map(([, option]) => option as string);
  for (const strange of names) {
    const asked = options.map((option) => [...(needed[name] ?? []), `--${option}=${strange}`]);
    // As its argument, if it has one.
    if (/^Usage: .*\] [<[]/m.test(help)) asked.push([strange]);
    for (const args of asked) {
      const { code, stderr } = await runCliIn(home, [name, ...args], { HOME: home, USERPROFILE: home });
      expect(stderr, args.join(' ')).not.toMatch(fault);
      expect(code, `${args.join(' ')}: ${stderr}`).not.toBe(exitCodes.failed[0]);
    }
  }
});
