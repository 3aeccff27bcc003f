/** Answers in a few lines, with the exact numbers, for clients that show only text. */
import type { Change } from '../core/answers/schemas/change-schema.ts';
import type { Estimate } from '../core/answers/schemas/estimate-schema.ts';
import type { Ranking } from '../core/answers/schemas/ranking-schema.ts';
import { lastSeenInWords } from '../core/dataset/sources.ts';
import type { Board, BoardSummary } from '../core/schemas/board-schemas.ts';
import type { PricedCalls } from '../core/schemas/priced-call-schemas.ts';
import { decimal } from '../core/values/money.ts';
import type { Resolution } from '../library/library.ts';

/** In full precision: clients without structured answers rely on it. */
const dollars = (usd: number): string => `$${decimal(usd)}`;

/** How many lines of a list are shown; the structured answer has them all. */
const listed = 10;

function firstOf(lines: readonly string[]): string[] {
  if (lines.length <= listed) return [...lines];
  return [...lines.slice(0, listed), `... and ${lines.length - listed} more`];
}

export function priceText({ usd, usdOfPriced, unpriced, calls }: PricedCalls): string {
  const lines = calls.map(({ model, usd, unpriced, pricing }) => {
    if (usd === null || pricing === null) return `not priced: ${unpriced}`;
    return `${model}: ${dollars(usd)} at the ${pricing.source} price, ${lastSeenInWords(pricing.lastSeen)}`;
  });
  const some = `total unknown: ${unpriced} of ${calls.length} not priced; the others cost ${dollars(usdOfPriced)}`;
  if (calls.length !== 1) lines.unshift(usd === null ? some : `total: ${dollars(usd)}`);
  return firstOf(lines).join('\n');
}

export function estimateText({ presetId, modelId, workflow, waste, routing, notes, ...rest }: Estimate): string {
  const { costPerTask, costPerSuccessfulTask, monthlySpend, pricing, summary } = rest;
  const success =
    costPerSuccessfulTask === null ? 'no task succeeds' : `${dollars(costPerSuccessfulTask)} a successful one`;
  return [
    `${presetId} on ${modelId}: ${summary}`,
    `exactly: ${dollars(costPerTask)} a task, ${success}`,
    `${dollars(monthlySpend)} a month for ${workflow.tasksPerMonth} tasks; ${waste.pct} % of it is waste`,
    `cheaper, measured: ${routeText(routing.best)}`,
    `cheaper by list price, unproven: ${routeText(routing.unproven)}`,
    `prices ${lastSeenInWords(pricing.lastSeen)}`,
    ...notes,
  ].join('\n');
}

const routeText = (route: Estimate['routing']['best']): string =>
  route === null
    ? 'none that saves 10 % per successful task'
    : `${route.strategy} to ${route.modelId} saves ${route.savingPct} %, ${dollars(route.monthlySaving)} a month`;

export function rankText({ presetId, ranking }: Ranking): string {
  const lines = ranking.map(
    ({ rank, modelId, costPerTask, monthlySpend }) =>
      `${rank}. ${modelId}: ${dollars(costPerTask)} a task, ${dollars(monthlySpend)} a month`,
  );
  return [`${presetId}, cheapest first, assuming the same work for every model`, ...firstOf(lines)].join('\n');
}

export function measuredText(measured: { boards: BoardSummary[] } | Board): string {
  if ('boards' in measured)
    return measured.boards.map(({ id, name, rowCount }) => `${id}: ${name}, ${rowCount} rows`).join('\n');
  const lines = measured.rows.map(({ rank, model, effort, successRate, usdPerSolvedTask }) => {
    const name = effort === null ? model : `${model} at effort ${effort}`;
    const solved = usdPerSolvedTask === null ? 'dollars not known' : `${dollars(usdPerSolvedTask)} a solved task`;
    return `${rank ?? '-'}. ${name}: ${solved}, success rate ${successRate}`;
  });
  return [`${measured.name}, cheapest per solved task first`, ...firstOf(lines)].join('\n');
}

export function changesText({ changes }: { changes: Change[] }): string {
  if (changes.length === 0) return 'nothing changed';
  const lines = changes.map(({ on, kind, modelId, before, after }) => {
    const was = before === null ? '' : `, before ${dollars(before.inputPerMTok)} and ${dollars(before.outputPerMTok)}`;
    return `${on} ${kind}: ${modelId} ${dollars(after.inputPerMTok)} in, ${dollars(after.outputPerMTok)} out per 1,000,000 tokens${was}`;
  });
  return firstOf(lines).join('\n');
}

export function resolveText({ id, provider, via, host, region, serviceTier, reason }: Resolution): string {
  if (id === null) return String(reason);
  const place = [host, region, serviceTier].filter((part) => part !== null).join(', ');
  return `${id} of ${provider} (${via}${place && `; ${place}`})`;
}
