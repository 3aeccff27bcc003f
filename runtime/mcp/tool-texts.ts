/** Answers in a few lines, with the exact numbers, for clients that show only text. */
import type { Advice } from '../core/answers/schemas/advice-schema.ts';
import type { Change } from '../core/answers/schemas/change-schema.ts';
import type { Estimate } from '../core/answers/schemas/estimate-schema.ts';
import type { Ranking } from '../core/answers/schemas/ranking-schema.ts';
import { lastSeenInWords } from '../core/dataset/sources.ts';
import type { PriceList } from '../core/pricing/price-list.ts';
import { billableUnits } from '../core/schemas/billable-units.ts';
import type { Board, BoardSummary, MeasuredRow } from '../core/schemas/board-schemas.ts';
import type { PricedCalls } from '../core/schemas/priced-call-schemas.ts';
import { decimal } from '../core/values/money.ts';
import { percent, whole } from '../core/values/rounded.ts';
import type { Resolution } from '../library/library.ts';
import type { FoundRows } from './board-rows.ts';

/** In full precision: clients without structured answers rely on it. */
const dollars = (usd: number): string => `$${decimal(usd)}`;

/** The first lines, and how many there are besides. */
export function firstOf(lines: readonly string[], limit: number): string[] {
  if (lines.length <= limit) return [...lines];
  return [...lines.slice(0, limit), `... and ${lines.length - limit} more: raise limit to see them`];
}

export function priceText(priced: PricedCalls | PriceList, limit: number): string {
  if ('prices' in priced) return ratesText(priced, limit);
  const { usd, usdOfPriced, unpriced, calls } = priced;
  const lines = calls.map(({ model, usd, unpriced, pricing }) => {
    if (usd === null || pricing === null) return `not priced: ${unpriced}`;
    return `${model}: ${dollars(usd)} at the ${pricing.source} price, ${lastSeenInWords(pricing.lastSeen)}`;
  });
  const some = `total unknown: ${unpriced} of ${calls.length} not priced; the others cost ${dollars(usdOfPriced)}`;
  if (calls.length !== 1) lines.unshift(usd === null ? some : `total: ${dollars(usd)}`);
  return firstOf(lines, limit).join('\n');
}

function ratesText({ model, on, unpriced, prices }: PriceList, limit: number): string {
  if (unpriced !== null) return `not priced: ${unpriced}`;
  const labels = new Map<string, string>(billableUnits.map(({ part, label }) => [part, label]));
  const lines = prices.map(({ part, unit, per, usd, aboveTokens }) => {
    const above = aboveTokens === null ? '' : `, prompts above ${whole(aboveTokens)} tokens`;
    return `${labels.get(part) ?? part}: ${dollars(usd)} for ${whole(per)} ${unit}${above}`;
  });
  return [
    `list prices of ${model} on ${on}; give counts of tokens for the price of a call`,
    ...firstOf(lines, limit),
  ].join('\n');
}

export function estimateText(estimate: Estimate): string {
  const { presetId, modelId, workflow, waste, routing, notes, context } = estimate;
  const { costPerTask, costPerSuccessfulTask, failures, monthlySpend, pricing, summary } = estimate;
  const success =
    costPerSuccessfulTask === null
      ? 'no task succeeds'
      : `${dollars(costPerSuccessfulTask)} a successful one if ${failures.pct} % fail`;
  return [
    `${presetId} on ${modelId}: ${summary}`,
    `exactly: ${dollars(costPerTask)} a task, ${success}`,
    `${dollars(monthlySpend)} a month for ${workflow.tasksPerMonth} tasks; ${waste.pct} % of it is waste`,
    contextText(context),
    `cheaper: ${suggestionText(routing)}`,
    `prices ${lastSeenInWords(pricing.lastSeen)}`,
    ...firstOf(notes, 3),
  ].join('\n');
}

const contextText = ({ peakTokens, window, fits }: Estimate['context']): string =>
  `largest prompt ${peakTokens} tokens of ${window ?? 'an unknown window'}${fits === 1 ? '' : `: ${percent(100 * fits)} of the tasks fit`}`;

