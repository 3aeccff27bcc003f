/** The forecast of a session that runs: its constants, worked out from recorded sessions, and how it did on them. */
import type { Catalog } from '../../runtime/core/dataset/catalog.ts';
import { priceOn } from '../../runtime/core/dataset/price-on-day.ts';
import { isResolved, resolve } from '../../runtime/core/dataset/resolve.ts';
import {
  type ForecastEvidence,
  forecastSession,
  type SessionSoFar,
} from '../../runtime/core/model/session-forecast.ts';
import { growthPerStep, transcriptOf } from '../../runtime/core/model/transcript.ts';
import type { DatedPrice } from '../../runtime/core/schemas/data-files/dated-price.ts';
import type { SessionForecast } from '../../runtime/core/schemas/forecast-schemas.ts';
import { median } from '../../runtime/core/values/median.ts';
import { memoize } from '../../runtime/core/values/memoize.ts';
import { groupBy, sumOf } from '../../runtime/logs/statistics.ts';
import { sessionOf } from '../support/core/session.ts';
import { compactionRules } from './agent-data.ts';
import { quantileOverOwners } from './over-owners.ts';
import { withModel } from './session-figures.ts';
import { randomEffects, shareAtLeast } from './session-lengths.ts';
import { type WholeSession, wholeSessions } from './sessions.ts';

type Constants = Omit<ForecastEvidence, 'tried'>;

/** After so many calls a session is forecast. */
const after = [5, 10, 20] as const;

const owners = (sessions: readonly WholeSession[]): WholeSession[][] => [
  ...groupBy(sessions, ({ owner }) => owner).values(),
];

/** The number of calls after which the share is given, about a fifth apart. */
const grid = [
  ...Array.from({ length: 10 }, (_, i) => i + 1),
  ...Array.from({ length: 38 }, (_, i) => Math.round(10 * 1.2 ** (i + 1))),
];

/** Growth of the prompts of a session over its first steps, and over those that followed. */
interface Growths {
  steps: number;
  first: number;
  later: number;
}

/** Of a session with five calls more than those after which it is forecast; fewer say little of what followed. */
const growthsLater = memoize(({ calls }: WholeSession): Growths[] =>
  after
    .filter((count) => calls.length >= count + 5)
    .map((count) => {
      const growth = (some: typeof calls) => growthPerStep(transcriptOf(some), some.length, 'coding');
      return { steps: count - 1, first: growth(calls.slice(0, count)), later: growth(calls.slice(count - 1)) };
    })
    .filter(({ later }) => later > 0),
);

const endOf = memoize(({ calls }: WholeSession): SessionSoFar => sessionOf(calls));

/** Worth of what is usual that comes nearest to the growth that followed, as the median of the relative errors. */
function usualWorth(growths: readonly Growths[], usual: number): number {
  const off = (worth: number) =>
    median(
      growths.map(({ steps, first, later }) =>
        Math.abs(Math.log((first * steps + usual * worth) / (steps + worth) / later)),
      ),
    );
  const tried = Array.from({ length: 14 }, (_, i) => Math.round(10 * 2 ** (i / 2)));
  return tried.reduce((best, worth) => (off(worth) < off(best) ? worth : best));
}

/** What is known without the factors of the rest. */
function shapeOf(catalog: Catalog, sessions: readonly WholeSession[]): Constants {
  const lengths = randomEffects(owners(sessions).map((own) => own.map(({ calls }) => Math.log(calls.length))));
  const atLeast = (calls: number) => shareAtLeast(lengths, Math.log(calls - 0.5));
  const any = atLeast(1);
  const several = sessions.filter(({ calls }) => calls.length >= 5).map(endOf);
  const growths = sessions.flatMap(growthsLater);
  const growth = median(growths.map(({ later }) => later));
  const total = (name: 'cold' | 'following' | 'warmRead' | 'warmHeld') =>
    sumOf(several.map(({ transcript }) => transcript[name]));
  return {
    sessions: sessions.length,
    owners: owners(sessions).length,
    lasting: grid.map((calls) => ({ calls, share: atLeast(calls) / any })).filter(({ share }) => share >= 0.0005),
    ownWorth: lengths.within / lengths.between,
    usualWorth: usualWorth(growths, growth),
    growth,
    output: median(several.map(({ output, calls }) => output / calls)),
    coldShare: total('cold') / total('following'),
    readShare: total('warmRead') / total('warmHeld'),
    compaction: compactionRules(sessions.map((one) => onModel(catalog, one))),
    usdFactors: [1],
    tokenFactors: [1],
    p90Factor: 1,
  };
}

