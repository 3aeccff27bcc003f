/**
 * The prices of a day as a table, by maker: what the build renders and the script draws again for another day. A long
 * one is folded by maker on a small screen where scripts run.
 */
import { tierInWords } from '../../core/schemas/levels.ts';
import { pageLink } from '../browser.ts';
import { PaddedPrice } from '../components/padded-price.tsx';
import { Scroll } from '../components/table.tsx';
import { decimalsOf, tokens } from '../formatting.ts';
import type { ListedRow, MakerPrices } from './price-question.ts';

const columns = [
  ['Input', 'input_per_mtok'],
  ['Cached input', 'cached_input_per_mtok'],
  ['Cache write', 'cache_write_per_mtok'],
  ['1-hour write', 'cache_write_1h_per_mtok'],
  ['Output', 'output_per_mtok'],
] as const;

/** A list of as many rows is read on a phone without folding. */
const shortList = 40;

interface Shown {
  day: string;
  /** Whether the prices have held since that day. */
  isSince?: boolean;
  groups: readonly MakerPrices[];
  /** Rows to draw. */
  most?: number;
}

export function PriceList({ day, isSince = false, groups, most = Number.POSITIVE_INFINITY }: Shown) {
  const decimals = columns.map(([, key]) =>
    Math.max(2, ...groups.flatMap(({ rows }) => rows.map((row) => decimalsOf(row[key])))),
  );
  const isLong = groups.reduce((sum, { rows }) => sum + rows.length, 0) > shortList;
  return (
    <Scroll label={`Prices on ${day}`}>
      <table class={isLong ? 'list folding' : 'list'}>
        <caption>
          USD per 1,000,000 tokens, {isSince ? 'in force since' : 'on'} <span class="day">{day}</span>. “–”: not
          offered, unknown, or no premium for cache writes.
        </caption>
        <thead>
          <tr>
            <th scope="col">Model and terms</th>
            {columns.map(([head]) => (
              <th key={head} scope="col" class="num">
                {head}
              </th>
            ))}
            <th scope="col">Since</th>
            <th scope="col">Source</th>
          </tr>
        </thead>
        {firstOf(groups, most).map((group) => (
          <tbody key={group.id}>
            <tr class="group">
              <th scope="rowgroup" colSpan={columns.length + 3}>
                {group.name}{' '}
                <button type="button" class="button quiet small fold" data-fold={group.id} aria-expanded="false">
                  {group.count} {group.count === 1 ? 'price' : 'prices'}
                  <span class="visually-hidden"> of {group.name}</span>
                </button>{' '}
                <button type="button" class="button quiet small needs-script no-print" data-csv={group.id}>
                  CSV<span class="visually-hidden"> of all prices of {group.name}'s models</span>
                </button>
              </th>
            </tr>
            {group.rows.map((row, index) => (
              <PriceLine key={index} {...{ row, decimals }} />
            ))}
          </tbody>
        ))}
      </table>
    </Scroll>
  );
}

/** The first rows of the groups, with the number of rows that each has. */
function firstOf(groups: readonly MakerPrices[], most: number): (MakerPrices & { count: number })[] {
  let left = most;
  return groups.flatMap((group) => {
    const rows = group.rows.slice(0, Math.max(0, left));
    left -= rows.length;
    return rows.length === 0 ? [] : [{ ...group, rows, count: group.rows.length }];
  });
}

function PriceLine({ row, decimals }: { row: ListedRow; decimals: readonly number[] }) {
  const terms = termsOf(row);
  return (
    <tr>
      <th scope="row">
        <a href={pageLink(`models/${row.model}.html`)}>{row.modelName}</a>
        {terms !== '' && <span class="muted small"> {terms}</span>}
      </th>
      {columns.map(([head, key], index) => (
        <td key={head} class="num" data-label={head}>
          <PaddedPrice value={row[key]} decimals={decimals[index] ?? 2} />
        </td>
      ))}
      <td class="day" data-label="Since">
        {row.from_day ?? 'release'}
      </td>
      <td class="source">
        {/^https?:/.test(row.source) ? <a href={row.source}>{siteOf(row.source)}</a> : row.source}{' '}
        <span class="day muted">{row.verified_on}</span>
      </td>
    </tr>
  );
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
