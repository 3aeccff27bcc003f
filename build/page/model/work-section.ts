/** What agents on a model cost, by the cost model and as measured on boards. */

import { rankingOf } from '../../../runtime/core/answers/ranking.ts';
import type { Ranking } from '../../../runtime/core/answers/schemas/ranking-schema.ts';
import { boardsOf } from '../../../runtime/core/benchmarks/facts.ts';
import type { Catalog } from '../../../runtime/core/dataset/catalog.ts';
import { workOf } from '../../../runtime/core/model/bill.ts';
import type { Board } from '../../../runtime/core/schemas/board-schemas.ts';
import { markup as html, type Markup } from '../../../runtime/core/values/markup.ts';
import { percent as success } from '../../../runtime/site/boards/words.ts';
import { percent, usd } from '../../../runtime/site/figures.ts';
import { boardPath } from '../boards/board-views.ts';
import { scrolling } from '../layout.ts';

/** What the pages of all models share: every ranking and every board, computed once. */
export interface Work {
  rankings: { name: string; tasksPerMonth: number; rows: Map<string, Ranking['ranking'][number]>; models: number }[];
  /** Each with the path of its page below the root. */
  boards: (Board & { path: string })[];
}

export const workIn = (catalog: Catalog): Work => ({
  rankings: catalog.presets.map((preset) => {
    const { ranking } = rankingOf(catalog, workOf(preset, preset.workflow));
    return {
      name: preset.name,
      tasksPerMonth: preset.workflow.tasksPerMonth,
      rows: new Map(ranking.map((row) => [row.modelId, row])),
      models: ranking.length,
    };
  }),
  boards: boardsOf(catalog).map((board) => ({ ...board, path: boardPath(catalog, board.id) })),
});

export function agentsSection({ rankings }: Work, id: string): Markup {
  const rows = rankings.flatMap(({ name, rows, models }) => {
    const row = rows.get(id);
    return row === undefined
      ? []
      : [
          html`
<tr><th scope="row">${name}</th><td class="num" data-label="Per task">${usd(row.costPerTask)}</td><td class="num" data-label="Per solved task">${row.costPerSuccessfulTask === null ? '–' : usd(row.costPerSuccessfulTask)}</td><td class="num" data-label="Per month">${usd(row.monthlySpend)}</td><td class="num" data-label="Waste">${percent(row.waste.pct)}</td><td class="num" data-label="Rank">${row.rank} of ${models}</td></tr>`,
        ];
  });
  if (rows.length === 0) return html``;
  return html`<h2 id="agents">What an agent on it costs</h2>
${scrolling(
  'What an agent on it costs',
  html`<table class="cards">
<caption>Estimates for five kinds of agent with typical values; rank 1 is the cheapest model on the same work. <a href="../index.html">Change the values</a>.</caption>
<thead><tr><th scope="col">Agent</th><th scope="col" class="num">Per task</th><th scope="col" class="num">Per solved task</th><th scope="col" class="num">Per month</th><th scope="col" class="num">Waste</th><th scope="col" class="num">Rank</th></tr></thead>
<tbody>${rows}
</tbody></table>`,
)}`;
}

export function measuredSection({ boards }: Work, id: string): Markup {
  const rows = boards.flatMap((board) =>
    board.rows.filter(({ modelId }) => modelId === id).map((row) => ({ board, row })),
  );
  if (rows.length === 0) {
    return html`<h2 id="measured">Measured</h2>
<p>No board of <a href="../measured.html">measured runs</a> has this model.</p>`;
  }
  return html`<h2 id="measured">Measured</h2>
${scrolling(
  'Measured runs',
  html`<table class="cards">
<caption>Recorded runs, cheapest per solved task first on each board. A rank holds within its board only.</caption>
<thead><tr><th scope="col">Board</th><th scope="col">Effort</th><th scope="col" class="num">Rank</th><th scope="col" class="num">Solved</th><th scope="col" class="num">Per solved task</th><th scope="col" class="num">Per task</th><th scope="col">Recorded</th></tr></thead>
<tbody>${rows.map(
    ({ board, row }) => html`
<tr><th scope="row"><a href="../${board.path}">${board.name}</a></th><td data-label="Effort">${row.effort ?? '–'}</td><td class="num" data-label="Rank">${row.rank === null ? '–' : `${row.rank} of ${board.rows.length}`}</td><td class="num" data-label="Solved">${success(row.successRate)}</td><td class="num" data-label="Per solved task">${row.usdPerSolvedTask === null ? '–' : usd(row.usdPerSolvedTask)}</td><td class="num" data-label="Per task">${row.usdPerTask === null ? '–' : usd(row.usdPerTask)}</td><td class="day" data-label="Recorded">${row.on}</td></tr>`,
  )}
</tbody></table>`,
)}`;
}
