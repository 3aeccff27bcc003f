/** Every model in one table; a script adds search, filters, sorting and comparison over time. */
import { datasetMeta } from '../../runtime/core/answers/meta.ts';
import type { Catalog, CatalogModel } from '../../runtime/core/dataset/catalog.ts';
import { offersFor, offersIn } from '../../runtime/core/dataset/host-catalog.ts';
import { tiers } from '../../runtime/core/schemas/request-fields.ts';
import { markup as html, type Markup } from '../../runtime/core/values/markup.ts';
import { tokens } from '../../runtime/site/figures.ts';
import type { ListedModel } from '../../runtime/site/models/listed-models.ts';
import { dataBlock, layout } from './layout.ts';
import { priceTable } from './price-table.ts';
import type { SiteContext } from './site-context.ts';
import { priceDataset } from './structured-data.ts';

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
    main: html`<h1>Models and list prices</h1>
<p class="lead">${counts.models} models of ${counts.providers} providers. The page of each model has a source and a date for every number.</p>
${controls(catalog)}
${priceTable(catalog)}
<p id="no-models" hidden>No model matches. Shorten the search, or reset the filters.</p>
<script type="application/json" id="model-data">${dataBlock(listedData(catalog))}</script>`,
  });
}

/** What the script needs in addition to the table: the whole history, aliases, and who else sells a model. */
function listedData(catalog: Catalog): { asOf: string; models: ListedModel[]; gone: ListedModel[] } {
  const listed = ({ id, facts, provider, price }: CatalogModel): ListedModel => ({
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
    verifiedOn: price.verifiedOn,
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

/** Shown only where scripts run; the table heads sort in the other directions. */
function controls(catalog: Catalog): Markup {
  const choice = (id: string, label: string, any: string, values: readonly (readonly [string, string])[]): Markup =>
    html`<div class="field"><label for="${id}">${label}</label><select id="${id}"><option value="">${any}</option>${values.map(([value, name]) => html`<option value="${value}">${name}</option>`)}</select></div>`;
  const sold = new Set(catalog.models.map(({ provider }) => provider.id));
  const selling = new Set(offersIn(catalog).map(({ host }) => host.id));
  return html`<form id="model-controls" class="needs-script card stack no-print" aria-label="Search and filter">
<div class="fields narrow">
<div class="field"><label for="model-search">Search</label><input id="model-search" type="search" placeholder="Name, id or provider" autocomplete="off"></div>
${choice(
  'model-provider',
  'Provider',
  'Any',
  catalog.providers.filter(({ id }) => sold.has(id)).map(({ id, name }) => [id, name] as const),
)}
${choice(
  'model-tier',
  'Tier',
  'Any',
  tiers.map((tier) => [tier, tier] as const),
)}
${choice(
  'model-host',
  'Also sold at',
  'Anywhere',
  catalog.offers.hosts.filter(({ id }) => selling.has(id)).map(({ id, name }) => [id, name] as const),
)}
<div class="field"><label for="model-context">Minimum context</label><select id="model-context"><option value="0">Any</option>${windows.map((size) => html`<option value="${size}">${tokens(size)} tokens</option>`)}</select></div>
<div class="field"><label for="model-sort">Order</label><select id="model-sort">${sorts.map(([value, name]) => html`<option value="${value}">${name}</option>`)}</select></div>
</div>
<details class="more"><summary>Compare two days</summary>
<div class="fields">
<div class="field"><label for="day-from">Price on</label><input id="day-from" type="date" min="2023-01-01"></div>
<div class="field"><label for="day-to">and on</label><input id="day-to" type="date" min="2023-01-01"></div>
</div>
<div id="day-changes" class="stack"></div>
</details>
<p class="row"><span id="model-count">${catalog.models.length} of ${catalog.models.length} models</span> <button class="visually-hidden" type="submit">Search</button> <button class="button quiet" type="reset">Reset</button> <button class="button quiet" type="button" id="model-csv">Download CSV</button></p>
</form>`;
}
