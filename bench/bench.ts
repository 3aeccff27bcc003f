/** Everything that a section needs: options, tools, servers, load and a place for files. */
import { Generator } from './load/load.ts';
import { findTools, type Tools } from './machine.ts';
import type { Options } from './options.ts';
import { type Command, freePort, type Program, pinned, startServer } from './program.ts';
import { controlBand, isCalm } from './results/stats.ts';
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
