/**
 * When a sentence or figure of an answer is more certain than its evidence: the rule, stated apart from the code that
 * writes answers, and read from the recorded rows themselves.
 */
import { resolveRequest } from '../../runtime/core/answers/resolved-request.ts';
import type { Advice } from '../../runtime/core/answers/schemas/advice-schema.ts';
import type { Estimate } from '../../runtime/core/answers/schemas/estimate-schema.ts';
import { boardsOf } from '../../runtime/core/benchmarks/facts.ts';
import type { Catalog, CatalogModel } from '../../runtime/core/dataset/catalog.ts';
import { isResolved, resolve } from '../../runtime/core/dataset/resolve.ts';
import { ApiError } from '../../runtime/core/schemas/api-error.ts';
import type { EstimateRequest } from '../../runtime/core/schemas/estimate-request-schema.ts';
import { efforts } from '../../runtime/core/schemas/levels.ts';
import { tiers } from '../../runtime/core/schemas/request-fields.ts';
import { advice, estimate } from '../support/core/made-up.ts';
import { readRows } from './read-evidence.ts';

/** The shape of a task, all of it other than in any preset. */
const ownShape = { modelCallsPerTask: 33, systemPromptTokens: 7100, outputTokensPerCall: 311, toolResultTokens: 777 };

/** Every preset on every model, at every effort where it has them; and the same with a shape of the caller's own. */
export const questionsOf = (catalog: Catalog): EstimateRequest[] =>
  catalog.presets.flatMap(({ id: presetId }) =>
    catalog.models.flatMap(({ id: modelId }) => [
      ...(presetId === 'coding' || presetId === 'session' ? [null, ...efforts] : [null]).map((reasoningEffort) => ({
        presetId,
        modelId,
        reasoningEffort,
      })),
      { presetId, modelId, ...ownShape },
    ]),
  );

export interface Answered {
  request: EstimateRequest;
  got: Estimate;
  advised: Advice;
}

/** The answers; a model without a ladder refuses efforts. */
export const answersTo = (catalog: Catalog, questions: readonly EstimateRequest[]): Answered[] =>
  questions
    .filter((request) => !(resolveRequest(catalog, request) instanceof ApiError))
    .map((request) => ({ request, got: estimate(catalog, request), advised: advice(catalog, request) }));

/** Sentences and figures that say more than was recorded, over all of these answers: none, or each with its request. */
export const faultsIn = (catalog: Catalog, answers: readonly Answered[]): string[] =>
  answers.flatMap((one) => tooCertain(catalog, one));

type Wrong = (holds: boolean, what: string) => void;

/** What an answer says with more certainty than was recorded; empty: nothing. */
export function tooCertain(catalog: Catalog, { request, got, advised }: Answered): string[] {
  const faults: string[] = [];
  const wrong: Wrong = (holds, what) => {
    if (!holds) faults.push(`${JSON.stringify(request)}: ${what}`);
  };
  ofErrors(catalog, request, got, wrong);
  ofRoutes(catalog, request, advised, wrong);
  ofLevers(catalog, request, got, advised, wrong);
  ofNotes(catalog, got, wrong);
  const sentences = [got.summary, advised.rule, ...got.notes, ...advised.levers.map(({ description }) => description)];
  sentences.push(...advised.nearMisses.flatMap(({ why }) => why), ...advised.routes.map(({ note }) => note));
  // Prices are exact; measurements and sums of tokens are not known to thousandths.
  for (const text of sentences)
    wrong(!/(?<![$\d.,])\d[\d,]*\.\d{3,}/.test(text), `digits that nobody measured: ${text}`);
  return faults;
}

/** Groups of recorded runs that were billed less than all of their input at its full price: some of it was cached. */
const billedRuns = (() => {
  const groups = new Map(readRows('recorded-groups.csv').map((row) => [row.group, row]));
  const isCached = readRows('recorded-runs.csv').filter((run) => {
    const { inputPrice, outputPrice } = groups.get(run.group) ?? {};
    const plain = (Number(run.input) * Number(inputPrice) + Number(run.output) * Number(outputPrice)) / 1e6;
    return run.usd !== '' && Number(run.usd) < 0.98 * plain;
  });
  return [...new Set(isCached.map(({ group }) => group))].map((group) => groups.get(group) ?? {});
})();

const isRecordedOn = (catalog: Catalog, work: string, modelId: string | undefined): boolean =>
  billedRuns.some(({ kind, model = '' }) => {
    const found = kind === work ? resolve(catalog, model) : null;
    return found !== null && isResolved(found) && found.model.id === modelId;
  });

