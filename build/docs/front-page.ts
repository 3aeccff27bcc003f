/** The front door: a plain page that needs no JavaScript. */

import { datasetMeta, metaOf } from '../../runtime/core/api/catalogue/meta.ts';
import { markup as html, Markup } from '../../runtime/core/api/markup.ts';
import { modelOf } from '../../runtime/core/api/models.ts';
import { basePath, routes } from '../../runtime/core/api/routes.ts';
import type { Catalog } from '../../runtime/core/dataset/catalog.ts';

const style = `
:root { color-scheme: light dark; --line: light-dark(#d5d9e0, #3a404a); --soft: light-dark(#f3f5f8, #1d2127); --ink: light-dark(#1a1d21, #e6e9ee); --paper: light-dark(#fff, #121519); --link: light-dark(#0b57d0, #8ab4f8); --muted: light-dark(#5a6270, #a3abb8); }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 72rem; padding: 1.5rem 1rem 4rem; font: 1rem/1.55 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
h1 { font-size: 1.9rem; line-height: 1.2; margin: .5rem 0; } h2 { margin-top: 2.5rem; }
a { color: var(--link); } a:focus-visible, pre:focus-visible, .scroll:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
code, pre { font: .875rem/1.5 ui-monospace, monospace; } pre { background: var(--soft); border: 1px solid var(--line); border-radius: .4rem; padding: .75rem; overflow-x: auto; }
.scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: .4rem; }
table { border-collapse: collapse; width: 100%; font-size: .9375rem; } caption { text-align: left; padding: .6rem .75rem; color: var(--muted); }
th, td { padding: .3rem .5rem; text-align: left; border-top: 1px solid var(--line); vertical-align: top; }
thead th { background: var(--soft); } td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; } td.wide { min-width: 16rem; } td.day { white-space: nowrap; } td code { overflow-wrap: anywhere; }
.muted { color: var(--muted); }
@media screen and (max-width: 60rem) {
  thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
  tbody tr { display: grid; grid-template-columns: repeat(auto-fill, minmax(6.5rem, 1fr)); border-top: 1px solid var(--line); padding: .5rem .25rem; }
  tbody th, tbody td { display: block; border: 0; padding: .1rem .5rem; overflow-wrap: anywhere; } tbody th, td.wide, td.try { grid-column: 1 / -1; min-width: 0; }
  td.n { text-align: left; } td[data-label]::before { content: attr(data-label); display: block; font-size: .75rem; color: var(--muted); }
}
@media print {
  :root { color-scheme: light; } body { max-width: none; padding: 0; font-size: 9pt; } table { font-size: 7pt; } th, td { padding: 1pt 3pt; }
  .scroll, pre { overflow: visible; border: 0; } pre, td code { white-space: pre-wrap; overflow-wrap: anywhere; } td.wide { min-width: 0; } tr { break-inside: avoid; } a { color: inherit; }
}
`;

/** How each route is tried; the base address is set once above the list. */
const samples: Record<string, { url: string; curl?: string }> = {
  meta: { url: '/meta' },
  providers: { url: '/providers' },
  models: { url: '/models?provider=anthropic&tier=mid' },
  model: { url: '/models/claude-sonnet-4-6' },
  presets: { url: '/presets' },
  estimate: { url: '/estimate?presetId=coding&compare=true' },
  board: { url: '/measured/deepswe' },
};

