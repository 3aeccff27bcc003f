/** What a monitoring system asks: Prometheus text, by prom-client. */

import type { State } from './files/state.ts';
import type { RedisCounter } from './redis/redis-counter.ts';

/** What was asked for, never a URL. */
export type Kind = 'api' | 'page' | 'operation';

const kinds: readonly Kind[] = ['api', 'page', 'operation'];
const methods = ['GET', 'HEAD', 'POST', 'OPTIONS', 'other'] as const;

/** Counts plainly; prom-client is loaded when somebody first asks. */
export class Metrics {
  /** By status, then by kind and method: all methods of the first kind, all of the second ... */
  private readonly answers = new Map<number, number[]>();
  private readonly reloads = { done: 0, refused: 0 };
  private registry: Promise<{ text(): Promise<string>; contentType: string }> | undefined;

  constructor(
    private readonly state: State,
    private readonly shared: RedisCounter | null,
  ) {}

  answered(kind: Kind, method: string, status: number): void {
    let counts = this.answers.get(status);
    if (counts === undefined) {
      counts = new Array(kinds.length * methods.length).fill(0);
      this.answers.set(status, counts);
    }
    const known = (methods as readonly string[]).indexOf(method);
    const place = kinds.indexOf(kind) * methods.length + (known < 0 ? methods.indexOf('other') : known);
    counts[place] = (counts[place] as number) + 1;
  }

  reloaded(outcome: 'done' | 'refused'): void {
    this.reloads[outcome]++;
  }

  /** The text of a scrape and its content type. */
  async scrape(): Promise<{ text: string; contentType: string }> {
    this.registry ??= this.createRegistry();
    const registry = await this.registry;
    return { text: await registry.text(), contentType: registry.contentType };
  }

  private async createRegistry() {
    const { default: prometheus } = await import('prom-client');
    const { Counter, collectDefaultMetrics, Gauge, Registry } = prometheus;
    const { answers, reloads, state, shared } = this;
    const registers = [new Registry()];
    const [registry] = registers as [InstanceType<typeof Registry>];
    collectDefaultMetrics({ register: registry });
    new Counter({
      name: 'agent_cost_answers_total',
      help: 'Answers by what was asked for, method and status.',
      labelNames: ['kind', 'method', 'status'],
      registers,
      collect() {
        this.reset();
        for (const [status, counts] of answers) {
          for (const [index, count] of counts.entries()) {
            if (count === 0) continue;
            const kind = kinds[Math.floor(index / methods.length)] as Kind;
            const method = methods[index % methods.length] as string;
            this.inc({ kind, method, status: String(status) }, count);
          }
        }
      },
    });
    new Counter({
      name: 'agent_cost_reloads_total',
      help: 'Reloads on SIGHUP, by outcome.',
      labelNames: ['outcome'],
      registers,
      collect() {
        this.reset();
        for (const [outcome, count] of Object.entries(reloads)) this.inc({ outcome }, count);
      },
    });
    new Gauge({
      name: 'agent_cost_dataset_info',
      help: 'The dataset that is served, as labels.',
      labelNames: ['version', 'prices_as_of'],
      registers,
      collect() {
        this.reset();
        this.set({ version: state.datasetVersion, prices_as_of: state.pricesAsOf }, 1);
      },
    });
    new Gauge({
      name: 'agent_cost_price_change_overdue',
      help: '1 when a scheduled price change has passed since the build.',
      registers,
      collect() {
        this.set(state.overdue ? 1 : 0);
      },
    });
    if (shared) {
      new Gauge({
        name: 'agent_cost_rate_limit_shared',
        help: '1 while requests are counted in Redis, 0 while this server counts for itself.',
        registers,
        collect() {
          this.set(shared.sharing ? 1 : 0);
        },
      });
      new Counter({
        name: 'agent_cost_rate_limit_counted_total',
        help: 'Requests counted, by where.',
        labelNames: ['where'],
        registers,
        collect() {
          this.reset();
          for (const [where, count] of Object.entries(shared.counted)) this.inc({ where }, count);
        },
      });
    }
    return { text: () => registry.metrics(), contentType: registry.contentType };
  }
}
