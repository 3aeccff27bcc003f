import fc from 'fast-check';
import { type HTMLElement, parse } from 'node-html-parser';
import { afterAll, describe, expect, it } from 'vitest';
import { type ExtractedRow, extract, PageError } from '../../build/prices/extract.ts';
import { isHtml } from '../../build/prices/page/open-page.ts';
import { fields } from '../../build/prices/price-row.ts';
import { expected, fixture, provider, row } from './support.ts';

/** A page changed in one way, and the rows that may still be extracted. */
interface Mutation {
  name: string;
  text: string;
  /** `same`: rows of the original. `CNY`, `EUR`: rows of the original in that currency. */
  allowed: 'same' | 'CNY' | 'EUR';
}

const price = /[$¥]\s?\d[\d.,]*/g;

/** The page cut off at the boundaries between `parts` equal parts. */
function truncations(text: string, parts: number): Mutation[] {
  return Array.from({ length: parts - 1 }, (_, n) => {
    const at = Math.floor((text.length * (n + 1)) / parts);
    return { name: `cut off at ${n + 1}/${parts}`, text: text.slice(0, at), allowed: 'same' };
  });
}

/** The currency changed everywhere, and in one price at a time. */
function currencies(text: string): Mutation[] {
  const found = [...text.matchAll(price)];
  if (found.length === 0) return [];
  const everywhere = (sign: string): string => text.replace(/[$¥](?=(?:<[^>]*>|"\}|\s)*\d)/g, sign);
  const single = found.map((hit, n): Mutation => {
    const sign = hit[0].startsWith('$') ? '¥' : '$';
    const changed = `${text.slice(0, hit.index)}${sign}${text.slice(hit.index + 1)}`;
    return { name: `price ${n + 1} in ${sign}`, text: changed, allowed: 'same' };
  });
  return [
    { name: 'all prices in yuan', text: everywhere('¥'), allowed: 'CNY' },
    { name: 'all prices in euros', text: everywhere('€'), allowed: 'EUR' },
    ...single,
  ];
}

/** One price at a time struck out, and all of them. */
function strikes(text: string, html: boolean): Mutation[] {
  const wrap = (amount: string): string => (html ? `<del>${amount}</del>` : `~~${amount}~~`);
  const found = [...text.matchAll(price)];
  const one = found.map((hit, n): Mutation => {
    const changed = text.slice(0, hit.index) + wrap(hit[0]) + text.slice(hit.index + hit[0].length);
    return { name: `price ${n + 1} struck out`, text: changed, allowed: 'same' };
  });
  return [...one, { name: 'all prices struck out', text: text.replace(price, wrap), allowed: 'same' }];
}

type Table = string[][];

function swap(row: string[], a: number, b: number): string[] {
  return row.with(a, row[b] ?? '').with(b, row[a] ?? '');
}

/** Changes of one row: cut, or one of its cells cut. */
function rowChanges(table: Table): [string, Table][] {
  return table.flatMap((row, n) => {
    const cells = row.map((_, a): [string, Table] => [
      `cell ${n + 1}.${a + 1} cut`,
      table.with(n, row.toSpliced(a, 1)),
    ]);
    return [[`row ${n + 1} cut`, table.toSpliced(n, 1)] as [string, Table], ...cells];
  });
}

/**
 * Changes of one or two columns. Two kinds are left out because no reader could detect them: changed headers where the
 * models are columns, which are other models; and swapped names of input and a cache write of unknown lifetime, between
 * which no relation holds.
 */
function columnChanges(table: Table): [string, Table][] {
  const header = table[0] ?? [];
  const transposed = table.some((row) => /PRICING/.test(row[0] ?? ''));
  const named = (change: (row: string[]) => string[]): Table => table.with(0, change(header));
  return header.flatMap((name, a) => {
    const word = ['Zorp', 'Price', 'Notes'][a % 3] ?? '';
    const html = name.includes('</');
    const renamed = html ? name.replace(/>[\s\S]*</, `>${word}<`) : ` ${word} `;
    const out: [string, Table][] = [
      [`column ${a + 1} removed`, table.map((row) => row.toSpliced(a, 1))],
      [`column ${a + 1} moved to the end`, table.map((row) => [...row.toSpliced(a, 1), row[a] ?? ''])],
    ];
    if (!transposed) out.push([`column ${a + 1} renamed "${word}"`, named((row) => row.with(a, renamed))]);
    for (let b = a + 1; b < header.length; b += 1) {
      const writes = [name, header[b] ?? ''].filter((one) => /write/i.test(one) && !/\d[mh]/.test(one));
      out.push([`columns ${a + 1} and ${b + 1} swapped`, table.map((row) => swap(row, a, b))]);
      if (transposed) continue;
      out.push([`header ${b + 1} repeats ${a + 1}`, named((row) => row.with(b, name))]);
      if (writes.length === 0) out.push([`headers ${a + 1} and ${b + 1} swapped`, named((row) => swap(row, a, b))]);
    }
    return out;
  });
}

function tableMutations(table: Table, print: (table: Table) => string): Mutation[] {
  if (table.some((row) => row.length !== table[0]?.length)) return [];
  const changes = [...columnChanges(table), ...rowChanges(table)];
  return changes.map(([name, changed]) => ({ name, text: print(changed), allowed: 'same' }));
}

/** Every change of every pipe table. */
function markdownTables(text: string): Mutation[] {
  const lines = text.split('\n');
  const out: Mutation[] = [];
  for (let from = 0; from < lines.length; from += 1) {
    if (!/^\s*\|/.test(lines[from] ?? '') || !/^\s*\|\s*:?-/.test(lines[from + 1] ?? '')) continue;
    let to = from;
    while (/^\s*\|/.test(lines[to] ?? '')) to += 1;
    const table = lines.slice(from, to).map((line) => line.trim().slice(1, -1).split('|'));
    const print = (changed: Table): string =>
      [...lines.slice(0, from), ...changed.map((row) => `|${row.join('|')}|`), ...lines.slice(to)].join('\n');
    out.push(...tableMutations(table, print));
    from = to;
  }
  return out;
}

function rowsOf(table: HTMLElement): HTMLElement[] {
  return table.querySelectorAll('tr');
}

/** Every change of every table element; tables with spans only lose rows. */
function htmlTables(text: string): Mutation[] {
  const out: Mutation[] = [];
  const source = parse(text, { comment: true });
  source.querySelectorAll('table').forEach((table, index) => {
    const cells = rowsOf(table).map((row) => row.querySelectorAll('td,th').map((cell) => cell.outerHTML));
    const spans = /(row|col)span/.test(table.outerHTML);
    rowsOf(table).forEach((_, n) => {
      const copy = parse(text, { comment: true });
      const target = copy.querySelectorAll('table')[index];
      if (target) rowsOf(target)[n]?.remove();
      out.push({ name: `table ${index + 1} row ${n + 1} cut`, text: copy.toString(), allowed: 'same' });
    });
    if (spans) return;
    const print = (changed: Table): string => {
      const body = changed.map((row) => `<tr>${row.join('')}</tr>`).join('');
      return text.replace(table.outerHTML, () => `<table>${body}</table>`);
    };
    out.push(...tableMutations(cells, print));
  });
  return out;
}

/** Renames one occurrence at a time of a word that names a price, in cards, `div` tables and component data too. */
function renamedWords(text: string): Mutation[] {
  const words =
    /(>|"|&quot;)(Input|Output|Cached input|Write|Read|Model|输入[^<"]*|输出[^<"]*|缓存[^<"]*|模型|\w+TokenPrice\w*|price_dollar|rows|headings|groups)(?=<|"|&quot;)/gi;
  return [...text.matchAll(words)].map((hit) => ({
    name: `"${hit[2]}" at ${hit.index} renamed`,
    text: `${text.slice(0, hit.index) + hit[1]}Zorp${text.slice(hit.index + hit[0].length)}`,
    allowed: 'same',
  }));
}

/** Every mutation of a page. */
function mutationsOf(text: string, html: boolean): Mutation[] {
  return [
    ...truncations(text, 10),
    ...truncations(text, 97),
    ...currencies(text),
    ...strikes(text, html),
    ...(html ? htmlTables(text) : markdownTables(text)),
    ...renamedWords(text),
  ];
}

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
