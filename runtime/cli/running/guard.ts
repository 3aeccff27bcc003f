/**
 * `agent-cost live guard`: warns at 80 % of a budget and stops at 100 %, as a hook of Claude Code or by its exit code. Where it
 * cannot read what was spent it lets go and says so.
 */
import { usd } from '../../core/values/rounded.ts';
import { thisMachine } from '../find-logs.ts';
import { commandStarted, linesText } from '../output.ts';
import {
  changeGuardState,
  type GuardState,
  guardFile,
  guardStateAt,
  type Judged,
  judge,
  judgedText,
  type Limit,
  type Said,
  type Use,
  warnFrom,
  withinReason,
} from './guard-state.ts';
import type { RunningLog } from './kept-logs.ts';
import { currentLimits, shortWindow } from './limits-file.ts';
import type { GuardOptions } from './options.ts';
import { mayReadOn, readOnBeside } from './read-on.ts';
import { dayBegan, noSuchFile, problemsOf, runningLogs } from './running-logs.ts';
import { logsOfSession, missingUsd, sessionOf, usdOfDay } from './session-figures.ts';
import { forecastText } from './status-text.ts';
import { askedHere, givenText, type Say, sessionInput } from './this-run.ts';

export const overBudget = 1;

/** What a hook waits for; a script, whose exit code must be right, waits for all. */
const mostInHook = 2 ** 26;

/** @param log the session's log; without it, what a hook says on standard input, or the session written last */
export async function guard(
  log: string | undefined,
  options: GuardOptions,
  say: Say = (text) => void process.stdout.write(text),
): Promise<void> {
  if (options.raise !== undefined) {
    const { raisedUsd, day } = await changeGuardState(stateFile(), dayNow(), (state) => ({
      ...state,
      raisedUsd: state.raisedUsd + (options.raise as number),
      said: [],
    }));
    say(linesText([`Every limit is ${usd(raisedUsd)} higher until the end of ${day}.`]));
    return;
  }
  const text = log === undefined ? givenText() : null;
  const input = text === null || text.trim() === '' ? null : sessionInput(text);
  const event = input?.hookEvent ?? null;
  const print = (value: object): void => say(linesText([JSON.stringify(value)]));
  try {
    await answer(event, await judgedNow({ path: log ?? input?.log ?? null, event }, options), print);
  } catch (error) {
    const message = `agent-cost guard: nothing was checked (${(error as Error).message})`;
    if (event === null) process.stderr.write(linesText([message]));
    else print({ systemMessage: message });
  }
}

/** Whether standard input is from a hook of Claude Code. */
export function isInHook(): boolean {
  return (sessionInput(givenText() ?? '')?.hookEvent ?? null) !== null;
}

/** The log of a session, and the event of the hook that asks; null: none is named, or nobody's hook asks. */
interface AskedSession {
  path: string | null;
  event: string | null;
}

async function judgedNow(
  { path, event }: AskedSession,
  { budget, session: most, window }: GuardOptions,
): Promise<Found> {
  const windows = window === undefined ? noWindows : windowsNow(window);
  if (budget === undefined && most === undefined) return { judged: [], ...windows, likely: null };
  const asked = askedHere(path === null ? [] : [path]);
  const shown = (all: readonly RunningLog[]) => logsOfSession(all, path);
  const mostBytes = event !== null && mayReadOn(asked) ? mostInHook : asked.mostBytes;
  const running = await runningLogs({ ...asked, mostBytes, shown });
  const { logs, today, unread } = running;
  const isPartial = logs.some((one) => one.isPartial);
  if (isPartial) await readOnBeside(asked);
  const why = path === null ? (event === null ? null : 'the hook names no log') : (unread.get(path) ?? null);
  const session = why !== null ? null : sessionOf(logs, path);
  const state = withinReason(guardStateAt(stateFile(), dayNow()), stateFile(), budget ?? (most as number));
  const judged: Judged[] = [];
  const check = (limit: Limit, use: Use): void => void judged.push(judge(limit, use, state.raisedUsd));
  if (budget !== undefined) {
    const { unpricedCalls } = today;
    check({ of: 'day', usd: budget }, { usd: usdOfDay(today), missingUsd: missingUsd(today), unpricedCalls });
  }
  if (most !== undefined && session !== null) check({ of: 'session', usd: most }, session);
  const [likely = null] = forecastText(session?.forecast ?? null);
  // A hook names the log of a session that has just begun before it is written.
  const isNew = event !== null && why === noSuchFile;
  const isUnchecked = most !== undefined && why !== null && !isNew;
  const unchecked = isUnchecked ? [`the session was not checked: ${path === null ? '' : `${path}: `}${why}`] : [];
  const others = isNew ? [] : problemsOf(running).map((problem) => `not everything could be read (${problem})`);
  const reading = isPartial ? ['the logs of today are still being read, so that less is counted'] : [];
  const ofState = state.problem === null ? [] : [state.problem];
  const problems = [
    ...windows.problems,
    ...unchecked,
    ...reading,
    ...ofState,
    ...others,
    ...countedLess(judged, state),
  ];
  return { ...windows, judged, problems, likely };
}

