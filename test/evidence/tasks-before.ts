/** A session before it starts, by its owner's earlier ones: whether it helps to know its agent, first model or repository. */
import { fewestTasks, taskForecast } from '../../runtime/logs/forecast/month-forecast.ts';
import { groupBy, sumOf } from '../../runtime/logs/statistics.ts';
import { sessionRuns, wholeSessions } from './sessions.ts';

/** How forecasts from the earlier sessions of an owner did. */
interface Tried {
  sessions: number;
  p50HeldPct: number;
  p90HeldPct: number;
  /** Owners counted alike. */
  p90HeldOwnersPct: number;
}

export interface TasksBefore {
  own: Tried;
  /** By what is known: percent by which the loss is lower than that of all earlier ones; below 0: higher. */
  gains: Record<string, { p50Pct: number; p90Pct: number }>;
}

export function tasksBefore(): TasksBefore {
  const repositories = new Map(sessionRuns().map(({ session, repository }) => [session, repository]));
  const sessions = wholeSessions().flatMap(({ session, owner, agent, calls }) => {
    const [first, last] = [calls[0], calls.at(-1)];
    if (first === undefined || last === undefined || calls.some(({ usd }) => usd === null)) return [];
    const usd = sumOf(calls.map((call) => call.usd as number));
    const known = { all: '', agent, model: first.model, repository: repositories.get(session) as string };
    return { owner, known, usd, from: first.at, until: last.at };
  });
  type Session = (typeof sessions)[number];
  const earlierOf = ({ owner, from }: Session) => sessions.filter((one) => one.owner === owner && one.until < from);
  const asked = sessions
    .map((session) => ({ session, earlier: earlierOf(session) }))
    .filter(({ earlier }) => earlier.length >= fewestTasks);
  const tried = (by: keyof Session['known']) =>
    asked.map(({ session, earlier }) => {
      const alike = earlier.filter(({ known }) => known[by] === session.known[by]);
      const from = alike.length < fewestTasks ? earlier : alike;
      const { p50Usd, p90Usd } = taskForecast(from.map(({ usd }) => usd));
      return { owner: session.owner, usd: session.usd, p50: p50Usd as number, p90: p90Usd as number };
    });
  const all = tried('all');
  const heldPct = (some: typeof all, name: 'p50' | 'p90') =>
    (100 * some.filter((one) => one.usd <= one[name]).length) / some.length;
  const owners = [...groupBy(all, ({ owner }) => owner).values()];
  const lossOf = (some: typeof all, name: 'p50' | 'p90', share: number) =>
    sumOf(some.map((one) => quantileLoss(one.usd, one[name], share)));
  const gain = (some: typeof all, name: 'p50' | 'p90', share: number) =>
    100 * (1 - lossOf(some, name, share) / lossOf(all, name, share));
  return {
    own: {
      sessions: all.length,
      p50HeldPct: heldPct(all, 'p50'),
      p90HeldPct: heldPct(all, 'p90'),
      p90HeldOwnersPct: sumOf(owners.map((own) => heldPct(own, 'p90'))) / owners.length,
    },
    gains: Object.fromEntries(
      (['agent', 'model', 'repository'] as const).map((by) => {
        const some = tried(by);
        return [by, { p50Pct: gain(some, 'p50', 0.5), p90Pct: gain(some, 'p90', 0.9) }];
      }),
    ),
  };
}

/** The loss that a quantile makes least (Koenker and Bassett 1978), of the logarithms of a cent more than the dollars. */
function quantileLoss(usd: number, quantile: number, share: number): number {
  const off = Math.log((usd + 0.01) / (quantile + 0.01));
  return off >= 0 ? share * off : (share - 1) * off;
}
