/**
 * Names of models as hosts, gateways, agents and documentation write them, each at the price that a source of its seller
 * states, or refused with the reason. `data/model-names.csv` has them with their sources and, for past prices, the day.
 * The expected prices are those of the sources; the lists of LiteLLM are older than the data, and know other sellers.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { priceCall } from '../../runtime/core/pricing/price-call.ts';
import { shippedCatalog } from '../support/core/shipped-data.ts';

type Verdict = 'right' | 'refused' | 'told' | 'missing' | 'wrong';

const [, ...lines] = readFileSync(join(import.meta.dirname, 'data/model-names.csv'), 'utf8')
  .trim()
  .split('\n');
const names = lines.map((line) => {
  const [name = '', on = '', input = '', output = '', ...source] = line.split(',');
  return { name, on, input, output, source: source.join(',') };
});
const catalog = shippedCatalog();

/** An answer that only says that the name is unknown, or what it resembles, gives no reason. */
const isUnknown = /^Unknown model "[^"]*"\.( Did you mean "[^"]*"\?)?$/;

function verdictOf({ name, on, input, output }: (typeof names)[number]): Verdict {
  const call = { model: name, ...(on !== '' && { on }), input: 1000, output: 1000 };
  const { usd, unpriced, lines, regionPriceKnown } = priceCall(catalog, call);
  if (input === 'refused') return usd === null && unpriced?.includes(output) ? 'refused' : 'wrong';
  if (usd === null) return isUnknown.test(unpriced ?? '') ? 'missing' : 'refused';
  const rates = ['input', 'output'].map((part) => lines.find((line) => line.part === part)?.rate ?? Number.NaN);
  if (Math.abs(Number(rates[0]) - +input) < 1e-6 && Math.abs(Number(rates[1]) - +output) < 1e-6) return 'right';
  return regionPriceKnown ? 'wrong' : 'told';
}

const judged = names.map((one) => ({ ...one, verdict: verdictOf(one) }));
const of = (verdict: Verdict): string[] => judged.flatMap((one) => (one.verdict === verdict ? one.name : []));

test('no name has the price of something else, but of a place that the answer says it lacks', () => {
  expect(of('wrong')).toEqual([]);
  expect(of('told').length).toBeLessThanOrEqual(names.length / 50);
});

test('at most 5 % are unknown without a reason', () => {
  expect(names.length).toBeGreaterThanOrEqual(300);
  expect(new Set(names.map(({ source }) => source)).size).toBeGreaterThan(30);
  const counts = (['right', 'refused', 'told', 'missing', 'wrong'] as const).map((one) => `${of(one).length} ${one}`);
  console.log(`${names.length} names: ${counts.join(', ')}`);
  expect(of('missing').length / names.length, of('missing').join(' ')).toBeLessThanOrEqual(0.05);
});

test('most names have a price', () => {
  expect(of('right').length / names.length).toBeGreaterThan(0.65);
});
