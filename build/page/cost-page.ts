/** The front page: what an agent costs. It has answers without a script; the script adapts them to the user's agent. */
import { datasetMeta } from '../../runtime/core/answers/meta.ts';
import { answer, resolveRequest } from '../../runtime/core/answers/resolved-request.ts';
import type { Estimate } from '../../runtime/core/answers/schemas/estimate-schema.ts';
import type { Catalog } from '../../runtime/core/dataset/catalog.ts';
import { ApiError } from '../../runtime/core/schemas/api-error.ts';
import type { Preset } from '../../runtime/core/schemas/data-files/presets-file.ts';
import { markup as html, Markup } from '../../runtime/core/values/markup.ts';
import { grouped, percent, usd } from '../../runtime/site/figures.ts';
import type { Assets } from './assets.ts';
import { layout, scrolling } from './layout.ts';
import type { SiteContext } from './site-context.ts';

/** @param firstView the page before its script runs: HTML by element id */
export function costPage(site: SiteContext, { firstView }: Pick<Assets, 'firstView'>): string {
  const { catalog } = site;
  const { counts } = datasetMeta(catalog);
  const estimates = catalog.presets.map((preset) => ({ preset, estimate: estimateOf(catalog, preset) }));
  return layout({
    site,
    path: 'index.html',
    title: 'agent-cost: what an AI agent really costs',
    description: `What an AI agent costs per task and per month, how much of it is waste, and what would be cheaper: list prices of ${counts.models} LLM models with source and date, and a cost model checked against recorded runs.`,
    nav: 'cost',
    scripts: ['cost'],
    mainId: 'app',
    main: html`<h1>What will my agent cost?</h1>
<noscript><p class="notice">The inputs need JavaScript; without it, these are the answers for five kinds of agent.</p></noscript>
${['cost', 'change', 'scenarios'].map((id) => html`<section id="${id}">${new Markup(firstView[id] ?? '')}</section>`)}
<section id="presets" aria-labelledby="presets-title">
<h2 id="presets-title">Five kinds of agent</h2>
${presetTable(catalog, estimates)}
</section>
<section id="prices" aria-labelledby="prices-title">
<h2 id="prices-title">List prices of ${counts.models} models</h2>
<p><a href="models.html">The prices of every model</a>, each with its history and the source of every number: search, filter and compare them.</p>
</section>`,
  });
}

interface Answered {
  preset: Preset;
  estimate: Estimate;
}

/** The estimate for a preset on its default model. */
function estimateOf(catalog: Catalog, { id }: Preset): Estimate {
  const question = resolveRequest(catalog, { presetId: id });
  if (question instanceof ApiError) throw new Error(question.message);
  return answer(question) as Estimate;
}

const nameOf = (catalog: Catalog, id: string): string => catalog.find(id)?.facts.name ?? id;

const presetTable = (catalog: Catalog, estimates: readonly Answered[]): Markup =>
  scrolling(
    'What five kinds of agent cost',
    html`<table class="cards">
<caption>Each with typical values, on the model named. Half of the tasks cost less than “typical”, one in ten more than “one in ten”.</caption>
<thead><tr><th scope="col">Agent</th><th scope="col">Model</th><th scope="col" class="num">Per task</th><th scope="col" class="num">Typical</th><th scope="col" class="num">One in ten</th><th scope="col" class="num">Per solved task</th><th scope="col" class="num">Tasks a month</th><th scope="col" class="num">Per month</th><th scope="col" class="num">Waste</th></tr></thead>
<tbody>${estimates.map(
      ({ preset, estimate }) => html`
<tr><th scope="row">${preset.name}</th><td data-label="Model"><a href="models/${estimate.modelId}.html">${nameOf(catalog, estimate.modelId)}</a></td><td class="num" data-label="Per task">${usd(estimate.costPerTask)}</td><td class="num" data-label="Typical">${usd(estimate.range.typicalTask)}</td><td class="num" data-label="One in ten">${usd(estimate.range.oneInTen)}</td><td class="num" data-label="Per solved task">${estimate.costPerSuccessfulTask === null ? '–' : usd(estimate.costPerSuccessfulTask)}</td><td class="num" data-label="Tasks a month">${grouped(estimate.workflow.tasksPerMonth)}</td><td class="num" data-label="Per month">${usd(estimate.monthlySpend)}</td><td class="num" data-label="Waste">${percent(estimate.waste.pct)}</td></tr>`,
    )}
</tbody></table>`,
  );
