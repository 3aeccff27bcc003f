/** The front page: what an agent costs. It has answers without a script; the script adapts them to the user's agent. */

import { estimateFor } from '../../core/answers/answer.ts';
import { datasetMeta } from '../../core/answers/meta.ts';
import { resolveRequest } from '../../core/answers/resolved-request.ts';
import type { Estimate } from '../../core/answers/schemas/estimate-schema.ts';
import type { Catalog } from '../../core/dataset/catalog.ts';
import { ApiError } from '../../core/schemas/api-error.ts';
import type { Preset } from '../../core/schemas/data-files/presets-file.ts';
import { lookUp } from '../../core/values/look-up.ts';
import { joined } from '../components/facts.tsx';
import { numbers, Table } from '../components/table.tsx';
import { grouped, ifSolved, percent, usd } from '../formatting.ts';
import { layout } from '../layout.tsx';
import { bestKnown, shortName } from '../makers.ts';
import type { SiteContext } from '../site-context.ts';

/** The views of the front page that its script takes over, before it runs: HTML by element id. */
export type FirstView = Readonly<Record<string, string>>;

export function costPage(site: SiteContext, firstView: FirstView): string {
  const { catalog } = site;
  const { counts } = datasetMeta(catalog);
  // Drawn by the same renderer, in first-view.tsx.
  const drawn = (id: string) => (
    <section
      key={id}
      id={id}
      data-until={id === 'cost' ? (catalog.inForce.until ?? undefined) : undefined}
      dangerouslySetInnerHTML={{ __html: lookUp(firstView, id) as string }}
    />
  );
  return layout({
    site,
    path: 'index.html',
    title: 'agent-cost: what an AI agent really costs',
    description: `What an AI agent costs per task and per month, how much of it is waste, and what would be cheaper: list prices of ${counts.models} LLM models with source and date, and a cost model checked against recorded runs.`,
    nav: 'cost',
    scripts: ['front'],
    mainId: 'app',
    main: (
      <>
        <h1>What will my agent cost?</h1>
        <noscript>
          <p class="notice">
            The inputs need JavaScript; without it, these are the answers for {catalog.presets.length} kinds of work.
          </p>
        </noscript>
        <div class="estimate">{['ask', 'cost', 'picture', 'moves', 'models'].map(drawn)}</div>
        {drawn('share')}
        <details class="more" id="why">
          <summary>Where the money goes, what caching saves, what if</summary>
          {['reasons', 'change', 'scenarios'].map(drawn)}
        </details>
        <section id="presets" aria-labelledby="presets-title">
          <h2 id="presets-title">{catalog.presets.length} kinds of work</h2>
          <Presets catalog={catalog} />
        </section>
        <section id="prices" aria-labelledby="prices-title">
          <h2 id="prices-title">List prices of {counts.models} models</h2>
          <p>
            <a href="models.html">The prices of every model</a>, on any day, with the source of each, as a table and as
            CSV. Of one maker:{' '}
            <Links to={bestKnown(catalog.providers).map((maker) => [`maker=${maker.id}`, shortName(maker)])} />.
            Cheapest first: <Links to={cheapest} />.
          </p>
        </section>
      </>
    ),
  });
}

/** Questions to the table of models, as the parameters of its address, by what they ask for. */
type Questions = readonly (readonly [query: string, name: string])[];

/** What a model must be able to do orders the table by input price (`orderOf`); all of them are asked for that order. */
const cheapest: Questions = [
  ['takes=image', 'with vision'],
  ['region=eu', 'in the EU'],
  ['context=1000000', 'with 1M of context'],
  ['sort=input', 'all'],
];

const Links = ({ to }: { to: Questions }) =>
  joined(
    to.map(([query, name]) => (
      <a key={query} href={`models.html?${query}`}>
        {name}
      </a>
    )),
    ', ',
  );

/** The estimate for a preset on its default model. */
function estimateOf(catalog: Catalog, { id }: Preset): Estimate {
  const question = resolveRequest(catalog, { presetId: id });
  if (question instanceof ApiError) throw new Error(question.message);
  return estimateFor(question);
}

const Presets = ({ catalog }: { catalog: Catalog }) => (
  <Table
    label="What these kinds of work cost"
    caption="Each with typical values, on the model named. Half of the tasks cost less than “typical”, one in ten more than “one in ten”."
    columns={[
      'Agent',
      'Model',
      ...numbers('Per task', 'Typical', 'One in ten', 'A solved one', 'Tasks a month', 'Per month', 'Waste'),
    ]}
    rows={catalog.presets.map((preset) => {
      const estimate = estimateOf(catalog, preset);
      const { modelId, range, costPerSuccessfulTask } = estimate;
      return {
        key: preset.id,
        cells: [
          preset.name,
          <a key={modelId} href={`models/${modelId}.html`}>
            {catalog.find(modelId)?.facts.name ?? modelId}
          </a>,
          usd(estimate.costPerTask),
          usd(range.typicalTask),
          usd(range.oneInTen),
          ifSolved(costPerSuccessfulTask, estimate.workflow.taskFailureRatePct),
          grouped(estimate.workflow.tasksPerMonth),
          usd(estimate.monthlySpend),
          percent(estimate.waste.pct),
        ],
      };
    })}
  />
);
