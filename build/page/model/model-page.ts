/** The page of one model: every number with its source and date, readable without a script. */

import { basePath } from '../../../runtime/api/routes.ts';
import { modelDetailOf } from '../../../runtime/core/answers/models.ts';
import type { ModelDetail } from '../../../runtime/core/answers/schemas/model-schemas.ts';
import type { CatalogModel } from '../../../runtime/core/dataset/catalog.ts';
import type { PriceRecord } from '../../../runtime/core/schemas/price-schemas.ts';
import { markup as html, type Markup } from '../../../runtime/core/values/markup.ts';
import { listPrice, percentSign, tokens } from '../../../runtime/site/figures.ts';
import { layout } from '../layout.ts';
import type { SiteContext } from '../site-context.ts';
import { priceDataset } from '../structured-data.ts';
import { historySection } from './history.ts';
import { comingNotice, lifecycleSection, statusNames } from './lifecycle-section.ts';
import { hostsSection, priceFacts, termsTable, toolsSection } from './price-section.ts';
import { agentsSection, measuredSection, type Work } from './work-section.ts';

export function modelPage(site: SiteContext, listed: CatalogModel, work: Work): string {
  const { catalog } = site;
  const { provider } = listed;
  const model = modelDetailOf(catalog, listed);
  const price = model.prices.find(({ state }) => state === 'current') as PriceRecord;
  const path = `models/${model.id}.html`;
  const description = `${model.name} of ${provider.name}: $${listPrice(price.inputPerMTok)} per million input tokens, $${listPrice(price.outputPerMTok)} output, verified ${model.verifiedOn}. Price history, hosts, lifecycle and measured cost per solved task.`;
  return layout({
    site,
    path,
    title: `${model.name} price`,
    description,
    nav: 'models',
    structuredData: priceDataset(site, {
      path,
      name: `List prices of ${model.name}`,
      description,
      json: `models/${model.id}.json`,
    }),
    main: html`<p class="trail"><a href="../models.html">Models</a> / ${provider.name}</p>
<h1>${model.name}</h1>
<p class="row"><code>${model.id}</code> <span class="tag">${model.tier}</span> <span class="tag${model.status === 'active' ? ' good' : model.status === 'shutDown' ? ' bad' : ' caution'}">${statusNames[model.status]}</span> <span class="tag">${tokens(model.contextWindow)} context</span></p>
${comingNotice(model, catalog.asOf)}
<h2 id="price">${model.status === 'shutDown' ? 'Last price' : 'Price now'}</h2>
${priceFacts(model, price)}
<p>In force since <span class="day">${price.from ?? 'its release'}</span>. ${trustOf(model)} <a href="${model.pricingUrl}">${provider.name}'s price page</a></p>
${termsTable(model, price, provider)}
${hostsSection(model, provider)}
${toolsSection(model, provider)}
${historySection(model, provider, catalog.asOf)}
${agentsSection(work, model.id)}
${measuredSection(work, model.id)}
${lifecycleSection(model, catalog)}
<h2 id="facts">Facts</h2>
${facts(model)}
${model.notes.length === 0 ? '' : html`<ul>${model.notes.map((note) => html`<li>${note}</li>`)}</ul>`}
<p class="no-print">The same as <a href="../${basePath.slice(1)}/models/${model.id}.json">JSON</a>.</p>`,
  });
}

/** Where the price comes from, in a sentence. */
function trustOf({ seenAtProvider, seenInDatasets, confidence }: ModelDetail): Markup {
  const where =
    seenAtProvider === null
      ? html`Imported from public datasets (last on <span class="day">${seenInDatasets}</span>), never seen on a page by the provider`
      : html`Seen at the provider on <span class="day">${seenAtProvider}</span>${seenInDatasets === null ? '' : html`, in datasets on <span class="day">${seenInDatasets}</span>`}`;
  return html`${where}; confidence: ${confidence}.`;
}

function facts(model: ModelDetail): Markup {
  const { caching } = model;
  const rows: [name: string, value: Markup | string][] = [
    ['Context window', `${tokens(model.contextWindow)} tokens`],
    ['Longest output', model.maxOutputTokens === null ? 'unknown' : `${tokens(model.maxOutputTokens)} tokens`],
    ['Caching', caching.mode],
    [
      'Shortest cached prefix',
      caching.minPrefixTokens === null ? 'none known' : `${tokens(caching.minPrefixTokens)} tokens`,
    ],
    [
      'Cache hits',
      `${Math.round(caching.hitEfficiency.value * 1000) / 10}${percentSign} of the ideal, ${caching.hitEfficiency.basis}`,
    ],
    ['Tier', `${model.tier}: ${model.tierReason}`],
    [
      'Also called',
      model.aliases.length === 0
        ? 'no other name'
        : html`${model.aliases.map((alias) => html`<code>${alias}</code> `)}`,
    ],
  ];
  return html`<dl class="facts">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}
