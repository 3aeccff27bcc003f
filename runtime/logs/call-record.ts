/** What is kept of a logged model call: counts and names, never a prompt or an answer. */
import {
  billableUnits,
  byUnit,
  promptTokensIn,
  type TokenCounts,
  type ToolCounts,
  tokenUnits,
  toolUnits,
  type UnitCounts,
} from '../core/schemas/billable-units.ts';
import type { ServiceTier } from '../core/schemas/levels.ts';
import type { Call } from '../core/schemas/priced-call-schemas.ts';
import type { Column, ValueColumn } from './columns.ts';

/** Who made a call, as far as the log says; null, here and below: it does not. */
export interface Who {
  user: string | null;
  /** The API key, by its name or id. */
  key: string | null;
  /** The computer that it was made on. */
  machine: string | null;
  team: string | null;
}

const nobody: Who = { user: null, key: null, machine: null, team: null };

/** null: nothing of it is known. */
export function whoOf(known: Partial<Who>): Who | null {
  const who = { ...nobody, ...known };
  return who.user === null && who.key === null && who.machine === null && who.team === null ? null : who;
}

/**
 * One model call of a log, with a count for each billable unit: `input` and the other parts of the prompt do not
 * overlap, and `output` includes reasoning.
 */
export interface CallRecord extends UnitCounts {
  /** Start of the call in milliseconds since 1970 (UTC); null: not logged. */
  at: number | null;
  /** Name of the model as logged. */
  model: string;
  /** Who served it (azure, bedrock, openrouter ...); null: not logged. */
  host: string | null;
  /**
   * Calls that the record sums up. Usage exports have one row for many calls, so only the mean prompt length, which
   * decides the price band, is known. 0: the record only adds what a shorter copy of a call, counted before, lacked.
   * How often a task makes the call, where `isMean`. 1 everywhere else.
   */
  calls: number;
  /** Whether it is a call of an estimate: no log has it, and its counts are means with decimals. */
  isMean: boolean;
  /** The part of `output` that was reasoning; null: not logged. */
  reasoning: number | null;
  /** `standard` if not logged. */
  serviceTier: ServiceTier;
  /** Region that processing was bound to (us ...), which can affect the price; null: none, or not logged. */
  region: string | null;
  /** Conversation or run that the call belongs to; null: not logged. */
  session: string | null;
  /** Task that the call belongs to; null: not logged. */
  task: string | null;
  project: string | null;
  /** Program that made the call (Claude Code, Codex ...); null: not known from the format of the log. */
  agent: string | null;
  /** Version of that program, as it writes it; null: not logged. */
  agentVersion: string | null;
  /** Name or id of the subagent that made it; null: the agent itself, or not logged. */
  subagent: string | null;
  /** Branch of the repository; null: not logged. */
  branch: string | null;
  who: Who | null;
  tags: readonly string[];
  /** Dollars that the log itself recorded; null: none. */
  usd: number | null;
  /** Whether the task was solved; null: not logged. */
  solved: boolean | null;
  /** Whether this is a billed repeat of a failed call; false if not logged. */
  retried: boolean;
  /** Whether `output` is the final count; false: a placeholder of a streamed answer. null: the format has only final ones. */
  isFinal: boolean | null;
  /** Characters of the answer that the log holds: of text and tool calls, and of thinking. 0 where `isFinal` is null. */
  visibleChars: number;
  thinkingChars: number;
  /** Whether the log says that the conversation was compacted since the call before. */
  compacted: boolean;
  /** Whether the log says that what was sent before was changed since then: messages, tools or instructions. */
  prefixChanged: boolean;
  /** Whether it was made before the call of the answer that it was billed with: it compacted the conversation. */
  precedes: boolean;
}

/** Whether it is one call of a log, not the sum or the mean of several. */
export const isSingle = ({ calls, isMean }: CallRecord): boolean => calls === 1 && !isMean;

/** The tokens of a call; the parts of its prompt do not overlap. */
export type Tokens = TokenCounts & Pick<CallRecord, 'reasoning'>;

/** The tokens of the whole prompt. */
export const promptOf: (tokens: Omit<TokenCounts, 'output'>) => number = promptTokensIn;

/** No use of any tool. */
export const noTools: ToolCounts = byUnit(toolUnits, 'count', () => 0);

const noTokens = { ...byUnit(tokenUnits, 'count', () => 0), reasoning: 0 };