const noWindows: Pick<Found, 'used' | 'nearly' | 'problems'> = { used: [], nearly: [], problems: [] };

/** The quotas that have reached a percent, and those that have reached 80 % of it. */
function windowsNow(most: number): Pick<Found, 'used' | 'nearly' | 'problems'> {
  const limits = currentLimits(thisMachine(), Date.now());
  const textsFrom = (from: number, to: number): string[] =>
    limits
      .filter(({ usedPct }) => usedPct >= from && usedPct < to)
      .map(
        (one) => `${shortWindow(one.minutes)} quota of ${one.agent} at ${Math.floor(one.usedPct)} % (limit ${most} %)`,
      );
  const problems =
    limits.length === 0 ? ['no quota was checked: the status line has told of none that still runs'] : [];
  return { used: textsFrom(most, Number.POSITIVE_INFINITY), nearly: textsFrom(warnFrom * most, most), problems };
}

/** Less than this part of what was counted before is no estimate that was corrected. */
const leastKept = 0.9;

/** Whether much less is counted for today than when a warning was given. */
const countedLess = (judged: readonly Judged[], { said }: GuardState): string[] =>
  judged.flatMap((one) => {
    const { of, usd: spent } = saidOf(one);
    const before = said.find((then) => then.of === of && spent < leastKept * then.usd);
    if (before === undefined || one.limit.of !== 'day') return [];
    return [`less is counted for today than the ${usd(before.usd)} of an earlier warning: a log was cut or removed`];
  });

interface Found {
  judged: readonly Judged[];
  /** Quotas of a plan at their limit, and those near it, in words. */
  used: readonly string[];
  nearly: readonly string[];
  problems: readonly string[];
  /** What the session will have cost at its end, in words. */
  likely: string | null;
}

async function answer(
  event: string | null,
  { judged, used, nearly, problems, likely }: Found,
  print: (value: object) => void,
): Promise<void> {
  const stopped = judged.filter(({ verdict }) => verdict === 'stop');
  const warned = judged.filter(({ verdict }) => verdict === 'warn');
  if (stopped.length + used.length > 0) {
    const raise = `To go on today, run "${commandStarted()} live guard --raise 5" in a terminal, or change the budget in the settings of the hook.`;
    const reason = [
      ...(stopped.length === 0 ? [] : [`Budget used up: ${stopped.map(judgedText).join('; ')}. ${raise}`]),
      ...(used.length === 0
        ? []
        : [`Plan: ${used.join('; ')}. To go on, change --window in the settings of the hook.`]),
    ].join(' ');
    if (event === null) {
      process.stderr.write(linesText([reason]));
      process.exitCode = overBudget;
    } else print(stopOf(event, reason));
    return;
  }
  const message = [
    ...(warned.length === 0
      ? []
      : [
          `Budget: ${warned.map(judgedText).join('; ')}${likely === null ? '' : `; of sessions that got as far as this one, ${likely}`}.`,
        ]),
    ...(nearly.length === 0 ? [] : [`Plan: ${nearly.join('; ')}.`]),
    ...(problems.length === 0 ? [] : [`agent-cost guard: ${problems[0]}`]),
  ].join(' ');
  if (message === '') return;
  if (event === null) process.stderr.write(linesText([message]));
  else if (
    await isNews(event, [...warned.map(saidOf), ...[...nearly, ...problems.slice(0, 1)].map((of) => ({ of, usd: 0 }))])
  )
    print({ systemMessage: message });
}

const nameOf = ({ of, usd }: Judged['limit']): string => `${of} ${usd}`;
const saidOf = ({ limit, use }: Judged): Said => ({ of: nameOf(limit), usd: use.usd + use.missingUsd });

/** Tools are called every few seconds: before them, each thing is said once a day. */
async function isNews(event: string, told: readonly Said[]): Promise<boolean> {
  if (event !== 'PreToolUse') return true;
  const { said } = guardStateAt(stateFile(), dayNow());
  const isSaid = ({ of, usd }: Said): boolean => said.some((one) => one.of === of && one.usd <= usd);
  if (told.every(isSaid)) return false;
  const added = (state: GuardState): GuardState => ({
    ...state,
    said: [...state.said.filter(({ of }) => !told.some((one) => one.of === of)), ...told],
  });
  // Where it cannot be kept, it is said again.
  await changeGuardState(stateFile(), dayNow(), added).catch(() => {});
  return true;
}

/**
 * What makes Claude Code stop: before it takes a prompt, before a tool, and at any other event. To "block" the end of an
 * answer (Stop, SubagentStop) would make it go on.
 */
function stopOf(event: string, reason: string): object {
  if (event === 'UserPromptSubmit') return { decision: 'block', reason };
  const stop = { continue: false, stopReason: reason };
  if (event !== 'PreToolUse') return stop;
  return {
    ...stop,
    hookSpecificOutput: {
      hookEventName: event,
      permissionDecision: 'deny',
      permissionDecisionReason: reason,
    },
  };
}

const stateFile = (): string => guardFile(thisMachine());

function dayNow(): string {
  const date = new Date(dayBegan(Date.now()));
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
