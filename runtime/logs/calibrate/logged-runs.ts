/** The calls of a log grouped into runs: what one model did in one try at a task. */
import type { Catalog } from '../../core/dataset/catalog.ts';
import { isResolved, resolve } from '../../core/dataset/resolve.ts';
import { type PausedCall, pausesOf } from '../../core/model/cold-calls.ts';
import { type CompactionRule, compactionRuleFor } from '../../core/model/compaction-rules.ts';
import { transcriptOf } from '../../core/model/transcript.ts';
import { toolUnits, unitAt } from '../../core/schemas/billable-units.ts';
import type { PresetId } from '../../core/schemas/request-fields.ts';
import { valueAt } from '../../core/values/memoize.ts';
import { type CallRecord, promptOf } from '../call-record.ts';
import { emptyPrice, priceRecord } from '../report/price-record.ts';
import { RecordTariffs } from '../report/record-tariffs.ts';
import { groupBy, sumOf } from '../statistics.ts';

export type LoggedRun = ReturnType<typeof closed>;
export type LoggedRuns = ReturnType<RunCollector['end']>;

/** Sentences about the calls that are in no run. */
export const leftOut = ({ ungrouped, summed }: Pick<LoggedRuns, 'ungrouped' | 'summed'>): string[] => [
  ...(ungrouped > 0 ? [`${ungrouped} calls have neither a session nor a task and were left out.`] : []),
  ...(summed > 0 ? [`${summed} calls are in rows that sum up several calls and were left out.`] : []),
];

/** What a call is billed at. */
export interface BilledCall {
  /** Id of the model; the name as logged if unknown. */
  model: string;
  /** Whole nano-dollars of its tokens, and with its web searches; null: no price. */
  tokensNano: number | null;
  nano: number | null;
}

/** Takes the calls of a log. Tasks may come in any order; calls of a task are ordered by time, else as they come. */
export class RunCollector {
  private readonly runs = new Map<string, OpenRun>();
  private records = 0;
  /** Records with neither a session nor a task, and rows that sum up several calls: they are in no run. */
  private ungrouped = 0;
  private summed = 0;

  constructor(private readonly billOf: (call: CallRecord) => BilledCall) {}

  add(call: CallRecord): void {
    this.records += call.calls;
    if (call.calls > 1 || call.isMean) {
      this.summed += call.calls;
      return;
    }
    const task = call.task ?? call.session;
    if (task === null) {
      this.ungrouped += 1;
      return;
    }
    const { model, tokensNano, nano } = this.billOf(call);
    const key = JSON.stringify([task, call.session, model]);
    const run = valueAt(
      this.runs,
      key,
      (): OpenRun => ({
        ...{ key, task, model, solved: null, retries: 0, searches: 0, tokensNano: 0, nano: 0 },
        ...{ first: null, firstOrder: Number.POSITIVE_INFINITY, last: Number.NEGATIVE_INFINITY, calls: [] },
      }),
    );
    run.solved = call.solved ?? run.solved;
    run.searches += call.searches;
    run.nano = plus(run.nano, nano);
    if (call.retried) {
      run.retries += 1;
      return;
    }
    run.tokensNano = plus(run.tokensNano, tokensNano);
    // Calls without a time keep their order in the log.
    const order = call.at ?? run.last;
    run.last = Math.max(run.last, order);
    if (run.first === null || order < run.firstOrder) {
      run.first = call;
      run.firstOrder = order;
    }
    // Not the call itself, which holds three times as much.
    const { at, cachedInput: cached, compacted, cacheWrite, cacheWrite1h, output } = call;
    run.calls.push({ order, at, prompt: promptOf(call), cached, compacted, cacheWrite, cacheWrite1h, output });
  }

  /** The runs are sorted by key, independent of the order in the log. */
  end() {
    const { records, ungrouped, summed } = this;
    const runs = [...this.runs.values()].flatMap((run) => (run.first === null ? [] : closed(run, run.first)));
    return { runs: runs.sort((a, b) => (a.key < b.key ? -1 : 1)), records, ungrouped, summed };
  }
}

/** A run whose calls may not all have come. */
interface OpenRun extends BilledCall {
  /** Made from its session, task and model. */
  key: string;
  /** The task; the session if the log has no tasks. */
  task: string;
  solved: boolean | null;
  /** Calls that are repeats; of the others are the tokens, and `tokensNano`. */
  retries: number;
  searches: number;
  /** Of the calls that are not repeats; null: none came. */
  first: CallRecord | null;
  firstOrder: number;
  /** The latest time of a call. */
  last: number;
  calls: (PausedCall & { order: number; output: number })[];
}

/** One try at a task by one model. Tokens and dollars are sums over its calls, tokens without the repeats. */
function closed({ first: _, firstOrder: _order, last: _last, calls, ...run }: OpenRun, first: CallRecord) {
  const inOrder = calls.sort((a, b) => (a.order < b.order ? -1 : a.order > b.order ? 1 : 0));
  const prompts = inOrder.map(({ prompt }) => prompt);
  const { session, project, agent, agentVersion, host, serviceTier, at, cachedInput: firstCached } = first;
  const total = (name: 'cached' | 'cacheWrite' | 'cacheWrite1h' | 'output') => sumOf(inOrder.map((call) => call[name]));
  return {
    /** Those of its first call. */
    ...{ ...run, session, project, agent, agentVersion, host, serviceTier, at },
    /** Tokens of the first prompt, how many of them were read from the cache, and those of each prompt. */
    ...{ calls: inOrder.length, firstPrompt: prompts[0] as number, firstCached, prompts },
    largestPrompt: prompts.reduce((most, prompt) => Math.max(most, prompt)),
    /** How its prompts went from call to call, the pauses between its calls, and the tokens of all prompts. */
    ...{ transcript: transcriptOf(inOrder), pauses: pausesOf(inOrder), input: sumOf(prompts) },
    ...{ cachedInput: total('cached'), output: total('output') },
    ...{ cacheWrite: total('cacheWrite'), cacheWrite1h: total('cacheWrite1h') },
  };
}