/** No tokens and no use of tools. */
export const noUse = { ...noTokens, ...noTools };

const none: readonly string[] = [];

/**
 * A call with only its model and what it used known so far. Its counts are written out, since a log has millions of
 * calls and one literal is several times as fast as a loop; the type keeps it complete.
 */
export const callOf = (model: string, tokens: Tokens, tools: ToolCounts = noTools): CallRecord => ({
  at: null,
  model,
  host: null,
  calls: 1,
  isMean: false,
  input: tokens.input,
  cachedInput: tokens.cachedInput,
  cacheWrite: tokens.cacheWrite,
  cacheWrite1h: tokens.cacheWrite1h,
  output: tokens.output,
  reasoning: tokens.reasoning,
  searches: tools.searches,
  serviceTier: 'standard',
  region: null,
  session: null,
  task: null,
  project: null,
  agent: null,
  agentVersion: null,
  subagent: null,
  branch: null,
  who: null,
  tags: none,
  usd: null,
  solved: null,
  retried: false,
  isFinal: null,
  visibleChars: 0,
  thinkingChars: 0,
  compacted: false,
  prefixChanged: false,
  precedes: false,
});

/** Fills in what a call used of each billable unit, in their order; written out like `callOf`, and tested against the list. */
export function fillCounts(counts: Float64Array, call: CallRecord): void {
  counts[0] = call.input;
  counts[1] = call.cachedInput;
  counts[2] = call.cacheWrite;
  counts[3] = call.cacheWrite1h;
  counts[4] = call.output;
  counts[5] = call.searches;
}

/** The number fields in their order, written out like `callOf`. */
export function fillNumbers(numbers: Float64Array, start: number, call: CallRecord): void {
  numbers[start] = call.at ?? Number.NaN;
  numbers[start + 1] = call.calls;
  numbers[start + 2] = call.input;
  numbers[start + 3] = call.cachedInput;
  numbers[start + 4] = call.cacheWrite;
  numbers[start + 5] = call.cacheWrite1h;
  numbers[start + 6] = call.output;
  numbers[start + 7] = call.reasoning ?? Number.NaN;
  numbers[start + 8] = call.searches;
  numbers[start + 9] = call.usd ?? Number.NaN;
  numbers[start + 10] = call.visibleChars;
  numbers[start + 11] = call.thinkingChars;
}

/** A column for each field of a call. */
export type ColumnsOfCalls = {
  [Name in keyof CallRecord]: CallRecord[Name] extends number | null ? Column : ValueColumn<CallRecord[Name]>;
};

/** The call of a row, for which the type keeps the fields complete. */
export const callAtRow = (of: ColumnsOfCalls, row: number): CallRecord => ({
  at: of.at.orNull(row),
  model: of.model.of(row),
  host: of.host.of(row),
  calls: of.calls.of(row),
  isMean: of.isMean.of(row),
  input: of.input.of(row),
  cachedInput: of.cachedInput.of(row),
  cacheWrite: of.cacheWrite.of(row),
  cacheWrite1h: of.cacheWrite1h.of(row),
  output: of.output.of(row),
  reasoning: of.reasoning.orNull(row),
  searches: of.searches.of(row),
  serviceTier: of.serviceTier.of(row),
  region: of.region.of(row),
  session: of.session.of(row),
  task: of.task.of(row),
  project: of.project.of(row),
  agent: of.agent.of(row),
  agentVersion: of.agentVersion.of(row),
  subagent: of.subagent.of(row),
  branch: of.branch.of(row),
  who: of.who.of(row),
  tags: of.tags.of(row),
  usd: of.usd.orNull(row),
  solved: of.solved.of(row),
  retried: of.retried.of(row),
  isFinal: of.isFinal.of(row),
  visibleChars: of.visibleChars.of(row),
  thinkingChars: of.thinkingChars.of(row),
  compacted: of.compacted.of(row),
  prefixChanged: of.prefixChanged.of(row),
  precedes: of.precedes.of(row),
});

/** The record as `priceCall` takes it. @param on day whose prices are used (YYYY-MM-DD) */
export function callToPrice({ model, host, serviceTier, region, ...record }: CallRecord, on: string): Call {
  const counts = byUnit(billableUnits, 'count', ({ count }) => record[count]);
  return { model, ...counts, on, serviceTier, ...(host !== null && { host }), ...(region !== null && { region }) };
}
