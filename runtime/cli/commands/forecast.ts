/** `agent-cost estimate forecast`: what a session that runs, this month, or a task before it starts will have cost at its end. */
import { Option } from 'commander';
import { type ForecastEvidence, isTooEarly } from '../../core/model/session-forecast.ts';
import type { SessionForecast } from '../../core/schemas/forecast-schemas.ts';
import { quote } from '../../core/values/did-you-mean.ts';
import { percent, usd, whole } from '../../core/values/rounded.ts';
import { WrongUse } from '../../io/command-line.ts';
import type { CallRecord } from '../../logs/call-record.ts';
import {
  fewestTasks,
  fewestWeeks,
  type MonthForecast,
  monthForecast,
  taskForecast,
} from '../../logs/forecast/month-forecast.ts';
import { forecastLogged, type LoggedSession, SessionCollector } from '../../logs/forecast/session-collector.ts';
import { TimeZone, utc } from '../../logs/report/time-zone.ts';
import { type CatalogOptions, openPrices } from '../catalog-options.ts';
import { thisMachine } from '../find-logs.ts';

import { indexOn } from '../log-index.ts';
import { logsAsked } from '../logs-asked.ts';
import { type FormOptions, printAs, table } from '../output.ts';
import { command, plainExitCodes } from '../program.ts';
import { readLogs } from '../read-logs.ts';

const epilogue = `
Without LOGS it reads the logs of the agents on this machine. The session is the one with the newest call, or that of
--session; it may still grow. Half of the sessions that got so far end at or below p50, nine of ten at or below p90. That
rests on recorded sessions of other people, and on your own earlier ones with that agent in the same logs. Calls of
subagents are not forecast; what they cost so far is said beside it.

--month draws the days that are left from your own last 13 weeks, each from the same day of a week. It needs ${fewestWeeks} whole
weeks of logs before this one.

--task says what your earlier sessions cost, with their subagents, before the next one starts. It needs ${fewestTasks} that have
ended: an hour without a call. How all three are worked out, and how they did: docs/evidence.md.

Examples:
  agent-cost estimate forecast
  agent-cost estimate forecast session.jsonl --json
  agent-cost estimate forecast --month
  agent-cost estimate forecast --task
${plainExitCodes.replace('1 failure', '1 failure, or too little is known')}`;

interface Options extends CatalogOptions, FormOptions {
  session?: string;
  month?: true;
  task?: true;
}

export const forecastCommand = () =>
  command('forecast')
    .summary('what a session that runs, this month, or a next task will have cost')
    .description(
      'What a session that runs, this month, or a task before it starts will have cost at its end: p50 and p90.',
    )
    .logs()
    .option('--session <id>', 'the session whose id begins like this; default the newest')
    .addOption(new Option('--month', 'this month instead of a session').conflicts(['session', 'task']))
    .addOption(new Option('--task', 'a session before it starts, by your earlier ones').conflicts('session'))
    .json()
    .prices()
    .addHelpText('after', epilogue)
    .action(run);

async function run(names: string[], options: Options): Promise<void> {
  const { catalog } = openPrices(options);
  const evidence = catalog.evidence?.forecast;
  if (evidence === undefined) throw new WrongUse('The prices are older than forecasts: update them.');
  const asked = logsAsked(names);
  const zone = asked.isOwn ? TimeZone.local() : utc;
  const sessions = new SessionCollector(catalog, zone);
  const take = (calls: readonly CallRecord[]) => {
    for (const call of calls) sessions.add(call);
  };
  await readLogs(asked.names, take, { ...asked, index: indexOn(thisMachine()) });
  if (options.month) return printMonth(sessions, zone, options);
  if (options.task) return printTask(sessions, options);
  const all = sessions.newestFirst();
  const chosen = all.find(({ session }) => session.startsWith(options.session ?? ''));
  if (chosen?.last == null) {
    throw options.session === undefined
      ? new Error('No call in these logs names its session.')
      : new WrongUse(
          `No session begins with ${quote(options.session)}. The newest is ${quote(all[0]?.session ?? '')}.`,
        );
  }
  const earlier = all.filter((one) => one !== chosen && one.agent === chosen.agent).map(({ soFar }) => soFar.calls);
  const forecast = forecastLogged(catalog, evidence, { ...chosen, last: chosen.last }, earlier);
  const { session, agent, project, subagentsUsd, last } = chosen;
  printAs(options, {
    json: () => ({ session, agent, project, model: last.model, subagentsUsd, ...forecast }),
    text: () => sessionText(chosen, forecast, evidence),
  });
}