/** `range.modelError` and the summary: figures of what was recorded, for the question that the request asks. */
function ofErrors(catalog: Catalog, request: EstimateRequest, { range, summary }: Estimate, wrong: Wrong): void {
  const { modelError: error } = range;
  const isOwn = 'toolResultTokens' in request;
  const kind = request.presetId as Estimate['presetId'];
  const formula = catalog.evidence?.formula?.find(({ kindOfWork }) => kindOfWork === kind);
  const factors = catalog.evidence?.presetFactors?.find(({ kindOfWork }) => kindOfWork === kind);
  if (error === null) {
    wrong((isOwn ? formula : factors) === undefined, 'no error, though runs were recorded');
    wrong(
      /No runs of this kind/.test(summary) && !/times too|by .* % on average/.test(summary),
      `an error: ${summary}`,
    );
    return;
  }
  wrong(error.question === (isOwn ? 'formula' : 'preset'), `an answer to another question: ${error.question}`);
  if (isOwn) {
    const isRecorded = isRecordedOn(catalog, kind, request.modelId);
    wrong((error.basis === 'measured') === isRecorded, `${error.basis} without billed runs of this model, or with`);
    wrong(error.dollarsPct === (isRecorded ? formula?.dollarsPct : formula?.unseenDollarsPct), 'dollars of other runs');
    wrong(error.runs === formula?.runs && error.factor === null, 'a count of other runs');
    wrong(/on average/.test(summary) && !/preset itself/.test(summary), `not the error of the formula: ${summary}`);
    wrong(isRecorded === /of this kind on this model by/.test(summary), `whose runs: ${summary}`);
    return;
  }
  const boards = boardsOf(catalog).filter(({ domain }) => domain === kind);
  wrong(error.basis === (kind === 'session' ? 'otherOwners' : 'boards'), `rests on ${error.basis}`);
  wrong(error.dollarsPct === null && error.inputTokensPct === null, 'percent for a preset');
  wrong(error.factor === factors?.factor && error.owners === factors?.owners, 'a factor of something else');
  wrong(kind === 'session' || (error.owners as number) <= boards.length, 'more boards than there are');
  wrong(
    summary.includes(`preset itself was ${error.factor?.toFixed(1)} times too high or too low`),
    `factor: ${summary}`,
  );
  wrong(!/%/.test(summary), `percent: ${summary}`);
  const [, said = '1'] = /middle one of (\d+)/.exec(summary) ?? [];
  wrong(Number(said) === error.owners, `how many: ${summary}`);
}

/** The kind of work of the boards that a preset takes: sessions take those of coding. */
const boardsOfKind = (catalog: Catalog, presetId: EstimateRequest['presetId']) =>
  boardsOf(catalog).filter(({ domain }) => domain === (presetId === 'session' ? 'coding' : presetId));

/** Routes: what was measured, on the boards of this kind of work, at this effort and today's prices; or an assumption. */
function ofRoutes(catalog: Catalog, request: EstimateRequest, advised: Advice, wrong: Wrong): void {
  const { presetId, modelId, reasoningEffort = null } = request;
  const ofKind = boardsOfKind(catalog, presetId);
  for (const route of advised.routes) {
    wrong(/Test it\.$/.test(route.note), 'a route that nobody need try');
    wrong((route.basis === 'measured') === (route.asMeasured !== null), 'a basis that is not one');
    if (route.asMeasured === null) {
      const tierOf = (id: string) => tiers.indexOf((catalog.find(id) as CatalogModel).facts.tier);
      const isMeasured = ofKind.some(({ rows }) => rows.some((row) => row.modelId === route.modelId));
      wrong(/assumed/.test(route.note), 'an assumption that is not called one');
      wrong(isMeasured !== /No measurement of .* is known/.test(route.note), 'whether it was measured');
      wrong(tierOf(modelId as string) <= tierOf(route.modelId), 'a lower tier, unmeasured');
      continue;
    }
    const { boards, board, solvedRatio, solvedRatioRange: range } = route.asMeasured;
    wrong(boards.length >= 2 && boards[0]?.board === board, 'a measured route on fewer than two boards');
    wrong(range.low <= solvedRatio && solvedRatio <= range.high, 'a ratio outside of its range');
    for (const one of boards) {
      const rows = ofKind.find(({ id }) => id === one.board)?.rows ?? [];
      const theirs = rows.find((row) => row.modelId === route.modelId && row.effort === one.effort);
      const mine = rows.find((row) => row.modelId === modelId && row.effort === one.chosenEffort);
      wrong(theirs !== undefined && mine !== undefined, `no row of both on ${one.board}`);
      wrong(theirs?.usdBasis !== 'recorded' && mine?.usdBasis !== 'recorded', 'dollars of a day of unknown prices');
      wrong(one.solvedRatio <= 0.75, `${one.solvedRatio} times on ${one.board}`);
      wrong(one.successRate >= one.chosenSuccessRate - 0.05, `solves fewer on ${one.board}`);
      wrong(reasoningEffort === null || one.chosenEffort === reasoningEffort, 'measured at another effort');
    }
  }
  for (const { asMeasured, why } of advised.nearMisses)
    wrong(asMeasured.boards.length > 0 && why.length > 0, 'a miss without reason');
}

