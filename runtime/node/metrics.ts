/** What a monitoring system asks: Prometheus text, by prom-client. */
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';

export interface Metrics {
  /** Counts an answer. `kind` is what was asked for, never a URL. */
  answered(kind: Kind, method: string, status: number): void;
  reloaded(outcome: 'done' | 'refused'): void;
  text(): Promise<string>;
  contentType: string;
}

export type Kind = 'api' | 'page' | 'operation';

const methods = new Set(['GET', 'HEAD', 'POST', 'OPTIONS']);

/** `dataset` is asked at every scrape. */
export function createMetrics(dataset: () => { version: string; asOf: string; overdue: boolean }): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const answers = new Counter({
    name: 'agent_cost_answers_total',
    help: 'Answers by what was asked for, method and status.',
    labelNames: ['kind', 'method', 'status'],
    registers: [registry],
  });
  const reloads = new Counter({
    name: 'agent_cost_reloads_total',
    help: 'Reloads on SIGHUP, by outcome.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  new Gauge({
    name: 'agent_cost_dataset_info',
    help: 'The dataset that is served, as labels.',
    labelNames: ['version', 'prices_as_of'],
    registers: [registry],
    collect() {
      this.reset();
      const { version, asOf } = dataset();
      this.set({ version, prices_as_of: asOf }, 1);
    },
  });
  new Gauge({
    name: 'agent_cost_price_change_overdue',
    help: '1 when a scheduled price change has passed since the build.',
    registers: [registry],
    collect() {
      this.set(dataset().overdue ? 1 : 0);
    },
  });
  // Looking up a labelled child costs more than counting, so the children are kept.
  const children = new Map<string, Counter.Internal>();
  return {
    answered(kind, method, status) {
      const name = `${kind} ${methods.has(method) ? method : 'other'} ${status}`;
      let child = children.get(name);
      if (child === undefined) {
        child = answers.labels(...(name.split(' ') as [string, string, string]));
        children.set(name, child);
      }
      child.inc();
    },
    reloaded: (outcome) => reloads.inc({ outcome }),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
