/** What a monitoring system asks: Prometheus text, by prom-client. */
import type { State } from './state.ts';

/** What was asked for, never a URL. */
export type Kind = 'api' | 'page' | 'operation';

const methods = new Set(['GET', 'HEAD', 'POST', 'OPTIONS']);

/** Counts plainly; prom-client is loaded when somebody first asks. */
export class Metrics {
  private readonly answers = new Map<string, number>();
  private readonly reloads = { done: 0, refused: 0 };
  private registry: Promise<{ text(): Promise<string>; contentType: string }> | undefined;

  constructor(private readonly state: State) {}

  answered(kind: Kind, method: string, status: number): void {
    const name = `${kind} ${methods.has(method) ? method : 'other'} ${status}`;
    this.answers.set(name, (this.answers.get(name) ?? 0) + 1);
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
    const { answers, reloads, state } = this;
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
        for (const [name, count] of answers) {
          const [kind = '', method = '', status = ''] = name.split(' ');
          this.inc({ kind, method, status }, count);
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
        const { version, asOf } = state.site.catalog;
        this.set({ version, prices_as_of: asOf }, 1);
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
    return { text: () => registry.metrics(), contentType: registry.contentType };
  }
}