function suggestionText(route: Estimate['routing']): string {
  if (route === null) return 'no model that saves 10 %';
  const { modelId, asMeasured, saving } = route;
  return asMeasured === null
    ? `${modelId} by list price, not measured: saves ${saving?.pct} %`
    : `${modelId}, measured on ${asMeasured.board}: saves ${asMeasured.savedPct} % of a solved task`;
}

export function adviceText(
  { presetId, modelId, monthlySpend, levers, routes, nearMisses }: Advice,
  limit: number,
): string {
  return [
    `${presetId} on ${modelId}: ${dollars(monthlySpend)} a month`,
    ...firstOf(
      levers.map(
        ({ changes, basis, saving }) =>
          `${JSON.stringify(changes)} saves ${saving.pct} %, ${dollars(saving.monthly)} a month (${basis})`,
      ),
      limit,
    ),
    ...routes.map(
      (route) => `${suggestionText(route)}; for the same work ${dollars(route.monthlySpend)} a month at its list price`,
    ),
    ...nearMisses.map(({ modelId, why: [first, ...more] }) => {
      return `not ${modelId}: ${first}${more.length === 0 ? '' : ` And ${more.length} more in \`why\`.`}`;
    }),
  ].join('\n');
}

export function rankText({ presetId, sort, aboveLine, ranking }: Ranking, limit: number): string {
  const lines = ranking.map(({ rank, modelId, costPerTask, monthlySpend, measured, costPerSolvedTask }) => {
    const solved =
      costPerSolvedTask === undefined
        ? ''
        : `, ${dollars(costPerSolvedTask)} a solved task as measured on ${measured?.board}`;
    const line = rank > aboveLine ? ' (below the line)' : '';
    return `${rank}. ${modelId}: ${dollars(costPerTask)} a task, ${dollars(monthlySpend)} a month${solved}${line}`;
  });
  return [`${presetId} by ${sort}; costs assume the same work of every model`, ...firstOf(lines, limit)].join('\n');
}

export function measuredText(measured: { boards: BoardSummary[] } | Board | FoundRows, limit: number): string {
  if (!('rows' in measured)) {
    const boards = measured.boards.map(({ id, name, rowCount }) => `${id}: ${name}, ${rowCount} rows`);
    return firstOf(boards, limit).join('\n');
  }
  if (!('name' in measured)) return rowsText(measured, limit);
  const lines = measured.rows.map((row) => `${row.rank ?? '-'}. ${rowText(row)}`);
  return [`${measured.name}, cheapest per solved task first`, ...firstOf(lines, limit)].join('\n');
}

export function rowsText({ rows, boards, minSuccessPct }: FoundRows, limit: number): string {
  const least =
    minSuccessPct === null ? '' : `of those that solved at least ${minSuccessPct} % of the tasks (minSuccessPct)`;
  if (rows.length === 0) return [`no such row on ${boards.join(', ') || 'any board'}`, least].join(' ').trim();
  const lines = rows.map((row) => `${row.board}: ${rowText(row)}`);
  return [...(least === '' ? [] : [`cheapest per solved task ${least}`]), ...firstOf(lines, limit)].join('\n');
}

function rowText({ model, effort, successRate, usdPerSolvedTask }: MeasuredRow): string {
  const name = effort === null ? model : `${model} at effort ${effort}`;
  const solved = usdPerSolvedTask === null ? 'dollars not known' : `${dollars(usdPerSolvedTask)} a solved task`;
  return `${name}: ${solved}, success rate ${successRate}`;
}

export function changesText({ changes }: { changes: Change[] }, limit: number): string {
  if (changes.length === 0) return 'nothing changed';
  const lines = changes.map(({ on, kind, modelId, before, after }) => {
    const was = before === null ? '' : `, before ${dollars(before.inputPerMTok)} and ${dollars(before.outputPerMTok)}`;
    return `${on} ${kind}: ${modelId} ${dollars(after.inputPerMTok)} in, ${dollars(after.outputPerMTok)} out per 1,000,000 tokens${was}`;
  });
  return firstOf(lines, limit).join('\n');
}

export function resolveText({ id, provider, via, host, region, serviceTier, reason }: Resolution): string {
  if (id === null) return String(reason);
  const place = [host, region, serviceTier].filter((part) => part !== null).join(', ');
  return `${id} of ${provider} (${via}${place && `; ${place}`})`;
}
