/** Two logs of the same tasks: dollars per task and per solved task, task by task. */

import type { LoggedRun, LoggedRuns } from '../calibrate/logged-runs.ts';
import { groupBy, jackknife } from '../statistics.ts';

export type PairedTasks = NonNullable<ReturnType<typeof pairTasks>>;
export type Ratio = PairedTasks['perTask'];

/** A task in one log: means over its tries. */
interface Tries {
  usd: number;
  /** Share of the tries that solved it; null: not known for all. */
  solved: number | null;
}

/** null: no task has a price in both. */
export function pairTasks(a: LoggedRuns, b: LoggedRuns) {
  const [inA, inB] = [groupBy(a.runs, ({ task }) => task), groupBy(b.runs, ({ task }) => task)];
  const both = [...inA.keys()].filter((task) => inB.has(task)).sort();
  const pairs = both.flatMap((task) => {
    const [one, other] = [triesOf(inA.get(task)), triesOf(inB.get(task))];
    return one === null || other === null ? [] : [{ a: one, b: other }];
  });
  if (pairs.length === 0) return null;
  return {
    modelsA: modelsOf(a),
    modelsB: modelsOf(b),
    /** Tasks priced in both logs; in only one log; in both, but without a price in one. */
    shared: pairs.length,
    onlyInA: inA.size - both.length,
    onlyInB: inB.size - both.length,
    unpriced: both.length - pairs.length,
    /** Mean USD of a try. */
    perTask: ratioOf(pairs.map((pair) => ({ usdA: pair.a.usd, perA: 1, usdB: pair.b.usd, perB: 1 }))),
    perSolvedTask: perSolved(pairs),
  };
}

/** The runs of a task differ in model and session; tries are its sessions. */
function triesOf(runs: readonly LoggedRun[] = []): Tries | null {
  let nano = 0;
  for (const run of runs) {
    if (run.nano === null) return null;
    nano += run.nano;
  }
  const tries = [...groupBy(runs, ({ session }) => session).values()];
  const solved = tries.map((own) => own.find((run) => run.solved !== null)?.solved ?? null);
  return {
    usd: nano / 1e9 / tries.length,
    solved: solved.includes(null) ? null : solved.filter(Boolean).length / tries.length,
  };
}

const modelsOf = ({ runs }: LoggedRuns): string[] => [...new Set(runs.map(({ model }) => model))].sort();

/** null: fewer than two tasks have a known outcome in both logs, or one log solved none of them. */
function perSolved(pairs: readonly { a: Tries; b: Tries }[]) {
  const known = pairs.flatMap(({ a, b }) =>
    a.solved === null || b.solved === null ? [] : [{ usdA: a.usd, perA: a.solved, usdB: b.usd, perB: b.solved }],
  );
  const sum = (name: 'perA' | 'perB') => known.reduce((total, task) => total + task[name], 0);
  if (known.length < 2 || sum('perA') === 0 || sum('perB') === 0) return null;
  return {
    ...ratioOf(known),
    tasks: known.length,
    solvedShareA: sum('perA') / known.length,
    solvedShareB: sum('perB') / known.length,
  };
}

type Paired = Record<'usdA' | 'perA' | 'usdB' | 'perB', number>;

const usdPerA = ({ usdA, perA }: Paired): number => usdA / perA;
const usdPerB = ({ usdB, perB }: Paired): number => usdB / perB;

/** `b` over `a`, and its 95 % interval by leaving out each task; null: too few tasks. */
function ratioOf(tasks: readonly Paired[]) {
  const total = { usdA: 0, perA: 0, usdB: 0, perB: 0 };
  for (const task of tasks) for (const name in total) total[name as keyof Paired] += task[name as keyof Paired];
  const ratio = (sums: Paired): number => usdPerB(sums) / usdPerA(sums);
  return { a: usdPerA(total), b: usdPerB(total), ratio: ratio(total), interval: jackknife(tasks, ratio, true) };
}