const plus = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a + b);

const toolLines = toolUnits.map(({ part }) => unitAt[part]);

/** Bills at the prices in force on the day of the catalog. */
export function billsAt(catalog: Catalog): (call: CallRecord) => BilledCall {
  const tariffs = new RecordTariffs(catalog, { on: catalog.asOf, host: null });
  const price = emptyPrice();
  return (call) => {
    const tariff = tariffs.of(call);
    priceRecord(price, call, tariff);
    const { isPriced, units, nanoPerUnit, lines } = price;
    const { model } = tariff;
    if (!isPriced) return { model, tokensNano: null, nano: null };
    const fees = toolLines.reduce((sum, line) => sum + (lines[line] as number), 0);
    return { model, tokensNano: (units - fees) * nanoPerUnit, nano: units * nanoPerUnit };
  };
}

/** Programs in which somebody works with a model, by the names of `CallRecord.agent`. */
export const interactiveAgents: ReadonlySet<string> = new Set([
  'Aider',
  'Claude Code',
  'Cline',
  'Codex',
  'Copilot CLI',
  'Cursor',
  'Gemini CLI',
  'Kilo Code',
  'Qwen Code',
  'Roo Code',
  'opencode',
  'pi',
]);

/** `session` where most input tokens were sent by such a program, else `coding`. */
export function kindOfWork(runs: readonly Pick<LoggedRun, 'agent' | 'input'>[]): PresetId {
  const ofSessions = runs.filter(({ agent }) => agent !== null && interactiveAgents.has(agent));
  const inputOf = (some: typeof runs): number => sumOf(some.map(({ input }) => input));
  return ofSessions.length > 0 && 2 * inputOf(ofSessions) >= inputOf(runs) ? 'session' : 'coding';
}

export interface RunCompaction {
  at: number;
  to: number;
}

/** The recorded rule for a run; undefined: none was recorded of its agent. */
export function ruleFor(catalog: Catalog, { model, agent, agentVersion }: LoggedRun): CompactionRule | undefined {
  const found = resolve(catalog, model);
  const known = isResolved(found) ? found.model : null;
  const terms = { contextWindow: known?.facts.contextWindow ?? null, price: known?.price ?? null };
  const rule = compactionRuleFor(catalog.evidence?.forecast?.compaction ?? [], { agent, agentVersion, ...terms });
  return rule?.agent === agent ? rule : undefined;
}

/**
 * The prompt that transcripts do not pass, and the one after a compaction, as these runs of the same project, model and
 * rule show; null: they are not compacted. That of the rule, half a step on, else what their own compactions show; in any
 * case nothing below their largest prompt.
 */
export function compactionsOf(catalog: Catalog, runs: readonly LoggedRun[]): (run: LoggedRun) => RunCompaction | null {
  const keyOf = ({ project, model }: LoggedRun, rule: CompactionRule | undefined) =>
    JSON.stringify([project, model, rule ?? null]);
  const found = new Map(
    [...groupBy(runs, (run) => keyOf(run, ruleFor(catalog, run)))].map(([key, own]) => [
      key,
      compactionOf(own, ruleFor(catalog, own[0] as LoggedRun)),
    ]),
  );
  return (run) => {
    const rule = ruleFor(catalog, run);
    const known = found.get(keyOf(run, rule));
    return known === undefined ? compactionOf([], rule) : known;
  };
}

/** With fewer compactions of their own, runs are compacted as is recorded of their agent. */
const fewest = 3;
/** Runs whose largest prompt stays this far below the recorded limit, and that are compacted, have a limit of their own. */
const farBelow = 0.9;

export function compactionOf(runs: readonly LoggedRun[], rule: CompactionRule | undefined): RunCompaction | null {
  const sum = (name: 'compactions' | 'compactedAt' | 'compactedTo' | 'growth') =>
    sumOf(runs.map(({ transcript }) => transcript[name]));
  const compactions = sum('compactions');
  const steps = sumOf(runs.map(({ calls }) => Math.max(0, calls - 1)));
  const halfStep = steps === 0 ? 0 : sum('growth') / steps / 2;
  const largest = runs.reduce((most, { largestPrompt }) => Math.max(most, largestPrompt), 0);
  const seen =
    compactions === 0 ? null : { at: sum('compactedAt') / compactions, to: sum('compactedTo') / compactions };
  const isOwn = rule === undefined || (compactions >= fewest && (rule.at === null || largest < farBelow * rule.at));
  const at = isOwn ? seen?.at : rule.at;
  const to = seen?.to ?? rule?.to;
  if (at == null || to == null) return null;
  return { at: Math.max(at + halfStep, largest), to };
}
