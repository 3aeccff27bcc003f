/** How near the estimate of output that was never recorded comes, where final counts are hidden from it. */
import type { Catalog } from '../../../runtime/core/dataset/catalog.ts';
import type { CallRecord } from '../../../runtime/logs/call-record.ts';
import { familyName, recordedRate } from '../../../runtime/logs/report/unrecorded-output.ts';
import { groupBy, sumOf } from '../../../runtime/logs/statistics.ts';
import { billOf } from './cache-table.ts';
import type { RecordedSession } from './recorded-sessions.ts';

/** Final calls of an owner with one agent and one family of models. */
export interface OutputRow {
  owner: string;
  agent: string;
  family: string;
  calls: number;
  /** Recorded tokens. */
  output: number;
  /** Tokens of output for each visible character, thinking included. */
  perChar: number;
  /**
   * The estimate over the recorded output where all counts are hidden, at the median rate of the other owners of the
   * same agent; null: there is none. `isHeld`: whether the interval holds the recorded output.
   */
  byOthers: number | null;
  isHeld: boolean | null;
  /** The estimate over the recorded output of every second session, at the rate of the other sessions; null: too few. */
  byOwn: number | null;
}

/** Fewest final calls of an owner whose rate counts. */
const fewest = 20;

export function outputRows(catalog: Catalog, sessions: readonly RecordedSession[]): OutputRow[] {
  const final = sessions.flatMap(({ owner, agent, calls }) =>
    calls
      .filter(({ isFinal }) => isFinal !== false)
      .map((call) => ({ owner, agent, family: familyName(call.model), call })),
  );
  const groups = groupBy(final, ({ owner, agent, family }) => `${owner}\0${agent}\0${family}`);
  return [...groups.values()]
    .filter((own) => own.length >= fewest)
    .map((own) => {
      const { owner = '', agent = '', family = '' } = own[0] ?? {};
      const calls = own.map(({ call }) => call);
      const others = groupBy(
        final.filter((one) => one.agent === agent && one.owner !== owner),
        (one) => one.owner,
      );
      const rates = [...others.values()]
        .filter(({ length }) => length >= fewest)
        .map((some) => rateOf(some.map(({ call }) => call)));
      const rate = rates.length === 0 ? null : middleOf(rates);
      const byOthers = rate === null ? null : (rate * charsOf(calls)) / outputOf(calls);
      return {
        ...{ owner, agent, family, calls: calls.length, output: outputOf(calls), perChar: rateOf(calls), byOthers },
        isHeld: byOthers === null ? null : isHeld(byOthers),
        byOwn: byOwn(catalog, calls),
      };
    });
}

/** Whether the interval around an estimate holds what was recorded. @param ratio the estimate over that */
export const isHeld = (ratio: number): boolean => ratio / recordedRate.factor <= 1 && ratio * recordedRate.factor >= 1;

/** Every second session is hidden; the report fits the others, if they are enough. */
function byOwn(catalog: Catalog, calls: readonly CallRecord[]): number | null {
  const names = [...new Set(calls.map(({ session }) => session))];
  const isHidden = (call: CallRecord): boolean => names.indexOf(call.session) % 2 === 1;
  const shown = calls.map((call) => ({ ...call, isFinal: !isHidden(call), output: isHidden(call) ? 0 : call.output }));
  const { unrecorded } = billOf(catalog, [{ owner: '', agent: '', calls: shown }]);
  if (unrecorded === null || unrecorded.finalCalls === 0) return null;
  return unrecorded.missingTokens.middle / outputOf(calls.filter(isHidden));
}

const charsOf = (calls: readonly CallRecord[]): number =>
  sumOf(calls.map(({ visibleChars, thinkingChars }) => visibleChars + thinkingChars));
const outputOf = (calls: readonly CallRecord[]): number => sumOf(calls.map(({ output }) => output));
const rateOf = (calls: readonly CallRecord[]): number => outputOf(calls) / charsOf(calls);

const middleOf = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(at)] as number) + (sorted[Math.ceil(at)] as number)) / 2;
};
