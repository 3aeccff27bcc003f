/** Every model in one table; a script adds search, filters, sorting and comparison over time. */
import { datasetMeta } from '../../core/answers/meta.ts';
import type { Catalog, CatalogModel } from '../../core/dataset/catalog.ts';
import { offersFor, offersIn } from '../../core/dataset/host-catalog.ts';
import { firstKnownDay } from '../../core/dataset/lifecycle.ts';
import { lastSeenInShort, lastSeenOf } from '../../core/dataset/sources.ts';
import { tiers } from '../../core/schemas/request-fields.ts';
import { days, numbers, Table } from '../components/table.tsx';
import { listPrice, tokens } from '../formatting.ts';
import { DataBlock, layout } from '../layout.tsx';
import type { SiteContext } from '../site-context.ts';
import { priceDataset } from '../structured-data.ts';
import type { ListedModel } from './listed-models.ts';

export function modelsPage(site: SiteContext): string {
  const { catalog } = site;
  const { counts } = datasetMeta(catalog);
  return layout({
    site,
    path: 'models.html',
    title: `Prices of ${counts.models} LLM models`,
    description: `List prices of ${counts.models} models of ${counts.providers} providers, per million tokens, each with its source, the day it was seen, its history and scheduled changes.`,
    nav: 'models',
    scripts: ['models'],
    structuredData: priceDataset(site, {
      path: 'models.html',
      name: 'List prices of LLM models',
      description: `List prices of ${counts.models} LLM models with sources, dates and history.`,
      json: 'models.json',
      csv: 'models.csv',
    }),
    main: (
      <>
        <h1>Models and list prices</h1>
        <p class="lead">
          {counts.models} models of {counts.providers} providers. The page of each model has a source and a date for
          every number.
        </p>
        <Controls catalog={catalog} />
        <PriceTable catalog={catalog} />
        <p id="no-models" hidden>
          No model matches. Shorten the search, or reset the filters.
        </p>
        <DataBlock id="model-data" data={listedData(catalog)} />
      </>
    ),
  });
}

const price = (value: number | null): string => (value === null ? '–' : listPrice(value));

/** A row for each model; the columns match `sortKeys` of the page's script, in order. */
const PriceTable = ({ catalog: { models, asOf } }: { catalog: Catalog }) => (
  <Table
    id="price-table"
    label="Models and prices"
    caption={`USD per 1,000,000 tokens, list prices in force since ${asOf}. “–”: not offered, or no premium for cache writes.`}
    columns={[
      ...['Model', 'Provider', 'Tier'],
      ...numbers('Input', 'Output', 'Cached', 'Cache write', 'Context'),
      ...days('In force since', 'Last seen'),
    ]}
    rows={models.map((model) => ({
      key: model.id,
      cells: [
        <a key="model" href={`models/${model.id}.html`}>
          {model.facts.name}
        </a>,
        <a key="provider" href={model.provider.pricingUrl}>
          {model.provider.name}
        </a>,
        model.facts.tier,
        ...[model.price.input, model.price.output, model.price.cachedInput, model.price.cacheWrite].map(price),
        tokens(model.facts.contextWindow),
        model.price.from ?? 'release',
        lastSeenInShort(lastSeenOf(model.seen)),
      ],
    }))}
  />
);

/** What the script needs in addition to the table: the whole history, aliases, and who else sells a model. */
function listedData(catalog: Catalog): { asOf: string; models: ListedModel[]; gone: ListedModel[] } {
  const listed = ({ id, facts, provider, seen }: CatalogModel): ListedModel => ({
    id,
    name: facts.name,
    aliases: facts.aliases,
    provider: provider.id,
    providerName: provider.name,
    tier: facts.tier,
    context: facts.contextWindow,
    hosts: offersFor(catalog, id).map(({ host }) => host.id),
    soldFrom: facts.releaseDate,
    soldUntil: facts.lifecycle?.shutDown ?? null,
    knownFrom: firstKnownDay(facts),
    lastSeen: lastSeenOf(seen).on,
    prices: facts.prices.map(({ from, input, output, cachedInput, cacheWrite }) => ({
      from,
      input,
      output,
      cachedInput,
      cacheWrite,
    })),
  });
  return { asOf: catalog.asOf, models: catalog.models.map(listed), gone: catalog.shutDown.map(listed) };
}

const windows = [128_000, 200_000, 400_000, 1_000_000];

const sorts: [value: string, name: string][] = [
  ['', 'As listed'],
  ['input', 'Input, cheapest first'],
  ['output', 'Output, cheapest first'],
  ['cachedInput', 'Cached, cheapest first'],
  ['-context', 'Context, longest first'],
  ['-from', 'Newest price first'],
  ['name', 'Name'],
];

interface ChoiceProps {
  id: string;
  label: string;
  options: readonly (readonly [value: string | number, name: string])[];
}

const Choice = ({ id, label, options }: ChoiceProps) => (
  <div class="field">
    <label for={id}>{label}</label>
    <select id={id}>
      {options.map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </select>
  </div>
);

/** Shown only where scripts run; the table heads sort in the other directions. */
function Controls({ catalog }: { catalog: Catalog }) {
  const sold = new Set(catalog.models.map(({ provider }) => provider.id));
  const selling = new Set(offersIn(catalog).map(({ host }) => host.id));
  const named = (among: ReadonlySet<string>, all: readonly { id: string; name: string }[]) =>
    all.filter(({ id }) => among.has(id)).map(({ id, name }) => [id, name] as const);
  return (
    <form id="model-controls" class="needs-script card stack no-print" aria-label="Search and filter">
      <div class="fields narrow">
        <div class="field">
          <label for="model-search">Search</label>
          <input id="model-search" type="search" placeholder="Name, id or provider" autocomplete="off" />
        </div>
        <Choice id="model-provider" label="Provider" options={[['', 'Any'], ...named(sold, catalog.providers)]} />
        <Choice id="model-tier" label="Tier" options={[['', 'Any'], ...tiers.map((tier) => [tier, tier] as const)]} />
        <Choice
          id="model-host"
          label="Also sold at"
          options={[['', 'Anywhere'], ...named(selling, catalog.offers.hosts)]}
        />
        <Choice
          id="model-context"
          label="Minimum context"
          options={[[0, 'Any'], ...windows.map((size) => [size, `${tokens(size)} tokens`] as const)]}
        />
        <Choice id="model-sort" label="Order" options={sorts} />
      </div>
      <details class="more">
        <summary>Compare two days</summary>
        <div class="fields">
          <div class="field">
            <label for="day-from">Price on</label>
            <input id="day-from" type="date" min="2023-01-01" />
          </div>
          <div class="field">
            <label for="day-to">and on</label>
            <input id="day-to" type="date" min="2023-01-01" />
          </div>
        </div>
        <div id="day-changes" class="stack" />
      </details>
      <p class="row">
        <span id="model-count">
          {catalog.models.length} of {catalog.models.length} models
        </span>{' '}
        <button class="visually-hidden" type="submit">
          Search
        </button>{' '}
        <button class="button quiet" type="reset">
          Reset
        </button>{' '}
        <button class="button quiet" type="button" id="model-csv">
          Download CSV
        </button>
      </p>
    </form>
  );
}