function sessionText(
  { session, agent, subagentsUsd, last }: LoggedSession,
  forecast: SessionForecast,
  evidence: ForecastEvidence,
): string[] {
  const { soFar, p50, p90, basis } = forecast;
  const row = (name: string, { usd: dollars, calls, tokens }: SessionForecast['p50']) => [
    name,
    dollars === null ? 'no price' : usd(dollars),
    whole(calls),
    whole(tokens),
  ];
  const { tried } = basis;
  return [
    `Session ${session}${agent === null ? '' : ` of ${agent}`} on ${last?.model}`,
    '',
    ...table(['', 'USD', 'calls', 'tokens'], [row('so far', soFar), row('p50', p50), row('p90', p90)]),
    '',
    `Half of the sessions that got so far end at or below p50, nine of ten at or below p90: ${basis.sessions} recorded sessions of ${basis.owners} owners, and ${basis.own} of your own.`,
    tried === null
      ? untriedText(evidence, soFar.calls)
      : `After ${tried.calls} calls, p90 held for ${percent(tried.p90HeldPct)} of ${tried.sessions} sessions of owners left out (${percent(Math.min(...tried.p90HeldByOwnerPct))} to ${percent(Math.max(...tried.p90HeldByOwnerPct))} by owner), and p50 was off by ${percent(tried.medianErrorPct)} in the middle.`,
    ...(basis.note === null ? [] : [basis.note]),
    ...(subagentsUsd === 0
      ? []
      : [
          `Its subagents${subagentsUsd === null ? ' have calls without a price' : ` cost ${usd(subagentsUsd)} besides`}.`,
        ]),
  ];
}

const untriedText = (evidence: ForecastEvidence, calls: number): string =>
  isTooEarly(evidence, calls)
    ? 'So early no forecast was tried.'
    : `No forecast was tried after so many calls, the last ones after ${whole(Math.max(...evidence.tried.map((one) => one.calls)))}: how often p90 holds here nobody knows.`;

function printMonth(sessions: SessionCollector, zone: TimeZone, options: Options): void {
  const month = monthForecast(sessions.days, zone.dayOf(Date.now()) as string);
  if (month.p50Usd === null) process.exitCode = 1;
  printAs(options, {
    json: () => ({ ...month, unpricedCalls: sessions.unpriced }),
    text: () => monthText(month, sessions),
  });
}

function monthText(
  { month, today, soFarUsd, p50Usd, p90Usd, weeks, daysLeft }: MonthForecast,
  { unpriced }: SessionCollector,
): string[] {
  return [
    `${month}: ${usd(soFarUsd)} up to ${today}, ${daysLeft} days left`,
    ...(p50Usd === null || p90Usd === null
      ? [`No forecast: it needs ${fewestWeeks} whole weeks of your own before this one, and the logs have ${weeks}.`]
      : [
          `At its end about ${usd(p50Usd)} (p50), with one chance in ten of more than ${usd(p90Usd)} (p90), if its days are like those of your last ${weeks} weeks.`,
        ]),
    ...(unpriced === 0 ? [] : [`${whole(unpriced)} calls have no price and are in none of it.`]),
  ];
}

/** A session without a call for so long has ended, in ms: an hour, as long as a cache is kept. */
const ended = 3_600_000;

function printTask(sessions: SessionCollector, options: Options): void {
  const all = sessions.newestFirst();
  const earlier = all.filter(({ at }) => at === null || at < Date.now() - ended);
  const spent = earlier.flatMap(({ soFar, subagentsUsd }) =>
    soFar.usd === null || subagentsUsd === null ? [] : soFar.usd + subagentsUsd,
  );
  const leftOut = { running: all.length - earlier.length, unpriced: earlier.length - spent.length };
  const { tasks, p50Usd, p90Usd } = taskForecast(spent);
  if (p50Usd === null) process.exitCode = 1;
  printAs(options, {
    json: () => ({ tasks, p50Usd, p90Usd, leftOut }),
    text: () => [
      p50Usd === null || p90Usd === null
        ? `No forecast: it needs ${fewestTasks} sessions that have ended, and the logs have ${tasks}.`
        : `A session here costs ${usd(p50Usd)} at the middle (p50), and nine of ten cost at most ${usd(p90Usd)} (p90): ${whole(tasks)} of your own, with their subagents.`,
      ...(leftOut.running + leftOut.unpriced === 0
        ? []
        : [`Left out: ${leftOut.running} that may go on, ${leftOut.unpriced} with calls that have no price.`]),
    ],
  });
}
