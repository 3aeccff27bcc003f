/** What agents on a model cost, by the cost model and as measured on boards. */
import { rankingOf } from '../../core/answers/ranking.ts';
import type { Ranking } from '../../core/answers/schemas/ranking-schema.ts';
import { boardsOf } from '../../core/benchmarks/facts.ts';
import type { Catalog, CatalogModel } from '../../core/dataset/catalog.ts';
import { workOf } from '../../core/model/work.ts';
import type { Board } from '../../core/schemas/board-schemas.ts';
import { memoize } from '../../core/values/memoize.ts';
import { boardPath } from '../boards/board-views.ts';
import { dollars, percent as success } from '../boards/formatting.ts';
import { days, numbers, Table } from '../components/table.tsx';
import { ifSolved, usd } from '../formatting.ts';

/** What the pages of all models share: every ranking and every board. */
interface Work {
  rankings: {
    preset: string;
    name: string;
    failed: number;
    rows: Map<string, Ranking['ranking'][number]>;
    models: number;
  }[];
  /** Each with the path of its page below the root. */
  boards: (Board & { path: string })[];
}

export const workIn = memoize(
  (catalog: Catalog): Work => ({
    rankings: catalog.presets.map((preset) => {
      const chosen = catalog.find(preset.defaultModel) ?? (catalog.models[0] as CatalogModel);
      const { ranking } = rankingOf(catalog, workOf(preset, preset.workflow), chosen);
      return {
        preset: preset.id,
        name: preset.name,
        failed: preset.workflow.taskFailureRatePct,
        rows: new Map(ranking.map((row) => [row.modelId, row])),
        models: ranking.length,
      };
    }),
    boards: boardsOf(catalog).map((board) => ({ ...board, path: boardPath(catalog, board.id) })),
  }),
);

interface WorkOnModel {
  work: Work;
  id: string;
}

export function Agents({ work: { rankings }, id }: WorkOnModel) {
  const rows = rankings.flatMap(({ preset, name, failed, rows, models }) => {
    const row = rows.get(id);
    if (row === undefined) return [];
    const { costPerTask, costPerSuccessfulTask, monthlySpend, rank } = row;
    return {
      key: name,
      cells: [
        <a key={preset} href={`../index.html#workflow=${preset}&model=${id}`}>
          {name}
        </a>,
        usd(costPerTask),
        ifSolved(costPerSuccessfulTask, failed),
        usd(monthlySpend),
        `${rank} of ${models}`,
      ],
    };
  });
  if (rows.length === 0) return null;
  return (
    <>
      <h2 id="agents">What an agent on it costs</h2>
      <Table
        label="What an agent on it costs"
        caption={`Estimates for ${rows.length} kinds of work with typical values; rank 1 is the cheapest model on the same work.`}
        columns={['Agent', ...numbers('Per task', 'A solved one', 'Per month', 'Rank')]}
        rows={rows}
      />
      <p>
        <a href={`../index.html#with=${id}`}>Your own workflow on it</a>
      </p>
    </>
  );
}

export function Measured({ work: { boards }, id }: WorkOnModel) {
  const found = boards.flatMap((board) =>
    board.rows.filter(({ modelId }) => modelId === id).map((row) => ({ board, row })),
  );
  return (
    <>
      <h2 id="measured">Measured</h2>
      {found.length === 0 ? (
        <p>
          No board of <a href="../measured.html">measured runs</a> has this model.
        </p>
      ) : (
        <Table
          label="Measured runs"
          caption="Recorded runs, cheapest per solved task first on each board. A rank holds within its board only."
          columns={[
            ...['Board', 'Effort'],
            ...numbers('Rank', 'Solved', 'Per solved task', 'Per task'),
            ...days('Recorded'),
          ]}
          rows={found.map(({ board, row }, index) => ({
            key: index,
            cells: [
              <a key="board" href={`../${board.path}`}>
                {board.name}
              </a>,
              row.effort ?? '–',
              row.rank === null ? '–' : `${row.rank} of ${board.rows.length}`,
              success(row.successRate),
              dollars(row.usdPerSolvedTask),
              dollars(row.usdPerTask),
              row.on,
            ],
          }))}
        />
      )}
    </>
  );
}
