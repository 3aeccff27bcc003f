/** What a model costs today: at its provider, on all terms, and at other hosts. */

import type { ModelDetail } from '../../../runtime/core/answers/schemas/model-schemas.ts';
import { toolUnits, uncountedTools } from '../../../runtime/core/schemas/billable-units.ts';
import type { ProviderFile } from '../../../runtime/core/schemas/data-files/provider-file.ts';
import type { PriceRecord } from '../../../runtime/core/schemas/price-schemas.ts';
import { markup as html, type Markup } from '../../../runtime/core/values/markup.ts';
import { grouped, listPrice, tokens } from '../../../runtime/site/figures.ts';
import { scrolling } from '../layout.ts';
import { priceCell } from '../price-table.ts';
import { sourceList } from './source-list.ts';

/** The prices a table has a column for. */
export type Prices = Pick<PriceRecord, 'inputPerMTok' | 'outputPerMTok' | 'cachedInputPerMTok'> &
  Partial<Pick<PriceRecord, 'cacheWritePerMTok' | 'cacheWrite1hPerMTok'>>;

const columns = [
  ['Input', 'inputPerMTok'],
  ['Output', 'outputPerMTok'],
  ['Cached input', 'cachedInputPerMTok'],
  ['Cache write', 'cacheWritePerMTok'],
  ['Write for 1 h', 'cacheWrite1hPerMTok'],
] as const;

export const priceHeads: Markup = html`${columns.map(([name]) => html`<th scope="col" class="num">${name}</th>`)}`;
export const priceCells = (prices: Prices): Markup =>
  html`${columns.map(([name, key]) => priceCell(prices[key] ?? null, name))}`;

/** The price in force in large figures. */
export function priceFacts(model: ModelDetail, price: PriceRecord): Markup {
  const rest: [name: string, value: number | null, unit: string][] = [
    ['Stored in a cache', price.cacheStoragePerMTokHour, 'an hour'],
    ...toolUnits.map(({ per, label, priceField }): [string, number | null, string] => [
      `${grouped(per)} ${label}`,
      model[priceField],
      '',
    ]),
  ];
  return html`<dl class="facts">${columns.map(([name, key]) => fact(name, price[key], '', true))}${rest.map(
    ([name, value, unit]) => (value === null ? '' : fact(name, value, unit, false)),
  )}</dl>`;
}

const fact = (name: string, value: number | null, unit: string, isBig: boolean): Markup =>
  html`<div><dt>${name}</dt><dd>${
    value === null
      ? html`<span class="muted">not offered</span>`
      : html`<span class="${isBig ? 'big' : ''}">$${listPrice(value)}</span> <span class="unit">${unit}</span>`
  }</dd></div>`;

const tierNames = { batch: 'Batch', flex: 'Flex', priority: 'Priority' } as const;

/** Prices for long prompts, service tiers, times of day and regions. */
export function termsTable(model: ModelDetail, price: PriceRecord, provider: ProviderFile): Markup {
  const longer = (of: PriceRecord['longContext'], before: string) =>
    of.map((band) => row(`${before}prompt over ${grouped(band.aboveTokens)} tokens`, band, null));
  const rows = [
    row('Standard', price, sourceList(provider, price.sources)),
    ...longer(price.longContext, 'Standard, '),
    ...Object.entries(tierNames).flatMap(([id, name]) => {
      const tier = price.serviceTiers[id as keyof typeof tierNames];
      return tier === null
        ? []
        : [row(name, tier, sourceList(provider, tier.sources)), ...longer(tier.longContext, `${name}, `)];
    }),
    ...(price.offPeak === null
      ? []
      : [row(`Outside ${price.offPeak.peakUtc.join(', ')} UTC, ${price.offPeak.peakDays}`, price.offPeak, null)]),
    ...model.regions.map(
      ({ region, multiplier, note, sources }) =>
        html`
<tr><th scope="row">Region ${region}</th><td colspan="5" data-label="Prices">every price × ${multiplier}${note === null ? '' : html` <span class="muted">${note}</span>`}</td><td class="wide">${sourceList(provider, sources)}</td></tr>`,
    ),
  ];
  return scrolling(
    'Prices on all terms',
    html`<table class="cards">
<caption>USD per 1,000,000 tokens. “–”: not offered, or unknown. A row marked “as standard” has the sources of the standard price.</caption>
<thead><tr><th scope="col">Terms</th>${priceHeads}<th scope="col">Source</th></tr></thead>
<tbody>${rows}
</tbody></table>`,
  );
}

const row = (name: string, prices: Prices, sources: Markup | null): Markup => html`
<tr><th scope="row">${name}</th>${priceCells(prices)}<td class="wide">${sources ?? html`<span class="muted">as standard</span>`}</td></tr>`;

/** Prices at other hosts; empty if none is known. */
export function hostsSection(model: ModelDetail, provider: ProviderFile): Markup {
  if (model.offers.length === 0) return html``;
  return html`<h2 id="hosts">At other hosts</h2>
${scrolling(
  'Prices of other hosts',
  html`<table class="cards">
<caption>USD per 1,000,000 tokens, imported from public datasets. “agreed”: independent ones agree; “single”: only one, trust it less.</caption>
<thead><tr><th scope="col">Host</th>${priceHeads}<th scope="col" class="num">Context</th><th scope="col">Agreement</th><th scope="col">Source</th></tr></thead>
<tbody>${model.offers.map(
    (offer) => html`
<tr><th scope="row"><a href="${offer.pricingUrl}">${offer.hostName}</a><br><code class="small">${offer.hostModelId}</code></th>${priceCells(offer)}<td class="num" data-label="Context">${tokens(offer.contextWindow)}</td><td data-label="Agreement">${offer.agreement}</td><td class="wide">${sourceList(provider, offer.sources)}</td></tr>${offer.longContext.map(
      (band) => html`
<tr><th scope="row">${offer.hostName}, prompt over ${grouped(band.aboveTokens)} tokens</th>${priceCells(band)}<td></td><td></td><td class="wide"></td></tr>`,
    )}`,
  )}
</tbody></table>`,
)}`;
}

/** Fees of the provider's tools; empty if there are none. */
export function toolsSection(model: ModelDetail, provider: ProviderFile): Markup {
  if (model.toolFees.length === 0) return html``;
  const names = new Map<string, string>([...toolUnits, ...uncountedTools].map(({ part, tool }) => [part, tool]));
  return html`<h2 id="tools">Tools of the provider</h2>
${scrolling(
  'Tools of the provider',
  html`<table class="cards">
<thead><tr><th scope="col">Tool</th><th scope="col" class="num">USD</th><th scope="col">For</th><th scope="col">Source</th></tr></thead>
<tbody>${model.toolFees.map(
    ({ tool, usd, per, unit, note, sources }) => html`
<tr><th scope="row">${names.get(tool) ?? tool}</th><td class="num" data-label="USD">${listPrice(usd)}</td><td data-label="For">${grouped(per)} ${unit}</td><td class="wide">${note === null ? '' : html`<p class="small">${note}</p>`}${sourceList(provider, sources)}</td></tr>`,
  )}
</tbody></table>`,
)}`;
}
