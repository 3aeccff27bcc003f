/** Logs generated from known parameters: conversations whose prompts grow, with a cache that never misses. */
import type { Catalog } from '../../../runtime/core/dataset/catalog.ts';
import { billsAt, type LoggedRuns, RunCollector } from '../../../runtime/logs/calibrate/logged-runs.ts';
import type { CallRecord } from '../../../runtime/logs/call-record.ts';
import { call } from '../readers/read.ts';

export interface Truth {
  tasks: number;
  /** Mean calls of a task, and their squared coefficient of variation. */
  calls: number;
  dispersion: number;
  firstPrompt: number;
  /** Tokens that a call adds to the next prompt beyond its output. */
  added: number;
  output: number;
  /** Share of the calls that are billed again. */
  repeated: number;
  /** Share of the tasks that find the first prompt in the cache. */
  warm: number;
  failed: number;
  /** Relative standard deviation of all token counts. */
  noise: number;
}

export const truth: Truth = {
  tasks: 200,
  calls: 20,
  dispersion: 0.3,
  firstPrompt: 5000,
  added: 400,
  output: 300,
  repeated: 0.05,
  warm: 0.4,
  failed: 0.25,
  noise: 0.2,
};

/** Numbers from 0 up to 1 by SplitMix32: the same seed gives the same log. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
}

const day = 86_400_000;

/** The calls of a log, task after task, each task in its own hour. */
export function madeUpLog(known: Partial<Truth>, seed: number, model = 'model'): CallRecord[] {
  const made = { ...truth, ...known };
  const random = randomFrom(seed);
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const noisy = (mean: number): number => Math.max(0, Math.round(mean * (1 + made.noise * normal())));
  return Array.from({ length: made.tasks }, (_, task) => {
    const calls = callsOf(made, random);
    const [added, output] = [noisy(made.added), noisy(made.output)];
    const warm = random() < made.warm;
    const solved = random() >= made.failed;
    let prompt = noisy(made.firstPrompt);
    let seen = warm ? prompt : 0;
    return Array.from({ length: calls }, (_, index) => {
      const call = callAt({
        at: Date.UTC(2026, 9, 1) + task * (day / 24) + index * 1000,
        model,
        input: 0,
        cachedInput: seen,
        cacheWrite: prompt - seen,
        output,
        task: `task ${task}`,
        solved,
      });
      seen = prompt;
      prompt += output + added;
      return random() < made.repeated ? [call, { ...call, retried: true }] : [call];
    }).flat();
  }).flat();
}

/** At least one call; the others are drawn from a Poisson distribution with a gamma-distributed mean. */
function callsOf({ calls, dispersion }: Truth, random: () => number): number {
  const mean = calls - 1;
  const variance = dispersion * calls * calls;
  if (dispersion === 0) return calls;
  const shape = (mean * mean) / (variance - mean);
  return 1 + poisson((gamma(shape, random) * mean) / shape, random);
}

/** Marsaglia and Tsang's method. */
function gamma(shape: number, random: () => number): number {
  if (shape < 1) return gamma(shape + 1, random) * random() ** (1 / shape);
  const d = shape - 1 / 3;
  for (;;) {
    const x = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    const v = (1 + x / Math.sqrt(9 * d)) ** 3;
    if (v > 0 && Math.log(1 - random()) < (x * x) / 2 + d - d * v + d * Math.log(v)) return d * v;
  }
}

function poisson(mean: number, random: () => number): number {
  let [count, left] = [0, Math.exp(-mean)];
  for (let chance = random(); chance > left && count < 10_000; count++) {
    chance -= left;
    left = (left * mean) / (count + 1);
  }
  return count;
}

/** A call of the model `model`, unless another is given. */
export const callAt = (known: Partial<CallRecord>): CallRecord => call({ model: 'model', ...known });

/** The calls grouped into runs, billed at the prices of a catalog. */
export function collected(catalog: Catalog, calls: readonly CallRecord[]): LoggedRuns {
  const collector = new RunCollector(billsAt(catalog));
  for (const one of calls) collector.add(one);
  return collector.end();
}

/** The calls as JSON lines with the columns of a plain log. */
export const logText = (calls: readonly CallRecord[]): string =>
  calls
    .map(({ at, tags, ...call }) =>
      JSON.stringify({ ...call, at: new Date(at ?? 0).toISOString(), tags: tags.join(',') }),
    )
    .map((line) => `${line}\n`)
    .join('');
