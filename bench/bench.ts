/**
 * Everything that a section needs: options, tools, servers, load and a place for files; and work measured in turns with
 * its ceiling, so that noise on the machine affects all equally.
 */
import { median } from '../runtime/core/values/median.ts';
import { Generator, type Load } from './load/load.ts';
import { findTools, type Tools } from './machine.ts';
import type { Options } from './options.ts';
import { type Command, cpuMicroseconds, freePort, type Program, pinned, startServer } from './program.ts';
import { controlBand, isCalm, quotient, type Row, type RowId, row } from './results/goals.ts';
import { Workplace } from './workplace.ts';

/** Reports progress on stderr. */
function say(what: string): void {
  const seconds = Math.round(performance.now() / 1000);
  process.stderr.write(`${String(seconds).padStart(5)} s  ${what}\n`);
}

export class Bench {
  readonly place = new Workplace();
  readonly tools: Tools;
  readonly generator: Generator;
  private servers: Program[] = [];

  constructor(readonly options: Options) {
    this.tools = options.loop ? { ...findTools(), wrk: null } : findTools();
    process.once('exit', () => this.place.remove()); // also after an interrupt
    this.generator = new Generator(this.tools, options.core, this.place.dir);
  }

  readonly say = say;

  /** Starts a server on the shared core; it is stopped by `stopServers`. */
  async serve(commandOn: (port: number) => Command): Promise<Program> {
    const port = await freePort();
    const server = await startServer(pinned(commandOn(port), this.tools, this.options.core), port);
    this.servers.push(server);
    return server;
  }

  async stopServers(): Promise<void> {
    const servers = this.servers;
    this.servers = [];
    await Promise.all(servers.map((server) => server.stop()));
  }
}

/** How often something is measured at most while the machine is too noisy. */
const attempts = 3;

/** Measures until the A/A control is in its band, at most `attempts` times; the last one counts, void or not. */
export async function calm<T extends { control: number }>(measure: (attempt: number) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const measured = await measure(attempt);
    if (isCalm(measured.control) || attempt === attempts) return measured;
    say(`A/A ${measured.control.toFixed(3)} is outside ${controlBand.join('..')}: measuring again`);
  }
}

/** What each work costs, round by round. */
export interface Turns<Name extends string> {
  costs: Record<Name, number[]>;
  /** The first work over the second, which is the same again. */
  control: number;
  /** How often all was measured until the control was calm. */
  held: number;
}

/**
 * Does each work once a round and returns its costs. The first two must be the ceiling and, as the A/A control, the
 * ceiling again. `warmUp` comes before: it fills the page cache and lets V8 compile.
 */
export async function inTurns<Name extends string>(
  rounds: number,
  work: Record<Name, () => Promise<number>>,
  warmUp: Record<Name, () => Promise<unknown>> = work,
): Promise<Turns<Name>> {
  const names = Object.keys(work) as Name[];
  for (const name of names) await warmUp[name]();
  return calm(async (held) => {
    const costs = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
    for (let round = 0; round < rounds; round++) {
      for (let turn = 0; turn < names.length; turn++) {
        // A different one starts each round, so that none always runs after the same neighbour.
        const name = names[(turn + round) % names.length] as Name;
        costs[name].push(await work[name]());
      }
    }
    const [ceiling, again] = names as [Name, Name];
    return { costs, control: quotient(costs[ceiling], costs[again]).value, held };
  });
}

export interface Contestant {
  name: string;
  server: Program;
  load: Load;
}

/**
 * Servers under load in turns, one slice each per round; all servers are stopped at the end. Each row says how many
 * times less CPU a request costs the contestant `name` than `than`.
 */
export async function contest(
  bench: Bench,
  title: string,
  contestants: readonly Contestant[],
  rows: readonly [id: RowId, name: string, than: string][],
): Promise<Row[]> {
  const { rounds, seconds } = bench.options;
  bench.say(`${title}: ${contestants.map(({ name }) => name).join(', ')}`);
  const speeds = new Map<string, number[]>(contestants.map(({ name }) => [name, []]));
  const works = (length: number) =>
    Object.fromEntries(
      contestants.map((one) => [
        one.name,
        async () => {
          const { cost, speed } = await slice(bench, one, length);
          speeds.get(one.name)?.push(speed);
          return cost;
        },
      ]),
    );
  const { costs, control, held } = await inTurns(rounds, works(seconds), works(Math.max(2, seconds)));
  await bench.stopServers();
  const of = (name: string): number[] => {
    const found = costs[name];
    if (found === undefined) throw new Error(`there is no contestant named ${name}`);
    return found;
  };
  const figures = (name: string): string => {
    const speed = median((speeds.get(name) ?? []).slice(-rounds));
    return `${name} ${Math.min(...of(name)).toPrecision(3)} us, ${Math.round(speed).toLocaleString('en')}/s`;
  };
  const again = held > 1 ? `; held ${held} times` : '';
  return rows.map(([id, name, than]) =>
    row(id, quotient(of(than), of(name)), control, `${figures(than)}; ${figures(name)}${again}`),
  );
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
