/** Computes a board: every run at the prices in force, ranked by dollars per solved task. */
import { type Catalog, type CatalogModel, modelOn } from '../dataset/catalog.ts';
import { billFor } from '../model/bill.ts';
import { workOf } from '../model/work.ts';
import type { Board, MeasuredRow } from '../schemas/board-schemas.ts';
import type { MeasuredFile, MeasuredRun } from '../schemas/data-files/measured-file.ts';
import { roundUsd } from '../values/money.ts';
import { isOnFront } from './front.ts';
import { pairsInWrongOrder } from './pairs.ts';
import { priceRun, usualCachedShare } from './price-run.ts';
import { wilson } from './wilson.ts';

type Unranked = Omit<MeasuredRow, 'rank' | 'onFront'>;

export function boardOf(catalog: Catalog, file: MeasuredFile): Board {
  const usual = usualCachedShare(file.rows);
  const listPrice = listPriceOn(catalog, file);
  const rows = file.rows.map((run) => rowOf(catalog, file, run, usual, listPrice)).sort(bySolved);
  const ranked = rows.map((row, index) => ({
    rank: row.usdPerSolvedTask === null ? null : index + 1,
    ...row,
    onFront: isOnFront(row, rows),
  }));
  const bases = new Set(rows.map(({ usdBasis }) => usdBasis));
  return {
    id: file.id,
    name: file.name,
    benchmark: file.benchmark,
    domain: file.domain,
    harness: file.harness,
    unit: file.unit,
    tasks: file.tasks,
    runs: file.runs,
    licence: file.licence,
    sources: file.sources,
    notes: [...file.notes, ...notesOf(bases, rows)],
    pairs: pairsInWrongOrder(rows),
    rows: ranked,
  };
}

/** Cost per task of each model in the API's ranking for the board's kind of work, the same work assumed. */
function listPriceOn(catalog: Catalog, { domain }: MeasuredFile): (model: CatalogModel) => number {
  const preset = catalog.preset(domain);
  const work = workOf(preset, preset.workflow);
  return (model) => billFor(work, model).costPerTask;
}

/**
 * What the work of the board's preset costs on a model at the prices in force, over what it cost at those of a day: how
 * dollars without tokens are brought to today. Null: no price of that day is known, or it was 0.
 * @param day YYYY-MM-DD, UTC
 */
function priceRatioSince(day: string, model: CatalogModel, listPrice: (model: CatalogModel) => number): number | null {
  const then = modelOn(model, day);
  if (then === undefined) return null;
  if (then.listPrice === model.listPrice) return 1;
  const before = listPrice(then);
  return before === 0 ? null : Math.round((listPrice(model) / before) * 1e4) / 1e4;
}

function rowOf(
  catalog: Catalog,
  file: MeasuredFile,
  run: MeasuredRun,
  usual: number,
  listPrice: (model: CatalogModel) => number,
): Unranked {
  const model = run.modelId === null ? undefined : catalog.find(run.modelId);
  const price = priceRun(run, model, usual, model === undefined ? null : priceRatioSince(run.on, model, listPrice));
  // Runs of one task are correlated, so repeated runs make the rate less certain than as many different tasks would.
  const tasks = run.tasks ?? file.tasks;
  const trials = run.attempts === null ? tasks : Math.min(run.attempts, tasks ?? run.attempts);
  const success = trials === null ? null : wilson(run.successRate, trials);
  const perSolved = (share: number): number | null =>
    price === null || share <= 0 ? null : roundUsd(price.usd / share, 1e9);
  return {
    model: run.model,
    modelId: model?.id ?? run.modelId,
    provider: model?.provider.id ?? null,
    config: run.config,
    effort: run.effort,
    on: run.on,
    attempts: run.attempts,
    tasks: run.tasks,
    successRate: run.successRate,
    successInterval: success && { low: share(success.low), high: share(success.high) },
    calls: run.calls,
    inputTokens: run.inputTokens,
    cachedTokens: run.cachedTokens,
    assumedCachedShare: price?.assumedCachedShare ?? null,
    outputTokens: run.outputTokens,
    recordedUsdPerTask: run.recordedUsd,
    usdPerTask: price?.usd ?? null,
    usdBasis: price?.basis ?? null,
    priceRatio: price?.priceRatio ?? null,
    usdPerSolvedTask: perSolved(run.successRate),
    usdPerSolvedInterval: success && price && intervalOf(perSolved(success.high), perSolved(success.low)),
    sameWorkUsdPerTask: model === undefined ? null : listPrice(model),
    note: run.note,
  };
}

const share = (value: number): number => Math.round(value * 1e4) / 1e4;

const intervalOf = (low: number | null, high: number | null) => (low === null ? null : { low, high });

/** Cheapest per solved task first; rows without dollars or solved tasks last. A total order. */
const bySolved = (a: Unranked, b: Unranked): number =>
  (a.usdPerSolvedTask ?? Number.MAX_VALUE) - (b.usdPerSolvedTask ?? Number.MAX_VALUE) ||
  b.successRate - a.successRate ||
  compare(a.model, b.model) ||
  compare(a.config ?? '', b.config ?? '') ||
  compare(a.on, b.on);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function notesOf(bases: ReadonlySet<string | null>, rows: readonly Unranked[]): string[] {
  const notes = [
    'A rank holds within this benchmark and harness only: elsewhere the same models rank differently.',
    'The interval is for the success rate (Wilson, 95 %), counted by task where a task was run more than once; dollars are means.',
  ];
  if (rows.some(({ priceRatio }) => priceRatio !== null && priceRatio !== 1)) {
    notes.push(
      'Where only dollars were recorded and prices have changed since, they are multiplied by priceRatio: what the preset of this kind of work costs on the model at the prices in force, over what it cost at those of the day of the run.',
    );
  }
  if (bases.has('recorded')) {
    notes.push(
      'Rows whose usdBasis is "recorded" are at the prices of their day, which are not known here; no route rests on them.',
    );
  }
  if (rows.some(({ assumedCachedShare }) => assumedCachedShare !== null)) {
    notes.push('Where cached tokens were not recorded, the middle share of this board is assumed.');
  }
  return notes;
}