/** A session with the window and the price of its first model. */
const onModel = (catalog: Catalog, session: WholeSession) =>
  withModel(catalog, { ...session, model: session.calls[0]?.model ?? '' });

interface Growing {
  session: WholeSession;
  /** After so many calls. */
  after: number;
  /** Of its day. */
  price: DatedPrice;
  contextWindow: number;
  soFar: SessionSoFar;
  end: SessionSoFar & { usd: number };
}

/** The sessions after each number of calls that they made, all of them priced. */
function growing(catalog: Catalog, sessions: readonly WholeSession[]): Growing[] {
  return sessions.flatMap((session) => {
    const { usd, ...end } = endOf(session);
    if (usd === null || usd === 0) return [];
    return after.flatMap((count) => {
      const last = session.calls[count - 1];
      const found = last && resolve(catalog, last.model);
      const price = found && isResolved(found) && priceOn(found.model.facts.prices, session.day);
      if (!found || !isResolved(found) || !price) return [];
      const { contextWindow } = found.model.facts;
      const soFar = sessionOf(session.calls.slice(0, count));
      return [{ session, after: count, price, contextWindow, soFar, end: { ...end, usd } }];
    });
  });
}

const forecast = (
  constants: Constants,
  { session, soFar, price, contextWindow }: Growing,
  earlier: readonly number[] = [],
): SessionForecast =>
  forecastSession(
    { ...constants, tried: [] },
    { price, contextWindow, session: soFar, agent: session.agent, agentVersion: session.agentVersion, earlier },
  );

/** So many equally likely factors. */
const factorCount = 10;

/** Constants with the factors of the rest: what came after 5, 10 and 20 calls over its forecast, the calls known. */
function constantsOf(catalog: Catalog, sessions: readonly WholeSession[], grown: readonly Growing[]): Constants {
  const shape = shapeOf(catalog, sessions);
  const ratios = grown
    .filter(({ end, after }) => end.calls > after)
    .map((one) => {
      const { soFar, p50 } = forecast({ ...shape, ownWorth: 0 }, one, [one.end.calls]);
      const spent = soFar.usd as number;
      return {
        usd: (one.end.usd - spent) / ((p50.usd as number) - spent),
        tokens: (one.end.input + one.end.output - soFar.tokens) / (p50.tokens - soFar.tokens),
      };
    });
  const factors = (values: readonly number[]) => {
    const sorted = [...values].sort((a, b) => a - b);
    return Array.from(
      { length: factorCount },
      (_, i) => sorted[Math.floor(((i + 0.5) / factorCount) * sorted.length)] as number,
    );
  };
  return {
    ...shape,
    usdFactors: factors(ratios.map(({ usd }) => usd)),
    tokenFactors: factors(ratios.map(({ tokens }) => tokens)),
  };
}

/** Owners with fewer sessions say little of how often p90 holds. */
const fewest = 10;

/** What is known of all sessions but those of some owners, each such set once. */
function leavingOut(catalog: Catalog, sessions: readonly WholeSession[], grown: readonly Growing[]) {
  const known = new Map<string, Constants>();
  return (...names: readonly string[]): Constants => {
    const key = names.toSorted().join(' ');
    const found =
      known.get(key) ??
      constantsOf(
        catalog,
        sessions.filter(({ owner }) => !names.includes(owner)),
        grown.filter(({ session }) => !names.includes(session.owner)),
      );
    known.set(key, found);
    return found;
  };
}

/**
 * The constants without an owner (null: with all) and the factor of p90: with each other one left out too, nine of ten of
 * the dollars that came were at most so many times those forecast at p90, owners counted alike. It never narrows a range.
 */
function widened(
  without: ReturnType<typeof leavingOut>,
  sessions: readonly WholeSession[],
  grown: readonly Growing[],
  leftOut: string | null,
): Constants {
  const outside = leftOut === null ? [] : [leftOut];
  const ratios = owners(sessions)
    .filter((own) => own.length >= fewest && own[0]?.owner !== leftOut)
    .map((own) => {
      const { owner } = own[0] as WholeSession;
      const constants = without(...outside, owner);
      return grown
        .filter(({ session }) => session.owner === owner)
        .map((one) => {
          const spent = one.soFar.usd as number;
          return (one.end.usd - spent) / ((forecast(constants, one).p90.usd as number) - spent);
        });
    });
  return { ...without(...outside), p90Factor: Math.max(1, quantileOverOwners(ratios, 0.9)) };
}

