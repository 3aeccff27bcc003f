/** `agent-cost live`: the sessions that run on this machine, refreshed in place. */
import { setTimeout as pause } from 'node:timers/promises';
import type { LimitReport } from '../../logs/fields/limit-reports.ts';
import { shortNames } from '../../logs/report/short-names.ts';
import { isTerminal, linesText, printJson, printText, tableOf } from '../output.ts';
import type { RunningLog } from './kept-logs.ts';
import { currentLimits, quotasText } from './limits-file.ts';
import type { LiveOptions } from './options.ts';
import { problemsOf, type RunningLogs, runningLogs } from './running-logs.ts';
import { missingUsd, type SessionFigures, sessionsOf, usdOfDay } from './session-figures.ts';
import { coldText, contextText, money, shortName, spentText } from './status-text.ts';
import { askedHere } from './this-run.ts';

const everyMs = 2000;

export async function live(options: LiveOptions): Promise<void> {
  if (options.json) printJson(jsonOf(await readNow(options)));
  else if (options.once || !isTerminal() || !process.stdout.isTTY)
    printText(linesText(linesOf(await readNow(options))));
  else await refresh(options);
}

interface Now {
  at: number;
  sessions: SessionFigures[];
  running: RunningLogs;
  limits: LimitReport[];
  quotas: string[];
}

async function readNow({ minutes }: LiveOptions): Promise<Now> {
  const asked = askedHere([]);
  const since = asked.now - minutes * 60_000;
  const shown = (logs: readonly RunningLog[]) => logs.filter(({ writtenAt }) => writtenAt >= since);
  const running = await runningLogs({ ...asked, shown });
  const limits = currentLimits(asked.machine, asked.now);
  const quotas = quotasText(limits, asked.index);
  return {
    at: asked.now,
    limits,
    quotas,
    running,
    sessions: sessionsOf(running.logs).filter(({ writtenAt }) => writtenAt >= since),
  };
}

const jsonOf = ({ at, sessions, running, limits }: Now) => ({
  at: new Date(at).toISOString(),
  today: dayOf(running),
  sessions: sessions.map(({ coldAt, writtenAt, ...figures }) => ({
    ...figures,
    secondsUntilCold: coldAt === null ? null : Math.max(0, Math.ceil((coldAt - at) / 1000)),
    writtenAt: new Date(writtenAt).toISOString(),
  })),
  quotas: limits.map(({ at: told, resetsAt, ...one }) => ({
    ...one,
    at: new Date(told).toISOString(),
    resetsAt: resetsAt === null ? null : new Date(resetsAt).toISOString(),
  })),
  problems: problemsOf(running),
});

const dayOf = ({ today }: RunningLogs) => ({
  ...{ usd: usdOfDay(today), missingUsd: missingUsd(today), unpricedCalls: today.unpricedCalls },
});

function linesOf({ at, sessions, running, quotas }: Now): string[] {
  const { usd, missingUsd: missing, unpricedCalls } = dayOf(running);
  const problems = problemsOf(running);
  const projects = shortNames(sessions.map(({ project }) => project));
  const table = tableOf(sessions, {
    agent: ({ agent }) => shortName(agent),
    project: ({ project }) => shortName(projects.get(project ?? '') ?? null),
    session: ({ session }) => shortName(session).slice(0, 8),
    model: ({ model }) => shortName(model),
    cost: (one) => spentText(one.usd, one.missingUsd, one.unpricedCalls),
    'half end under': ({ forecast }) => forecast && money(forecast.p50),
    '9 of 10 under': ({ forecast }) => forecast && money(forecast.p90),
    cached: ({ cachedPct }) => (cachedPct === null ? '' : `${Math.floor(cachedPct)} %`),
    context: (one) => contextText(one, null).join('').replace('context ', ''),
    'cold in': ({ coldAt }) =>
      coldText(coldAt, at).join('').replace('cache cold', '').replace(' in ', '') || (coldAt === null ? '' : 'cold'),
  });
  return [
    ...(sessions.length === 0 ? ['No session is running.'] : table),
    '',
    `Today: ${spentText(usd, missing, unpricedCalls)}`,
    ...quotas.map((one) => `Quota: ${one}`),
    ...(problems.length === 0 ? [] : ['Not read:', ...problems.slice(0, 5)]),
  ];
}

const [hideCursor, showCursor] = ['\u001b[?25l', '\u001b[?25h'];
/** A line that went on in the next row would be drawn over in the wrong place. */
const [cutLines, wrapLines] = ['\u001b[?7l', '\u001b[?7h'];

/** Draws over what it drew before, until Ctrl-C. */
async function refresh(options: LiveOptions): Promise<void> {
  const stop = new AbortController();
  const end = (): void => stop.abort();
  process.once('SIGINT', end).once('SIGTERM', end);
  let drawn = 0;
  process.stdout.write(`${hideCursor}${cutLines}`);
  try {
    while (!stop.signal.aborted) {
      const lines = linesOf(await readNow(options)).slice(0, (process.stdout.rows || 24) - 1);
      const up = drawn === 0 ? '' : `\u001b[${drawn}A`;
      process.stdout.write(`${up}\u001b[J${linesText(lines)}`);
      drawn = lines.length;
      await pause(everyMs, undefined, { signal: stop.signal }).catch(() => {});
    }
  } finally {
    process.stdout.write(`${wrapLines}${showCursor}`);
    process.off('SIGINT', end).off('SIGTERM', end);
  }
}
