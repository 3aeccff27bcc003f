/** Every model in one table; a script adds search, filters, sorting and comparison over time. */
import { datasetMeta } from '../../core/answers/meta.ts';
import type { Catalog, CatalogModel } from '../../core/dataset/catalog.ts';
import { offersFor, offersIn } from '../../core/dataset/host-catalog.ts';
import { firstKnownDay } from '../../core/dataset/lifecycle.ts';
import { nextPriceFor } from '../../core/dataset/price-on-day.ts';
import { type LastSeen as LastSeenDay, lastSeenOf } from '../../core/dataset/sources.ts';
import { tiers } from '../../core/schemas/request-fields.ts';
import { PaddedPrice } from '../components/padded-price.tsx';
import { Scroll } from '../components/table.tsx';
import { decimalsOf, shortTokens, tokens } from '../formatting.ts';
import { DataBlock, layout } from '../layout.tsx';
import { byMaker, inListOrder } from '../makers.ts';
import type { SiteContext } from '../site-context.ts';
import { priceDataset } from '../structured-data.ts';
import { type ListedModel, listColumns } from './listed-models.ts';

export function modelsPage(site: SiteContext): string {
  const { catalog } = site;
  const { counts } = datasetMeta(catalog);
  return layout({
    site,
    path: 'models.html',
    title: `Prices of ${counts.models} LLM models`,
    description: `List prices of ${counts.models} models of ${counts.providers} providers, per million tokens, each with its source, the day it was seen, its history and scheduled changes.`,
    nav: 'models',
    styles: ['lists'],
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

const unitPrices = ['input', 'output', 'cachedInput', 'cacheWrite'] as const;

/** A row for each model; the columns match `sortKeys` of the page's script, in order. */
function PriceTable({ catalog }: { catalog: Catalog }) {
  const models = inListOrder(catalog);
  const decimals = unitPrices.map((unit) => Math.max(2, ...models.map(({ price }) => decimalsOf(price[unit]))));
  return (
    <Scroll label="Models and prices">
      <table class="list" id="price-table">
        <caption>
          USD per 1,000,000 tokens, list prices in force since {catalog.asOf}. “–”: not offered, or no premium for cache
          writes; “dataset”: never seen on a page of its maker.
        </caption>
        <thead>
          <tr>
            {listColumns.map(({ head, kind }) => (
              <th key={head} scope="col" class={kind === '' ? undefined : kind}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {models.map((model) => (
            <tr key={model.id}>
              <th scope="row">
                <a href={`models/${model.id}.html`}>{model.facts.name}</a>
                <Warnings {...{ model, catalog }} />
              </th>
              <td class="maker">{model.provider.name}</td>
              <td class="minor">{model.facts.tier}</td>
              {unitPrices.map((unit, index) => (
                <td key={unit} class={unit === 'cacheWrite' ? 'num minor' : 'num'} data-label={shortHeads[unit]}>
                  <PaddedPrice value={model.price[unit]} decimals={decimals[index] ?? 2} />
                </td>
              ))}
              <td class="num" data-label="Context">
                {shortTokens(model.facts.contextWindow)}
              </td>
              <td class="day rare">{model.price.from ?? 'release'}</td>
              <LastSeen {...lastSeenOf(model.seen)} />
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

const LastSeen = ({ on, where }: LastSeenDay) => (
  <td class="day minor">
    {on}
    {where === 'dataset' && <span class="muted small"> dataset</span>}
  </td>
);

const shortHeads = { input: 'In', output: 'Out', cachedInput: 'Cached', cacheWrite: 'Write' } as const;

/** What a reader must know of a price before relying on it. */
function Warnings({ model, catalog: { asOf } }: { model: CatalogModel; catalog: Catalog }) {
  const next = nextPriceFor(model, model.facts.prices, asOf, model.terms)?.from;
  const end = model.facts.lifecycle?.shutDown;
  return (
    <>
      {next && (
        <>
          {' '}
          <span class="tag caution">price changes {next}</span>
        </>
      )}
      {end && (
        <>
          {' '}
          <span class="tag bad">ends {end}</span>
        </>
      )}
    </>
  );
}

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
  return { asOf: catalog.asOf, models: inListOrder(catalog).map(listed), gone: catalog.shutDown.map(listed) };
}

const windows = [128_000, 200_000, 400_000, 1_000_000];

const sorts: [value: string, name: string][] = [
  ['', 'By maker'],
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
          <input id="model-search" type="search" placeholder="gpt5, sonnet 4.6" autocomplete="off" />
        </div>
        <Choice
          id="model-provider"
          label="Maker"
          options={[['', 'Any'], ...named(sold, [...catalog.providers].sort(byMaker))]}
        />
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
        <summary>Columns</summary>
        <fieldset class="chips">
          <legend class="visually-hidden">Columns</legend>
          {listColumns.slice(1).map(({ key, head }) => (
            <label key={key} class="chip">
              <input type="checkbox" name={`column-${key}`} data-column={key} checked />
              {head}
            </label>
          ))}
        </fieldset>
      </details>
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
