/**
 * The usage export of Cursor's dashboard, a CSV with a row for each request.
 *
 * `Input (w/ Cache Write)` are prompt tokens that were written to the cache, `Input (w/o Cache Write)` those that were
 * neither written nor read; they are added up with `Cache Read` and `Output Tokens` in `Total Tokens`. Where the total
 * holds only the first, it includes the second. `Cost` is what Cursor counted: dollars, or `Included`.
 */
import { callOf, whoOf } from '../call-record.ts';
import { timeIn } from '../fields/times.ts';
import { cachedBeside } from '../fields/usage.ts';
import { countIn, type JsonObject, modelIn, textIn, usdIn } from '../fields/values.ts';
import type { Format } from './format.ts';

const written = 'Input (w/ Cache Write)';
const neither = 'Input (w/o Cache Write)';
const needed = ['Date', 'Model', written, neither, 'Cache Read', 'Output Tokens'];

export const cursor: Format = {
  name: 'cursor',
  marks: `CSV with ${needed.join(', ')}`,
  recognise: (row) => needed.every((name) => Object.hasOwn(row, name)),
  differs: (row) =>
    written in row || neither in row ? `it has no column ${needed.find((name) => !Object.hasOwn(row, name))}` : null,
  open: () => (row, take) => {
    const [read, output] = [countIn(row, 'Cache Read') ?? 0, countIn(row, 'Output Tokens')];
    const cacheWrite = countIn(row, written) ?? 0;
    const input = countIn(row, neither) ?? 0;
    if (cacheWrite + input + read + (output ?? 0) === 0) return;
    const includes = input > 0 && cacheWrite >= input && totalOf(row) === cacheWrite + read + (output ?? 0);
    take({
      ...callOf(
        modelIn(row, 'Model'),
        cachedBeside({
          input,
          cachedInput: read,
          cacheWrite: includes ? cacheWrite - input : cacheWrite,
          output,
        }),
      ),
      at: timeIn(row, 'Date'),
      who: whoOf({ user: textIn(row, 'User') }),
      agent: 'Cursor',
      subagent: textIn(row, 'Cloud Agent ID'),
      usd: usdIn(row, 'Cost') ?? usdIn(row, 'Cost ($)'),
    });
  },
};

const totalOf = (row: JsonObject): number | undefined => countIn(row, 'Total Tokens');