export function frontPage(catalog: Catalog): string {
  const meta = metaOf(catalog);
  const { counts, nextPriceChange, pricesAsOf } = datasetMeta(catalog);
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>agent-cost: what an AI agent really costs</title>
<meta name="description" content="List prices of ${counts.models} LLM models with sources and dates, and what an agent built on them costs per task and per month.">
<link rel="icon" href="data:,">
<style>${new Markup(style)}</style>
</head>
<body>
<header>
<h1>What an AI agent really costs</h1>
<p>List prices of ${counts.models} models of ${counts.providers} providers, each with its source and date, and a cost model checked against recorded agent runs:
cost per task and per month, how much of it is waste, and what would be cheaper.</p>
<p class="muted">Prices in force since ${pricesAsOf}. Every price was confirmed on or after ${meta.pricesVerified}; the last change was on ${meta.pricesUpdated}.
${nextPriceChange ? html`The next scheduled change is on ${nextPriceChange.on} (${nextPriceChange.models.join(', ')}).` : 'No change is scheduled.'}
Dataset ${meta.datasetVersion}.</p>
</header>
<main>
<h2 id="try">Try it</h2>
<p>A coding agent on Claude Sonnet 4.6, 500 tasks a month, with every tenth call sent again:</p>
<pre tabindex="0">BASE=http://127.0.0.1:8787${basePath}   # where this page is served from
curl -s $BASE/estimate -H 'Content-Type: application/json' \\
  -d '{"presetId":"coding","modelId":"claude-sonnet-4-6","tasksPerMonth":500,"retryRatePct":10}'</pre>
<h2 id="routes">Routes</h2>
<p>Every answer is JSON: <code>{"data", "meta"}</code>, or <code>{"error": {"code", "message"}}</code>. The machine-readable description is
<a href="${basePath}/openapi.json">OpenAPI 3.0.3</a>; each GET is also a static file.</p>
<div class="scroll" tabindex="0" role="region" aria-label="Routes">
<table>
<caption>Below <code>${basePath}</code></caption>
<thead><tr><th scope="col">Route</th><th scope="col">Answer</th><th scope="col">Try</th></tr></thead>
<tbody>${routes.map((route) => {
    const url = samples[route.id]?.url ?? route.path;
    return html`
<tr><th scope="row"><code>GET ${route.path}</code>${route.body ? html`<br><code>POST ${route.path}</code>` : ''}</th><td class="wide">${route.summary}. ${route.description}</td>
<td class="try"><a href="${basePath}${url}">${url}</a><br><code>curl -s "$BASE${url}"</code></td></tr>`;
  })}
</tbody></table></div>
<h2 id="models">Models and prices</h2>
<p>${meta.disclaimer}</p>
<div class="scroll" tabindex="0" role="region" aria-label="Models and prices">
<table>
<caption>USD per 1,000,000 tokens, list prices in force since ${pricesAsOf}. “–” is not offered, or no premium for cache writes.</caption>
<thead><tr><th scope="col">Model</th><th scope="col">Provider</th><th scope="col">Tier</th><th scope="col" class="n">Input</th><th scope="col" class="n">Output</th>
<th scope="col" class="n">Cached</th><th scope="col" class="n">Cache write</th><th scope="col" class="n">Context</th><th scope="col">In force since</th><th scope="col">Verified</th></tr></thead>
<tbody>${catalog.models.map((entry) => {
    const model = modelOf(entry);
    return html`
<tr><th scope="row"><a href="${basePath}/models/${model.id}">${model.name}</a></th><td data-label="Provider"><a href="${entry.provider.pricingUrl}">${entry.provider.name}</a></td><td data-label="Tier">${model.tier}</td><td class="n" data-label="Input">${model.inputPerMTok}</td><td class="n" data-label="Output">${model.outputPerMTok}</td>
<td class="n" data-label="Cached">${model.cachedInputPerMTok ?? '–'}</td><td class="n" data-label="Cache write">${model.cacheWritePerMTok ?? '–'}</td><td class="n" data-label="Context">${grouped(model.contextWindow)}</td><td class="day" data-label="In force since">${model.priceFrom ?? 'release'}</td><td class="day" data-label="Verified">${model.verifiedOn}</td></tr>`;
  })}
</tbody></table></div>
</main>
</body>
</html>
`;
  return page.text;
}

/** 1,048,576: grouped by hand, so that no locale has a say. */
const grouped = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ',');