export interface Tried {
  calls: number;
  sessions: number;
  p90HeldPct: number;
  p50HeldPct: number;
  tokensP90HeldPct: number;
  medianErrorPct: number;
  naiveMedianErrorPct: number;
  /** p90 held, by owner. */
  byOwner: Record<string, { sessions: number; p90HeldPct: number }>;
}

/** What answers repeat, rounded. */
export function forecastFileOf({ constants, tried }: ForecastFigures): ForecastEvidence {
  const places = (value: number, count: number) => Number(value.toFixed(count));
  return {
    ...constants,
    lasting: constants.lasting.map(({ calls, share }) => ({ calls, share: places(share, 4) })),
    ownWorth: places(constants.ownWorth, 1),
    usualWorth: places(constants.usualWorth, 1),
    growth: Math.round(constants.growth),
    output: Math.round(constants.output),
    coldShare: places(constants.coldShare, 4),
    readShare: places(constants.readShare, 4),
    usdFactors: constants.usdFactors.map((factor) => places(factor, 3)),
    tokenFactors: constants.tokenFactors.map((factor) => places(factor, 3)),
    p90Factor: places(constants.p90Factor, 3),
    tried: tried.map(({ calls, sessions, p90HeldPct, p50HeldPct, medianErrorPct, naiveMedianErrorPct, byOwner }) => ({
      ...{ calls, sessions },
      p90HeldPct: places(p90HeldPct, 1),
      p90HeldByOwnerPct: Object.values(severalOf(byOwner))
        .map((pct) => places(pct, 1))
        .sort((a, b) => a - b),
      p50HeldPct: places(p50HeldPct, 1),
      medianErrorPct: places(medianErrorPct, 1),
      naiveMedianErrorPct: places(naiveMedianErrorPct, 1),
    })),
  };
}

export interface ForecastFigures {
  constants: Constants;
  tried: Tried[];
}

/** p90 held, of the owners with ten sessions and more. */
export const severalOf = (byOwner: Tried['byOwner']): Record<string, number> =>
  Object.fromEntries(
    Object.entries(byOwner).flatMap(([owner, { sessions, p90HeldPct }]) =>
      sessions >= fewest ? [[owner, p90HeldPct]] : [],
    ),
  );

export function forecastFigures(catalog: Catalog): ForecastFigures {
  const sessions = wholeSessions();
  const grown = growing(catalog, sessions);
  const without = leavingOut(catalog, sessions, grown);
  const leftOut = new Map(
    owners(sessions).map((own) => {
      const { owner } = own[0] as WholeSession;
      const others = sessions.filter((one) => one.owner !== owner);
      const usual = sumOf(others.map(({ calls }) => calls.length)) / others.length;
      return [
        owner,
        {
          constants: widened(without, sessions, grown, owner),
          usual,
        },
      ];
    }),
  );
  return {
    constants: widened(without, sessions, grown, null),
    tried: after.map((calls) => {
      const all = grown
        .filter((one) => one.after === calls)
        .map((one) => {
          const { constants, usual } = leftOut.get(one.session.owner) as { constants: Constants; usual: number };
          const { p50, p90 } = forecast(constants, one);
          const naive = ((one.soFar.usd as number) / calls) * usual;
          return { ...one, p50, p90, naive };
        });
      const pct = (some: typeof all, is: (one: (typeof all)[number]) => boolean) =>
        (100 * some.filter(is).length) / some.length;
      const held = ({ end, p90 }: (typeof all)[number]) => end.usd <= (p90.usd as number);
      const off = (of: (one: (typeof all)[number]) => number) =>
        100 * median(all.map((one) => Math.abs(of(one) / one.end.usd - 1)));
      return {
        calls,
        sessions: all.length,
        p90HeldPct: pct(all, held),
        p50HeldPct: pct(all, ({ end, p50 }) => end.usd <= (p50.usd as number)),
        tokensP90HeldPct: pct(all, ({ end, p90 }) => end.input + end.output <= p90.tokens),
        medianErrorPct: off(({ p50 }) => p50.usd as number),
        naiveMedianErrorPct: off(({ naive }) => naive),
        byOwner: Object.fromEntries(
          [...groupBy(all, ({ session }) => session.owner)].map(([owner, own]) => [
            owner,
            { sessions: own.length, p90HeldPct: pct(own, held) },
          ]),
        ),
      };
    }),
  };
}
