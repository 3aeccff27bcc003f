/** Servers under load in turns, one slice each per round, so that noise on the machine affects all equally. */

import { median } from '../runtime/core/values/median.ts';
import { type Bench, calm } from './bench.ts';
import type { Load } from './load/load.ts';
import type { Program } from './program.ts';
import { type Quotient, quotient } from './results/stats.ts';
import { cpuMicroseconds } from './usage.ts';

export interface Contestant {
  name: string;
  server: Program;
  load: Load;
}

export class Contest {
  private constructor(
    /** Microseconds per request, round by round, by name. */
    private readonly costs: ReadonlyMap<string, number[]>,
    private readonly speeds: ReadonlyMap<string, number[]>,
    /** The first contestant over the second, which is the same program again. */
    readonly control: number,
    private readonly held: number,
  ) {}

  /** How many times less CPU a request costs `name` than `than`. */
  times(name: string, than: string): Quotient {
    return quotient(this.of(this.costs, than), this.of(this.costs, name));
  }

  /** Absolute figures of the contestants. */
  detail(...names: string[]): string {
    const figures = names.map((name) => {
      const cost = Math.min(...this.of(this.costs, name));
      const speed = median(this.of(this.speeds, name));
      return `${name} ${cost.toPrecision(3)} us, ${Math.round(speed).toLocaleString('en')}/s`;
    });
    return figures.join('; ') + (this.held > 1 ? `; held ${this.held} times` : '');
  }

  private of(series: ReadonlyMap<string, number[]>, name: string): number[] {
    const found = series.get(name);
    if (found === undefined) throw new Error(`there is no contestant named ${name}`);
    return found;
  }

  /** Runs a contest. The first two contestants must be the ceiling and, as the A/A control, the ceiling again. */
  static async hold(bench: Bench, title: string, contestants: readonly Contestant[]): Promise<Contest> {
    const { rounds, seconds } = bench.options;
    bench.say(`${title}: ${contestants.map(({ name }) => name).join(', ')}`);
    for (const contestant of contestants) await slice(bench, contestant, Math.max(2, seconds)); // until V8 has compiled
    return calm(async (held) => {
      const costs = new Map(contestants.map(({ name }) => [name, [] as number[]]));
      const speeds = new Map(contestants.map(({ name }) => [name, [] as number[]]));
      for (let round = 0; round < rounds; round++) {
        for (let turn = 0; turn < contestants.length; turn++) {
          // A different one starts each round, so that none always runs after the same neighbour.
          const contestant = contestants[(turn + round) % contestants.length] as Contestant;
          const { cost, speed } = await slice(bench, contestant, seconds);
          costs.get(contestant.name)?.push(cost);
          speeds.get(contestant.name)?.push(speed);
        }
      }
      const [ceiling = [], again = []] = [...costs.values()];
      return new Contest(costs, speeds, quotient(ceiling, again).value, held);
    });
  }
}

/** One slice: CPU microseconds per request, or time between answers where the kernel does not report CPU time. */
async function slice(bench: Bench, { name, server, load }: Contestant, seconds: number) {
  const before = cpuMicroseconds(server.pid);
  const sent = await bench.generator.send(load, server.port, seconds);
  const after = cpuMicroseconds(server.pid);
  if (sent.failures > 0) throw new Error(`${name}: ${sent.failures} of ${sent.requests} requests failed`);
  const used = before === null || after === null ? sent.seconds * 1e6 : after - before;
  return { cost: used / sent.requests, speed: sent.requests / sent.seconds };
}
