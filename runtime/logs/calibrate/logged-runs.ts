/** The calls of a log grouped into runs: what one model did in one try at a task. */

import type { Catalog } from '../../core/dataset/catalog.ts';
import { noPauses, type PausedCall, type Pauses, pausesOf } from '../../core/model/cold-calls.ts';
import { type Transcript, transcriptOf } from '../../core/model/transcript.ts';
import { toolUnits, unitAt } from '../../core/schemas/billable-units.ts';
import type { ServiceTier } from '../../core/schemas/levels.ts';
import type { PresetId } from '../../core/schemas/request-fields.ts';
import { type CallRecord, promptOf } from '../call-record.ts';
import { emptyPrice, priceRecord } from '../report/price-record.ts';
import { RecordTariffs } from '../report/record-tariffs.ts';
import { sumOf } from '../statistics.ts';

/** One try at a task by one model. Tokens and dollars are sums over its calls. */
export interface LoggedRun {
  /** Made from its session, task and model. */
  key: string;
  /** The task; the session if the log has no tasks. */
  task: string;
  session: string | null;
  /** Id of the model that its calls are billed as; the name as logged if unknown. */
  model: string;
  project: string | null;
  /** Of its first call, like the project. */
  agent: string | null;
  agentVersion: string | null;
  host: string | null;
  serviceTier: ServiceTier;
  /** Start of the first call in ms since 1970 (UTC); null: not logged. */
  at: number | null;
  solved: boolean | null;
  /** Calls that are not repeats, and those that are. */
  calls: number;
  retries: number;
  /** Tokens of the first and the last prompt, and how many of the first were read from the cache. */
  firstPrompt: number;
  firstCached: number;
  lastPrompt: number;
  largestPrompt: number;
  /** Tokens of the prompt of each call, in order. */
  prompts: readonly number[];
  /** Pauses between its calls. */
  pauses: Pauses;
  /** How its prompts went from call to call. */
  transcript: Transcript;
  /** Tokens without the repeats: of all prompts, read from the cache, and written to it. */
  input: number;
  cachedInput: number;
  cacheWrite: number;
  cacheWrite1h: number;
  output: number;
  searches: number;
  /** Whole nano-dollars of the tokens without the repeats, and of everything. null: a part has no price. */
  tokensNano: number | null;
  nano: number | null;
}

export interface LoggedRuns {
  /** Sorted by key, independent of the order in the log. */
  runs: LoggedRun[];
  records: number;
  /** Records with neither a session nor a task, and rows that sum up several calls: they are in no run. */
  ungrouped: number;
  summed: number;
}

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
    const bill = this.billOf(call);
    const key = JSON.stringify([task, call.session, bill.model]);
    const known = this.runs.get(key);
    if (known === undefined) this.runs.set(key, newRun(key, task, call, bill));
    else addTo(known, call, bill);
  }

  end(): LoggedRuns {
    const { records, ungrouped, summed } = this;
    const runs = [...this.runs.values()].filter(({ run }) => run.calls > 0).map(closed);
    return { runs: runs.sort((a, b) => (a.key < b.key ? -1 : 1)), records, ungrouped, summed };
  }
}

/** A run whose calls may not all have come. */
interface OpenRun {
  run: LoggedRun;
  first: number;
  last: number;
  calls: (PausedCall & { order: number })[];
}

function closed({ run, calls }: OpenRun): LoggedRun {
  const inOrder = calls.sort((a, b) => (a.order < b.order ? -1 : a.order > b.order ? 1 : 0));
  const prompts = inOrder.map(({ prompt }) => prompt);
  return { ...run, prompts, transcript: transcriptOf(inOrder), pauses: pausesOf(inOrder) };
}

function newRun(key: string, task: string, call: CallRecord, bill: BilledCall) {
  const run: LoggedRun = {
    key,
    task,
    session: call.session,
    model: bill.model,
    project: call.project,
    agent: call.agent,
    agentVersion: call.agentVersion,
    host: call.host,
    serviceTier: call.serviceTier,
    at: call.at,
    solved: null,
    calls: 0,
    retries: 0,
    firstPrompt: 0,
    firstCached: 0,
    lastPrompt: 0,
    largestPrompt: 0,
    prompts: [],
    pauses: noPauses(),
    transcript: transcriptOf([]),
    input: 0,
    cachedInput: 0,
    cacheWrite: 0,
    cacheWrite1h: 0,
    output: 0,
    searches: 0,
    tokensNano: 0,
    nano: 0,
  };
  const open: OpenRun = { run, first: Number.POSITIVE_INFINITY, last: Number.NEGATIVE_INFINITY, calls: [] };
  addTo(open, call, bill);
  return open;
}

function addTo(open: OpenRun, call: CallRecord, bill: BilledCall): void {
  const { run } = open;
  run.solved = call.solved ?? run.solved;
  run.searches += call.searches;
  run.nano = plus(run.nano, bill.nano);
  if (call.retried) {
    run.retries += 1;
    return;
  }
  const prompt = promptOf(call);
  // Calls without a time keep their order in the log.
  const at = call.at ?? open.last;
  if (run.calls === 0 || at < open.first) {
    open.first = at;
    run.at = call.at;
    run.project = call.project;
    run.agent = call.agent;
    run.agentVersion = call.agentVersion;
    run.host = call.host;
    run.serviceTier = call.serviceTier;
    run.firstPrompt = prompt;
    run.firstCached = call.cachedInput;
  }
  if (run.calls === 0 || at >= open.last) {
    open.last = at;
    run.lastPrompt = prompt;
  }
  const { at: time, cachedInput: cached, compacted, cacheWrite, cacheWrite1h } = call;
  open.calls.push({ order: at, at: time, prompt, cached, compacted, cacheWrite, cacheWrite1h });
  run.largestPrompt = Math.max(run.largestPrompt, prompt);
  run.calls += 1;
  run.input += prompt;
  run.cachedInput += call.cachedInput;
  run.cacheWrite += call.cacheWrite;
  run.cacheWrite1h += call.cacheWrite1h;
  run.output += call.output;
  run.tokensNano = plus(run.tokensNano, bill.tokensNano);
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
