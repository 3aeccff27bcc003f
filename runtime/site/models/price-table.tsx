/** The prices of a day as one dense table: what the build renders and the script draws again for another question. */
import type { VNode } from 'preact';
import { tierInWords } from '../../core/schemas/levels.ts';
import { isBuild, pageLink } from '../browser.ts';
import { Scroll } from '../components/table.tsx';
import { decimalsOf, listPrice, movedPrice, shortTokens, tokens } from '../formatting.ts';
import type { ListedRow } from './price-question.ts';

/** `minor` columns are left out where there is little room, `rare` ones where there is less. */
const prices = [
  ['input', 'Input', 'input_per_mtok', 'num'],
  ['cached', 'Cached', 'cached_input_per_mtok', 'num rare'],
  ['write', 'Cache write', 'cache_write_per_mtok', 'num minor'],
  ['output', 'Output', 'output_per_mtok', 'num'],
] as const;

/** The columns that sort. */
export const heads: readonly (readonly [key: string, head: string, kind: string])[] = [
  ['name', 'Model', ''],
  ['maker', 'Maker', 'maker minor'],
  ...prices.map(([key, head, , kind]) => [key, head, kind] as const),
  ['context', 'Context', 'num'],
  ['longest', 'Answer', 'num minor'],
];

interface Shown {
  day: string;
  /** Whether the prices have held since that day. */
  isSince?: boolean;
  /** Of `priceLines`. */
  lines: readonly VNode[];
  sort?: string;
  /** The day compared with; '': none. */
  than?: string;
}

/** A line of the table for each price. @param mine ids of the models that the reader keeps */
export function priceLines(rows: readonly ListedRow[], than: string, mine: readonly string[]): VNode[] {
  const decimals = prices.map(([, , key]) => Math.max(2, ...rows.map((row) => decimalsOf(row[key]))));
  return rows.map((row, index) => (
    <PriceLine key={index} {...{ row, decimals, than }} isMine={mine.includes(row.model)} />
  ));
}

export function PriceTable({ day, isSince = false, lines, sort = '', than = '' }: Shown) {
  return (
    <Scroll label={`Prices on ${day}`}>
      <table class={than === '' ? 'list' : 'list compared'} id="price-table">
        <caption>
          USD per 1,000,000 tokens, {isSince ? 'in force since' : 'on'} <span class="day">{day}</span>
          {than !== '' && `, where they differ from ${than}`}. “–”: not offered, unknown, or no premium for cache
          writes.
        </caption>
        <thead>
          <tr>
            {heads.map(([key, head, kind]) => (
              <th key={key} scope="col" class={kind === '' ? undefined : kind} aria-sort={sortedBy(key, sort)}>
                {isBuild ? (
                  head
                ) : (
                  <button type="button" class="sort" data-sort={key}>
                    {head}
                  </button>
                )}
              </th>
            ))}
            <th scope="col">Takes</th>
            <th scope="col" class="source rare">
              Source
            </th>
          </tr>
        </thead>
        <tbody>{lines}</tbody>
      </table>
    </Scroll>
  );
}

const sortedBy = (key: string, sort: string): 'ascending' | 'descending' | undefined =>
  sort === key ? 'ascending' : sort === `-${key}` ? 'descending' : undefined;

interface Line {
  row: ListedRow;
  decimals: readonly number[];
  than: string;
  isMine: boolean;
}

function PriceLine({ row, decimals, than, isMine }: Line) {
  const terms = termsOf(row);
  const { before = null } = row;
  return (
    <tr>
      <th scope="row">
        <Star id={row.model} name={row.name} isMine={isMine} />
        <a href={pageLink(`models/${row.model}.html`)}>{row.name}</a>
        {terms !== '' && <span class="muted small"> {terms}</span>}
        {row.changes !== null && <span class="tag caution">price changes {row.changes}</span>}
        {row.ends !== null && <span class="tag bad">ends {row.ends}</span>}
        {than !== '' && before === null && <span class="tag">new</span>}
      </th>
      <td class="maker minor">{row.makerName}</td>
      {prices.map(([key, head, column, kind], index) => (
        <td key={key} class={kind} data-label={head}>
          {than !== '' && before !== null ? (
            movedPrice(before[column], row[column])
          ) : (
            <PaddedPrice value={row[column]} decimals={decimals[index] ?? 2} />
          )}
        </td>
      ))}
      <td class="num" data-label="Context">
        {shortTokens(row.context)}
      </td>
      <td class="num minor" data-label="Answer">
        {row.longest === null ? '–' : shortTokens(row.longest)}
      </td>
      <td data-label="Takes">{takenBy(row)}</td>
      <td class="source rare">
        <span class="day muted">{row.verified_on}</span>{' '}
        {/^https?:/.test(row.source) ? <a href={row.source}>{siteOf(row.source)}</a> : packageOf(row.source)}
      </td>
    </tr>
  );
}

/** Keeps a model among those of the reader. */
const Star = ({ id, name, isMine }: { id: string; name: string; isMine: boolean }) => (
  <button
    type="button"
    class="star needs-script no-print"
    data-mine={id}
    aria-pressed={isMine}
    aria-label={`My models: ${name}`}
  >
    {isMine ? '★' : '☆'}
  </button>
);

/** What a model takes besides text, as far as a source says. */
function takenBy({ inputs }: ListedRow): string {
  if (inputs === undefined) return '–';
  const taken = [inputs.image === true ? 'images' : '', inputs.pdf === true ? 'PDF' : ''].filter(Boolean);
  return taken.length > 0 ? taken.join(', ') : inputs.image === false ? 'text' : '–';
}

/** What differs from the standard terms of the maker itself; '' if nothing does. */
const termsOf = (row: ListedRow): string =>
  [
    row.hostName === null ? '' : `at ${row.hostName}`,
    row.service_tier === 'standard' ? '' : tierInWords(row.service_tier),
    row.region === 'global' ? '' : row.region,
    row.above_tokens === null ? '' : `prompts over ${tokens(row.above_tokens)} tokens`,
  ]
    .filter(Boolean)
    .join(', ');

const siteOf = (url: string): string => new URL(url).hostname.replace(/^www\./, '');

/** A package on npm without what it copies and which list in it: that is in the CSV and on the page of the model. */
const packageOf = (source: string): string => /\S+ [\d.]+(?= \(npm\))/.exec(source)?.[0] ?? source;

interface Padded {
  /** USD; null: there is none. */
  value: number | null;
  /** The most decimals of the column. */
  decimals: number;
}

/** Exact, with blanks as wide as digits after it (a small screen has no room for them); a dash, never 0, for no price. */
function PaddedPrice({ value, decimals }: Padded) {
  const missing = value === null ? decimals : decimals - Math.max(2, decimalsOf(value));
  return (
    <>
      {value === null ? '–' : listPrice(value)}
      {missing > 0 && <span class="pad">{'\u2007'.repeat(missing)}</span>}
    </>
  );
}
