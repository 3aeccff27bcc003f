/** Whatever stands where a log has a name: nothing throws, and what the other entries say is billed. */
import { expect, test } from 'vitest';
import { type CallRecord, promptOf } from '../../../runtime/logs/call-record.ts';
import { callsOfValues } from '../../../runtime/logs/read-calls.ts';
import { newReading, reportOf as reportOfReading } from '../../../runtime/logs/read-report.ts';
import { dimensionNames } from '../../../runtime/logs/report/log-report.ts';
import { LogReporter } from '../../../runtime/logs/report/log-reporter.ts';
import { reportHtml } from '../../../runtime/logs/report/report-html.ts';
import { reportOf } from '../../../runtime/logs/report/report-of.ts';
import { reportCsv, reportText } from '../../../runtime/logs/report/report-text.ts';
import { UnknownFormatError } from '../../../runtime/logs/unknown-format.ts';
import { catalog } from '../../support/core/catalog.ts';
import { strangeNames, strangeValues } from '../../support/strange-names.ts';
import { fixture, fixtures, jsonLines, read } from './read.ts';

type Path = readonly (string | number)[];

/** The places of a value that have a text or a name: its texts, and the fields of its objects. */
function placesIn(value: unknown, at: Path = []): Path[] {
  // The text of a number is a count.
  if (typeof value === 'string') return /^\d+$/.test(value) ? [] : [at];
  if (typeof value !== 'object' || value === null) return [];
  const entries: [string | number, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return entries.flatMap(([key, inner]) => placesIn(inner, [...at, key]));
}

/** Every value that results from a change of one field, whose value may be any and whose name another. */
function* changed(value: unknown, at: Path): Generator<unknown> {
  const [key, ...rest] = at;
  if (key === undefined) return yield* strangeValues;
  if (Array.isArray(value)) {
    for (const one of changed(value[key as number], rest)) yield value.toSpliced(key as number, 1, one);
    return;
  }
  const entries = Object.entries(value as object);
  const replaced = (name: string, inner: unknown) =>
    Object.fromEntries(entries.map((entry) => (entry[0] === key ? [name, inner] : entry)));
  const own = (value as Record<string, unknown>)[key];
  for (const one of changed(own, rest)) yield replaced(key as string, one);
  // Its name too, once.
  if (rest.length === 0) for (const name of strangeNames) yield replaced(name, own);
}

/** A place without the numbers of its lists: places of many entries are alike. */
const kindOf = (at: Path): string => at.map((key) => (typeof key === 'number' ? '*' : key)).join('/');

/** The entries of a log and how they are written down again. */
function entriesOf(name: string): { entries: unknown[]; written: (entries: readonly unknown[]) => string } {
  const text = new TextDecoder().decode(fixture(name));
  if (name.endsWith('.jsonl')) {
    return {
      entries: text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
      written: (all) => jsonLines(...all),
    };
  }
  const whole: unknown = JSON.parse(text);
  if (Array.isArray(whole)) return { entries: whole, written: JSON.stringify };
  return { entries: [whole], written: (all) => jsonLines(...all) };
}

const tokensIn = (calls: readonly CallRecord[]): number =>
  calls.reduce((sum, call) => sum + promptOf(call) + call.output, 0);

/** Everything that is made of calls. */
function billed(calls: readonly CallRecord[]) {
  const reporter = new LogReporter(catalog, { by: dimensionNames, since: null, until: null, on: null, host: null });
  reporter.add(calls);
  const report = reportOf(reporter);
  expect(reportText(report, { width: 100, top: 5 }).length).toBeGreaterThan(5);
  expect(reportCsv(report)).toContain('\n');
  expect(reportHtml(report, { files: [], top: 5, sha256: () => 'x' })).toContain('</html>');
  return report;
}

test.each(fixtures.filter((name) => !name.endsWith('.csv')))('in %s', async (name) => {
  const { entries, written } = entriesOf(name);
  const tokens = tokensIn((await read(written(entries))).calls);
  const found: CallRecord[] = [];
  const seen = new Set<string>();
  for (const entry of entries) {
    for (const at of placesIn(entry)) {
      if (seen.has(kindOf(at))) continue;
      seen.add(kindOf(at));
      const others = [...changed(entry, at)];
      const { calls } = await read(written([...entries, ...others]));
      expect(tokensIn(calls), kindOf(at)).toBeGreaterThanOrEqual(tokens);
      found.push(...calls);
      // First, where they may hide the format.
      const first = await read(written([...others, ...entries])).catch((error: unknown) => error);
      if (first instanceof Error) expect(first, kindOf(at)).toBeInstanceOf(UnknownFormatError);
    }
  }
  expect(tokens).toBeGreaterThan(0);
  expect(billed(found).total.calls).toBeGreaterThanOrEqual(found.length);
});

test.each(fixtures.filter((name) => name.endsWith('.csv')))('in %s', async (name) => {
  const text = new TextDecoder().decode(fixture(name)).trimEnd();
  const [header = [], ...rows] = text.split(/\r?\n/).map((line) => line.split(','));
  const tokens = tokensIn((await read(text)).calls);
  const cell = (name: string) => `"${name}"`;
  const found: CallRecord[] = [];
  for (const at of header.keys()) {
    const others = strangeNames.map((strange) => (rows[0] as string[]).toSpliced(at, 1, cell(strange)));
    const { calls } = await read([header, ...rows, ...others].map((row) => row.join(',')).join('\n'));
    expect(tokensIn(calls), header[at]).toBeGreaterThanOrEqual(tokens);
    found.push(...calls);
  }
  billed(found);
});

test('one call per provider that is no name of ours is billed, each on its own line', async () => {
  const lines = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'].flatMap((name) => [
    { model: 'gpt-5.4', input_tokens: 1000, output_tokens: 100, provider: name },
    { model: 'gpt-5.4', input_tokens: 1000, output_tokens: 100, service_tier: name },
    { model: name, input_tokens: 1000, output_tokens: 100 },
  ]);
  const { calls } = await read(jsonLines(...lines));
  expect(calls.map(({ model }) => model)).toEqual(lines.map(({ model }) => model));
  const report = billed(calls);
  expect(report.unpriced.map(({ model }) => model)).toEqual(['__proto__', 'constructor', 'hasOwnProperty', 'toString']);
  // Eight calls of gpt-5.4 at $2.50 and $15 per million: 1,000 x 2.5 + 100 x 15 = $0.004 each.
  expect(report.total.usd).toBe(0.032);
});

test('a line on which its reader fails is named, and the others are read', () => {
  const report = reportOfReading(newReading(), 'log');
  const taken: string[] = [];
  const calls = callsOfValues(report, 1, ({ model }) => {
    if (model === 'odd') throw new TypeError('PROMPT-SECRET is not a function');
    taken.push(model);
  });
  for (const [index, model] of ['one', 'odd', 'two'].entries()) {
    calls.value({ model, input_tokens: 1, output_tokens: 1 }, index + 1);
  }
  calls.end(null);
  expect(taken).toEqual(['one', 'two']);
  expect(report.brokenLines).toEqual([{ line: 2, reason: 'its reader fails on it' }]);
});
