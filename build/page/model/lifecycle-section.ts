/** The lifecycle of a model, and the price changes already known. */

import type { ModelDetail } from '../../../runtime/core/answers/schemas/model-schemas.ts';
import type { Catalog } from '../../../runtime/core/dataset/catalog.ts';
import { markup as html, type Markup } from '../../../runtime/core/values/markup.ts';
import { listPrice } from '../../../runtime/site/figures.ts';
import { sourceOf } from './source-list.ts';

/** What a reader must know before the prices; empty if no change is known. */
export function comingNotice(model: ModelDetail, asOf: string): Markup {
  const current = model.prices.find(({ state }) => state === 'current');
  const coming = [
    ...model.prices.flatMap((price) =>
      price.state === 'scheduled'
        ? [
            html`From <strong class="day">${price.from}</strong>: $${listPrice(price.inputPerMTok)} input, $${listPrice(price.outputPerMTok)} output${price.announced ? ' (announced)' : ''}.`,
          ]
        : [],
    ),
    ...(current?.holdsUntil && current.until === null ? [promise(current.holdsUntil, asOf)] : []),
    ...(model.sunsetDate === null
      ? []
      : [
          html`${model.status === 'shutDown' ? 'Shut down on' : 'Shuts down on'} <strong class="day">${model.sunsetDate}</strong>.`,
        ]),
  ];
  if (coming.length === 0) return html``;
  return html`<div class="notice${model.status === 'shutDown' ? ' bad' : ''}">${coming.map((line) => html`<p>${line}</p>`)}</div>`;
}

const promise = (until: string, asOf: string): Markup =>
  until < asOf
    ? html`The price was promised until <strong class="day">${until}</strong>; whether it still holds is unknown.`
    : html`The price is promised until <strong class="day">${until}</strong>; the price after that is unknown.`;

export function lifecycleSection(model: ModelDetail, catalog: Catalog): Markup {
  const { lifecycle } = model;
  const linked = (id: string): Markup =>
    catalog.find(id) === undefined ? html`${id}` : html`<a href="${id}.html">${catalog.find(id)?.facts.name}</a>`;
  const facts: [name: string, value: Markup | string | null][] = [
    ['Status', statusNames[model.status]],
    ['Released', model.releaseDate ?? 'unknown'],
    ['Shutdown announced', lifecycle?.deprecatedOn ?? null],
    ['Shut down on', lifecycle?.shutDown ?? null],
    ['Not shut down before', lifecycle?.notBefore ?? null],
    ['Recommended instead', lifecycle?.successor ? linked(lifecycle.successor) : null],
    ['Calls are answered by', lifecycle?.billedAs ? linked(lifecycle.billedAs) : null],
    ...(lifecycle?.hosts ?? []).map(({ host, shutDown }): [string, string] => [`Shut down at ${host}`, shutDown]),
  ];
  return html`<h2 id="lifecycle">Lifecycle</h2>
<dl class="facts">${facts.map(([name, value]) => (value === null ? '' : html`<div><dt>${name}</dt><dd>${value}</dd></div>`))}</dl>
${
  lifecycle === null
    ? ''
    : html`<ul class="sources">${lifecycle.sources.map((source) => html`<li>${source.fact}: ${sourceOf(source)} <span class="day">${source.on}</span>${source.note === undefined ? '' : html` <span class="muted">${source.note}</span>`}</li>`)}</ul>`
}`;
}

export const statusNames = { active: 'active', deprecated: 'deprecated', shutDown: 'shut down' } as const;
