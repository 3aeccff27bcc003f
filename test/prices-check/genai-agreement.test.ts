/** Compares the frozen prices with the installed `@pydantic/genai-prices`, field by field. */
import { expect, test } from 'vitest';
import { genaiPrices } from '../../build/prices/check/genai-prices.ts';
import { report } from '../../build/prices/check/report.ts';
import { check, knownDisagreements } from '../../build/prices/check/run-check.ts';
import { dataset } from '../support/core/catalog.ts';

/** The frozen data have V4 Flash as an old name of V4.1 Flash; it has a record of its own since. */
const providers = dataset.providers.map((one) => ({
  ...one,
  models: one.models.map((model) => ({
    ...model,
    aliases: model.aliases.filter((name) => name !== 'deepseek-v4-flash'),
  })),
}));

const on = (day: string) =>
  report(check(providers, { pages: [], datasets: [genaiPrices()], failures: [], notes: [] }, day));

const today = on('2026-11-20');

test('agreement per field', () => {
  const table = Object.fromEntries(
    today.agreement.map(({ field, agree, explained, unexplained, silent }) => [
      field,
      { agree, 'cause known': explained, 'no cause': unexplained, 'only ours': silent },
    ]),
  );
  console.table(table);
  console.log(today.datasets.map(({ name, models }) => `${name}: ${models} models in both`).join());
  expect(today.datasets).toMatchObject([{ models: expect.any(Number) }]);
  expect(today.datasets[0]?.models).toBeGreaterThan(70);
  for (const field of [
    'input',
    'output',
    'cachedInput',
    'cacheWrite',
    'cacheWrite1h',
    'threshold',
    'input, long context',
  ]) {
    expect(table[field]?.agree, field).toBeGreaterThan(0);
  }
});

const days = [
  '2025-06-01',
  '2026-03-12',
  '2026-07-29',
  '2026-08-12',
  '2026-08-16',
  '2026-09-09',
  '2026-11-20',
  '2026-12-01',
  '2027-01-01',
];

test.each(days)('on %s every disagreement has a cause in the list, and every cause has a disagreement', (day) => {
  const { findings, exitCode } = on(day);
  expect(findings.filter(({ status, why }) => status === 'disagreeing' && why !== 'known')).toEqual([]);
  expect(findings.filter(({ status }) => status === 'obsolete')).toEqual([]);
  expect(exitCode).toBe(0);
});

test('the list only gets shorter', () => {
  const known = knownDisagreements().disagreements;
  expect(known.length).toBeLessThanOrEqual(8);
  expect(known.flatMap(({ models }) => models).length).toBeLessThanOrEqual(10);
  for (const { cause } of known) expect(cause.length).toBeGreaterThan(40);
});
