/** The prices in force on any day. Built for its own day, on standard terms; a script shows other days and terms. */
import { basePath } from '../../api/routes.ts';
import { serviceTierNames, tierInWords } from '../../core/schemas/levels.ts';
import { layout } from '../layout.tsx';
import { byMaker } from '../makers.ts';
import type { SiteContext } from '../site-context.ts';
import { priceDataset } from '../structured-data.ts';
import { PriceList } from './price-list.tsx';
import { type DayPrices, dayPrices, usualQuestion } from './price-question.ts';

const api = basePath.slice(1);

export function pricesPage(site: SiteContext): string {
  const { catalog } = site;
  const prices = dayPrices(catalog, catalog.asOf);
  const path = 'prices.html';
  const description =
    'List prices of LLM models on any day, past or announced, with the source and date of each, on all terms and in all regions, as a table and as CSV.';
  return layout({
    site,
    path,
    title: 'Price list of any day',
    description,
    nav: 'prices',
    styles: ['lists'],
    scripts: ['prices'],
    structuredData: priceDataset(site, {
      path,
      name: 'LLM price list by day',
      description,
      json: 'offers.json',
      csv: 'prices.csv',
    }),
    main: (
      <>
        <h1>Price list</h1>
        <p class="lead">
          What every model costs on a day: today, in the past, or one to come, as far as its prices are announced. Each
          price has its source and the day it was seen.
        </p>
        <Controls {...{ site, prices }} />
        <p class="js-none">
          Every day, level of service and region is in <a href={`${api}/prices.csv`}>prices.csv</a>.
        </p>
        <div id="price-list" data-day={catalog.asOf} data-until={catalog.inForce.until ?? undefined}>
          <PriceList day={prices.day} isSince groups={prices.groups(usualQuestion)} />
        </div>
        <p id="no-prices" hidden>
          No price of that day fits. Choose any terms or any region, or another seller.
        </p>
        <p class="no-print">
          All days in one file, with the same columns: <a href={`${api}/prices.csv`}>prices.csv</a>,{' '}
          <a href={`${api}/prices.parquet`}>prices.parquet</a>. What changed and what will:{' '}
          <a href="changes.html">price changes by month</a>, or <a href={`${api}/changes.atom`}>as a feed</a>.
        </p>
      </>
    ),
  });
}

type Option = readonly [value: string, name: string];

const Choice = ({ name, label, options }: { name: string; label: string; options: readonly Option[] }) => (
  <div class="field">
    <label for={`price-${name}`}>{label}</label>
    <select id={`price-${name}`} name={name}>
      {options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  </div>
);

function Controls({ site: { catalog }, prices: { rows } }: { site: SiteContext; prices: DayPrices }) {
  const regions = [...new Set(rows.map(({ region }) => region))].filter((region) => region !== 'global').sort();
  const hosts = catalog.offers.hosts.filter(({ id }) => rows.some(({ host }) => host === id));
  const named = ({ id, name }: { id: string; name: string }): Option => [id, name];
  return (
    <form id="price-controls" class="needs-script card stack no-print" aria-label="Day and terms">
      <div class="fields narrow">
        <div class="field">
          <label for="price-day">Day</label>
          <input id="price-day" name="day" type="date" min="2023-01-01" value={catalog.asOf} />
        </div>
        <Choice
          name="maker"
          label="Maker"
          options={[['', 'Any'], ...[...catalog.providers].sort(byMaker).map(named)]}
        />
        <Choice
          name="host"
          label="Sold by"
          options={[['', 'The maker itself'], ['any', 'Anyone'], ...hosts.map(named)]}
        />
        <Choice
          name="terms"
          label="Terms"
          options={[
            ['', 'Standard'],
            ['any', 'All'],
            ...serviceTierNames.map((tier) => [tier, tierInWords(tier)] as const),
          ]}
        />
        <Choice
          name="region"
          label="Region"
          options={[['', 'Global'], ['any', 'All'], ...regions.map((region) => [region, region] as const)]}
        />
      </div>
      <p class="row">
        <button type="button" class="button" id="day-csv">
          CSV of all prices
        </button>
        <button type="button" class="button quiet" id="shown-csv">
          CSV of the rows shown
        </button>
        <button class="visually-hidden" type="submit">
          Show
        </button>
        <span id="price-count" class="muted small" />
      </p>
      <p class="help">
        “All prices” and the CSV of a maker have every level of service, region, host and length of prompt of the day,
        and a source in each row.
      </p>
    </form>
  );
}