/** Levers: batch only where the work can wait, a lower effort only where it was cheaper per solved task. */
function ofLevers(catalog: Catalog, request: EstimateRequest, got: Estimate, advised: Advice, wrong: Wrong): void {
  const { presetId, modelId, reasoningEffort } = request;
  for (const { lever, basis, description } of advised.levers) {
    if (lever === 'batch') {
      wrong(
        !got.workflow.interactive && (got.assumptions.callsPerTask ?? got.workflow.modelCallsPerTask) <= 5,
        'batch for work that cannot wait',
      );
    }
    if (lever !== 'effort') continue;
    const from = reasoningEffort ?? 'high';
    const to = efforts[efforts.indexOf(from) - 1];
    const pairs = boardsOfKind(catalog, presetId).flatMap(({ rows }) => {
      const at = (effort: unknown) => rows.find((row) => row.modelId === modelId && row.effort === effort);
      const [before, after] = [at(from)?.usdPerSolvedTask, at(to)?.usdPerSolvedTask];
      return before && after ? [after < before] : [];
    });
    wrong(pairs.every(Boolean), 'a lower effort that was measured to be dearer per solved task');
    wrong((pairs.length === 0) === /Not measured on this model/.test(description), 'whether the effort was measured');
    wrong(pairs.length > 0 === (basis === 'measured'), 'a basis that is not one');
    wrong(/assumes that no more tasks fail/.test(description), 'what is assumed of failures');
  }
}

/** Notes: what is assumed, carried over or doubtful is said to be. */
function ofNotes(catalog: Catalog, got: Estimate, wrong: Wrong): void {
  const { presetId, modelId, assumptions, context, summary, workflow } = got;
  const model = catalog.find(modelId);
  const preset = catalog.preset(presetId);
  const has = (pattern: RegExp): boolean => got.notes.some((note) => pattern.test(note));
  const isRecorded = ['coding', 'research', 'support'].includes(presetId) && workflow.taskFailureRatePct > 0;
  wrong(isRecorded === has(/a failed run cost [\d.]+ times a solved one \(middle of \d+/), 'what failed runs cost');
  const isOthers = presetId === 'session' && workflow.callDispersion === preset.workflow.callDispersion;
  wrong(isOthers === has(/oneInTen is raised [\d.]+ times/), 'whether the range holds what owners differ by');
  wrong((presetId === 'session') === has(/do not say what failed/), 'no failures, though nobody knows');
  wrong(!['research', 'rag', 'voice'].includes(presetId) === !has(/not based on recorded runs/), 'an assumed preset');
  for (const name of preset.measured) {
    if (!preset.measured.includes('modelCallsPerTask'))
      wrong(has(new RegExp(`except .*${name}`)), `${name} is measured`);
  }
  const isCached = assumptions.cachingApplied ?? workflow.promptCaching;
  const basis = isCached ? (assumptions.cacheHitEfficiencyBasis ?? 'assumed') : 'measured';
  wrong((basis === 'assumed') === has(/hit efficiency .* is assumed/), 'an assumed hit efficiency');
  wrong((basis === 'sibling') === has(/hit efficiency .* is carried over/), "another model's hit efficiency");
  wrong((model?.confidence === 'high') === !has(/^Confidence in this price|imported from/), 'confidence in the price');
  const { effort } = assumptions;
  if (effort !== undefined) {
    const own = (at: string) =>
      catalog.measured.some(
        ({ domain, rows }) => domain === 'coding' && rows.some((row) => row.modelId === modelId && row.effort === at),
      );
    wrong(effort.basis !== 'measured' || (own('high') && own(effort.effort)), 'an effort that nobody measured');
    const isSaid = effort.basis === 'measured' ? /high, measured for / : /high, the median of \d+ other models/;
    wrong(has(isSaid), 'whose effort it was');
  }
  if (context.fits < 1) wrong(/not fit/.test(summary) && /not fit/.test(got.notes[0] ?? ''), 'work that does not fit');
}
