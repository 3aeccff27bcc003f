/** Every model with its price on a day, in one table. Built for its own day; a script asks other days, sellers and terms. */
import type { ComponentChildren } from 'preact';
import { basePath } from '../../api/routes.ts';
import { datasetMeta } from '../../core/answers/meta.ts';
import { serviceTierNames, tierInWords } from '../../core/schemas/levels.ts';
import { tiers } from '../../core/schemas/request-fields.ts';
import { Select } from '../components/select.tsx';
import { tokens } from '../formatting.ts';
import { layout } from '../layout.tsx';
import { byMaker } from '../makers.ts';
import type { SiteContext } from '../site-context.ts';
import { priceDataset } from '../structured-data.ts';
import { asked, type DayPrices, dayPrices, type PriceQuestion, usualQuestion } from './price-question.ts';
import { PriceTable, priceLines } from './price-table.tsx';

const api = basePath.slice(1);

export function modelsPage(site: SiteContext): string {
  const { catalog } = site;
  const { counts } = datasetMeta(catalog);
  const prices = dayPrices(catalog, catalog.asOf);
  const path = 'models.html';
  const description = `List prices of ${counts.models} LLM models on any day, past or announced, with the source and date of each: by price, context, inputs, region and seller, as a table and as CSV.`;
  return layout({
    site,
    path,
    title: `Prices of ${counts.models} LLM models`,
    description,
    nav: 'models',
    styles: ['lists'],
    scripts: ['models'],
    structuredData: priceDataset(site, {
      path,
      name: 'List prices of LLM models',
      description,
      json: 'models.json',
      csv: 'prices.csv',
    }),
    main: (
      <>
        <h1>Models and prices</h1>
        <p class="lead">
          {counts.models} models of {counts.providers} makers and hosts, on any day, each price with its source.
        </p>
        <Controls {...{ site, prices }} />
        <p id="price-note" class="notice" hidden />
        <div id="price-list" data-day={catalog.asOf} data-until={catalog.inForce.until ?? undefined}>
          <PriceTable day={prices.day} isSince lines={priceLines(asked(prices, usualQuestion, []), '', [])} />
        </div>
        <p class="no-print">
          Every day, and all terms and regions, in one file: <a href={`${api}/prices.csv`}>prices.csv</a>,{' '}
          <a href={`${api}/prices.parquet`}>prices.parquet</a>. What changed and what will:{' '}
          <a href="changes.html">price changes</a>.
        </p>
      </>
    ),
  });
}

type Option = readonly [value: string, name: string];

interface FieldProps {
  name: keyof PriceQuestion;
  label: string;
}

const Field = ({ name, label, children }: FieldProps & { children: ComponentChildren }) => (
  <div class="field">
    <label for={`price-${name}`}>{label}</label>
    {children}
  </div>
);

const Choice = ({ options, name, label }: FieldProps & { options: readonly Option[] }) => (
  <Select {...{ name, label }} id={`price-${name}`} options={options.map(([value, text]) => ({ value, name: text }))} />
);

const Box = ({ unit, ...field }: FieldProps & { unit: string }) => (
  <Field {...field}>
    <div class="box">
      <input id={`price-${field.name}`} name={field.name} type="text" inputMode="decimal" autoComplete="off" />
      <span class="unit">{unit}</span>
    </div>
  </Field>
);

const Day = (field: FieldProps) => (
  <Field {...field}>
    <input id={`price-${field.name}`} name={field.name} type="date" min="2023-01-01" />
  </Field>
);

const any: Option = ['', 'Any'];
const atLeast = (...sizes: number[]): Option[] => [any, ...sizes.map((size): Option => [String(size), tokens(size)])];

/** Shown only where scripts run; the heads of the table sort it. */
function Controls({ site: { catalog }, prices }: { site: SiteContext; prices: DayPrices }) {
  const rows = prices.rows();
  const regions = [...new Set(rows.map(({ region }) => region))].filter((region) => region !== 'global').sort();
  const hosts = catalog.offers.hosts.filter(({ id }) => rows.some(({ host }) => host === id));
  const named = ({ id, name }: { id: string; name: string }): Option => [id, name];
  return (
    <form id="price-controls" class="needs-script card stack no-print" aria-label="Which models and prices">
      <div class="fields narrow">
        <Field name="q" label="Search">
          <input id="price-q" name="q" type="search" placeholder="gpt5, sonnet 4.6" autoComplete="off" />
        </Field>
        <Choice name="maker" label="Maker" options={[any, ...[...catalog.providers].sort(byMaker).map(named)]} />
        <Choice name="takes" label="Takes" options={[any, ['image', 'images'], ['pdf', 'PDF']]} />
        <Choice
          name="region"
          label="Region"
          options={[['', 'Global price'], ['any', 'All'], ...regions.map((region): Option => [region, region])]}
        />
        <Choice name="host" label="Host" options={[['', 'The maker itself'], ['any', 'Anyone'], ...hosts.map(named)]} />
        <Day name="day" label="Day" />
      </div>
      <details class="more">
        <summary>More filters</summary>
        <div class="fields narrow">
          <Box name="input" label="Input at most" unit="$" />
          <Box name="output" label="Output at most" unit="$" />
          <Choice name="context" label="Context at least" options={atLeast(128_000, 200_000, 400_000, 1_000_000)} />
          <Choice name="longest" label="Longest answer" options={atLeast(16_000, 32_000, 64_000, 128_000)} />
          <Choice
            name="terms"
            label="Terms"
            options={[
              ['', 'Standard'],
              ['any', 'All'],
              ...serviceTierNames.map((tier): Option => [tier, tierInWords(tier)]),
            ]}
          />
          <Choice name="tier" label="Class" options={[any, ...tiers.map((tier): Option => [tier, tier])]} />
          <Choice
            name="mine"
            label="Which"
            options={[
              ['', 'All models'],
              ['yes', 'My models'],
            ]}
          />
          <Day name="than" label="Differs from" />
        </div>
      </details>
      <p class="row">
        <span id="price-count">{catalog.models.length} models</span>{' '}
        <button class="visually-hidden" type="submit">
          Show
        </button>
        <button type="button" class="button quiet" id="shown-csv">
          CSV of what is shown
        </button>
        <button class="button quiet" type="reset">
          Reset
        </button>
      </p>
    </form>
  );
}
