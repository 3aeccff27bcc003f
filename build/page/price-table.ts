/** The list prices of all models as a table that needs no script. */

import type { Catalog } from '../../runtime/core/dataset/catalog.ts';
import { markup as html, type Markup } from '../../runtime/core/values/markup.ts';
import { listPrice, tokens } from '../../runtime/site/figures.ts';
import { scrolling } from './layout.ts';

/** A price, or a dash, never 0, if there is none. */
export const priceCell = (value: number | null, label: string): Markup =>
  html`<td class="num" data-label="${label}">${value === null ? '–' : listPrice(value)}</td>`;

/** A row for each model; the columns match `sortKeys` of the page's script, in order. */
export const priceTable = ({ models, asOf }: Pick<Catalog, 'models' | 'asOf'>): Markup =>
  scrolling(
    'Models and prices',
    html`<table class="cards" id="price-table">
<caption>USD per 1,000,000 tokens, list prices in force since ${asOf}. “–”: not offered, or no premium for cache writes.</caption>
<thead><tr><th scope="col">Model</th><th scope="col">Provider</th><th scope="col">Tier</th><th scope="col" class="num">Input</th><th scope="col" class="num">Output</th><th scope="col" class="num">Cached</th><th scope="col" class="num">Cache write</th><th scope="col" class="num">Context</th><th scope="col">In force since</th><th scope="col">Verified</th></tr></thead>
<tbody>${models.map(
      (model) => html`
<tr><th scope="row"><a href="models/${model.id}.html">${model.facts.name}</a></th><td data-label="Provider"><a href="${model.provider.pricingUrl}">${model.provider.name}</a></td><td data-label="Tier">${model.facts.tier}</td>${priceCell(model.price.input, 'Input')}${priceCell(model.price.output, 'Output')}${priceCell(model.price.cachedInput, 'Cached')}${priceCell(model.price.cacheWrite, 'Cache write')}<td class="num" data-label="Context">${tokens(model.facts.contextWindow)}</td><td class="day" data-label="In force since">${model.price.from ?? 'release'}</td><td class="day" data-label="Verified">${model.price.verifiedOn}</td></tr>`,
    )}
</tbody></table>`,
  );
