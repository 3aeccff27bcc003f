import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { type ExtractedRow, extract, PageError } from '../../build/prices/extract.ts';
import { isHtml } from '../../build/prices/page/open-page.ts';
import { fields } from '../../build/prices/price-row.ts';
import { type Mutation, mutationsOf } from './mutations.ts';
import { expected, fixture, provider, row } from './support.ts';

const names = Object.keys(expected);
const count = { mutations: 0, errors: 0, rows: 0, wrong: 0 };

/**
 * What is wrong with the rows of a mutated page: numbers that no row of that model has. Null for an original price is
 * wrong too, except for a cache write of unknown lifetime, a column that not every table of a page has.
 */
function wrong(rows: ExtractedRow[], original: ExtractedRow[], { allowed }: Mutation): string | null {
  for (const got of rows) {
    const free = got.input === 0 && (got.output ?? 0) === 0;
    const currency = allowed === 'same' ? null : allowed;
    if (currency && !free && got.currency !== currency) return `${got.model} came out in ${got.currency}`;
    const own = original.filter((one) => one.model === got.model && (currency || one.currency === got.currency));
    const same = (one: ExtractedRow): boolean =>
      fields.every((field) => one[field] === got[field] || (field === 'cacheWrite' && got[field] === null));
    if (!own.some(same)) return JSON.stringify(got);
  }
  return null;
}

function check(name: string, mutation: Mutation): void {
  count.mutations += 1;
  let rows: ExtractedRow[];
  try {
    rows = extract(provider(name), mutation.text);
  } catch (error) {
    if (!(error instanceof PageError)) throw error;
    count.errors += 1;
    return;
  }
  count.rows += 1;
  const original = (expected[name] ?? []).map(row);
  const found = wrong(rows, original, mutation);
  if (found !== null) count.wrong += 1;
  expect(found, `${name}: ${mutation.name}`).toBeNull();
}

describe('a changed page gives correct rows or an error', () => {
  for (const name of names) {
    const text = fixture(name);
    const mutations = mutationsOf(text, isHtml(text));
    it(`${name}: each of ${mutations.length} changes`, () => {
      for (const mutation of mutations) check(name, mutation);
    });

    it(`${name}: cut off anywhere`, () => {
      const place = fc.nat({ max: text.length - 1 });
      const property = fc.property(place, (at) => {
        check(name, { name: `cut off at ${at}`, text: text.slice(0, at), allowed: 'same' });
      });
      fc.assert(property, { seed: 20_271, numRuns: 150 });
    });

    it(`${name}: two changes at once`, () => {
      const same = mutations.filter((one) => one.allowed === 'same' && !/ in [¥$]$/.test(one.name));
      const pick = fc.tuple(fc.constantFrom(...same), fc.nat());
      const property = fc.property(pick, ([first, seed]) => {
        const more = mutationsOf(first.text, isHtml(text)).filter((one) => one.allowed === 'same');
        const second = more[seed % Math.max(1, more.length)];
        if (second) check(name, { ...second, name: `${first.name}, then ${second.name}` });
      });
      fc.assert(property, { seed: 20_272, numRuns: 25 });
    });
  }

  afterAll(() => {
    console.log(
      `${count.mutations} mutations of ${names.length} pages: ${count.errors} errors, ${count.rows} with rows, ${count.wrong} with a wrong number`,
    );
  });
});
