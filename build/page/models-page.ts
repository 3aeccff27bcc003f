/** Every model in one table, which a script lets people search, filter, sort and compare over time. */
import { datasetMeta } from '../../runtime/core/api/catalogue/meta.ts';
import { markup as html } from '../../runtime/core/api/markup.ts';
import { layout } from './layout.ts';
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
    structuredData: priceDataset(site, {
      path: 'models.html',
      name: 'List prices of LLM models',
      description: `List prices of ${counts.models} LLM models with sources, dates and history.`,
      json: 'models.json',
      csv: 'models.csv',
    }),
    main: html`<h1>Models and list prices</h1>
<p class="lead">${counts.models} models of ${counts.providers} providers. Every number has a source and a day on the model's own page.</p>
${priceTable(
  catalog,
  html`USD per 1,000,000 tokens, list prices in force since ${catalog.asOf}. “–”: not offered, or no premium for cache writes.`,
  {
    heads: html`<th scope="col">In force since</th><th scope="col">Verified</th>`,
    cells: ({ price }) =>
      html`<td class="day" data-label="In force since">${price.from ?? 'release'}</td><td class="day" data-label="Verified">${price.verifiedOn}</td>`,
  },
)}`,
  });
}
