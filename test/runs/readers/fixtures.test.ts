/**
 * Every fixture as it must be read: `data/expected.json` has its format, the records that are no calls of their own, and
 * each call with the counts that a person works out, with the reason where they are not those of the file.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { CallRecord } from '../../../runtime/logs/call-record.ts';
import { nothingWrong, type ReadReport } from '../../../runtime/logs/read-report.ts';
import { call, fixture, fixtures, read } from './read.ts';

/** Fields of a call other than those of one without counts; its time as text. */
type Stated = Partial<Omit<CallRecord, 'at'>> & { model: string; at?: string };

const expected: Record<string, Partial<ReadReport> & { why?: string; calls: Stated[] }> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'data/expected.json'), 'utf8'),
);

test('each of them is stated', () => {
  expect(Object.keys(expected)).toEqual(fixtures);
});

test.each(Object.entries(expected))('%s', async (name, { why: _, calls, ...report }) => {
  const found = await read(fixture(name));
  expect(found.calls).toEqual(calls.map(({ at, ...own }) => call({ ...own, at: at ? Date.parse(at) : null })));
  const usual = { name: 'log', duplicates: 0, broken: 0, brokenLines: [], ...nothingWrong() };
  expect(found.report).toEqual({ ...usual, ...report });
});

/** Rows of JSON as CSV with all fields quoted. */
function csvOf(text: string): string {
  const rows: Record<string, unknown>[] = JSON.parse(text);
  const names = Object.keys(rows[0] as object);
  const cell = (value: unknown) =>
    `"${(typeof value === 'string' ? value : JSON.stringify(value)).replaceAll('"', '""')}"`;
  return [names.join(','), ...rows.map((row) => names.map((name) => cell(row[name])).join(','))].join('\n');
}

test('rows of LiteLLM and Langfuse are the same as CSV, and under the other names of Langfuse', async () => {
  const litellm = new TextDecoder().decode(fixture('litellm.json'));
  const langfuse = new TextDecoder().decode(fixture('langfuse.json'));
  const snake = langfuse
    .replaceAll('"model"', '"provided_model_name"')
    .replaceAll(/"(usageDetails|startTime|traceId|sessionId|projectId|totalCost)"/g, (name) =>
      name.replace(/[A-Z]/, (letter) => `_${letter.toLowerCase()}`),
    );
  for (const [text, like] of [
    [csvOf(litellm), litellm],
    [csvOf(JSON.stringify(JSON.parse(langfuse).slice(0, 4))), langfuse],
    [snake, langfuse],
  ] as const) {
    const [found, wanted] = [await read(text), await read(like)];
    expect(found.calls).toEqual(wanted.calls);
    expect(found.report).toEqual(wanted.report);
  }
});
