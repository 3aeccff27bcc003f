/** `agent-cost rank`: every model on a workflow, those that ran such work above those that never did. */
import type { Command } from 'commander';
import type { Ranking } from '../../core/answers/schemas/ranking-schema.ts';
import type { Catalog } from '../../core/dataset/catalog.ts';
import type { MeasuredFact } from '../../core/schemas/board-schemas.ts';
import { aboutField } from '../../core/schemas/request-fields.ts';
import { csvOf } from '../../core/values/csv.ts';
import { percent, usd } from '../../core/values/rounded.ts';
import { printAs, table, withJsonAndCsv } from '../answer-forms.ts';
import { openPrices, overlayLines } from '../catalog-options.ts';
import { command } from '../program.ts';
import { answerTo, type RequestOptions, requestFrom, withRequestOptions } from '../workflow-options.ts';

const epilogue = `
Costs assume the same work and as many failures for every model. What each of them did on recorded work of this kind
stands beside it: the share of tasks solved, dollars per solved task, and where; agent-cost model ID has every board.
Models that never ran such work are listed below a line. --json and --csv list all by cost.

Examples:
  agent-cost rank coding
  agent-cost rank support --set searchesPerTask=2 --host bedrock
  agent-cost rank rag --overlay contract.json --csv`;

export const rankCommand = (): Command =>
  withRequestOptions(
    withJsonAndCsv(
      command('rank')
        .summary('every model on a workflow, cheapest first')
        .description('Ranks every model by cost per task, and names what was measured of it.'),
    ),
    false,
  )
    .addHelpText('after', epilogue)
    .action((preset: string | undefined, options: RequestOptions) => {
      const { catalog, overlay } = openPrices(options);
      const request = requestFrom(catalog, preset, options, true);
      const ranking = answerTo(catalog, { ...request, compare: true }) as Ranking;
      printAs(options, {
        json: () => (overlay === null ? ranking : { ...ranking, overlay }),
        csv: () => csvOf(columns, ranking.ranking),
        text: () => [ranking.presetId, ...rankingLines(catalog, ranking), ...overlayLines(overlay)],
      });
    });

/** The fields of a row in CSV. */
const columns = [
  'rank',
  'modelId',
  'modelName',
  'provider',
  'tier',
  'serviceTier',
  'region',
  'confidence',
  'costPerTask',
  'costPerSuccessfulTask',
  'monthlySpend',
  'toolFees',
  'waste.pct',
  'waste.monthly',
  'fitsContext',
];

type Row = Ranking['ranking'][number];

/** The table: measured models first where any board has this kind of work. Each part keeps the order of the answer. */
function rankingLines(catalog: Catalog, ranking: Ranking): string[] {
  const { presetId } = ranking;
  const boards = new Set(catalog.measured.flatMap(({ id, domain }) => (domain === presetId ? [id] : [])));
  const factsOf = ({ measured }: Row): MeasuredFact[] => measured.filter(({ board }) => boards.has(board));
  if (boards.size === 0) {
    return [...rankingTable(ranking, ranking.ranking, null), 'No board has such work: nothing here is measured.'];
  }
  const measured = ranking.ranking.filter((row) => factsOf(row).length > 0);
  const others = ranking.ranking.filter((row) => factsOf(row).length === 0);
  const lines = rankingTable(ranking, [...measured, ...others], factsOf);
  const rule = 'Not measured on such work: that they succeed is assumed.';
  return others.length === 0 ? lines : lines.toSpliced(1 + measured.length, 0, rule);
}

const termHeaders = { serviceTier: 'service tier', region: 'region' };

/** @param factsOf what was measured of a row on this kind of work; null: no board has it */
function rankingTable(
  { workflow }: Ranking,
  shown: readonly Row[],
  factsOf: ((row: Row) => MeasuredFact[]) | null,
): string[] {
  // Columns with the same value in every row are left out.
  const searches = workflow.searchesPerTask > 0;
  const terms = (['serviceTier', 'region'] as const).filter((name) => workflow[name] !== aboutField[name].default);
  const atEffort = workflow.reasoningEffort !== null;
  const header = [
    'rank',
    'model',
    'per task',
    ...(searches ? ['of it searches'] : []),
    'per success',
    ...(factsOf === null ? [] : ['solved', 'per solved task', 'measured on']),
    'provider',
    'tier',
    ...terms.map((name) => termHeaders[name]),
    'a month',
    'waste',
    'fits',
    ...(atEffort ? ['effort'] : []),
  ];
  const rows = shown.map((row) => [
    row.rank,
    row.modelId,
    usd(row.costPerTask),
    ...(searches ? [row.toolFees === null ? 'unknown' : usd(row.toolFees)] : []),
    row.costPerSuccessfulTask === null ? null : usd(row.costPerSuccessfulTask),
    ...(factsOf === null ? [] : measuredCells(factsOf(row))),
    row.provider,
    row.tier,
    ...terms.map((name) => row[name]),
    usd(row.monthlySpend),
    percent(row.waste.pct),
    row.fitsContext ? 'yes' : 'no',
    ...(atEffort ? [row.effortBasis] : []),
  ]);
  return table(header, rows);
}

/** The share of tasks solved and the dollars per solved task, lowest to highest at any effort, and on which boards. */
function measuredCells(facts: readonly MeasuredFact[]): [solved: string | null, usd: string | null, boards: string] {
  const [first] = facts;
  if (first === undefined) return [null, null, 'not measured'];
  const boards = new Set(facts.map(({ board }) => board));
  const benchmarks = new Set(facts.map(({ benchmark }) => benchmark));
  const solved = spread(
    facts.map(({ successRate }) => 100 * successRate),
    (share) => share.toFixed(0),
  );
  const dollars = facts.flatMap(({ usdPerSolvedTask }) => usdPerSolvedTask ?? []);
  return [
    `${solved} %`,
    dollars.length === 0 ? null : spread(dollars, usd),
    boards.size === 1
      ? first.board
      : `${boards.size} boards of ${benchmarks.size === 1 ? first.benchmark : `${benchmarks.size} benchmarks`}`,
  ];
}

/** `30 to 74`, or `30` if both ends look the same. */
function spread(values: readonly number[], shown: (value: number) => string): string {
  const [low, high] = [shown(Math.min(...values)), shown(Math.max(...values))];
  return low === high ? low : `${low} to ${high}`;
}
