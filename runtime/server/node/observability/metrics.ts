/** Metrics for a monitoring system: Prometheus text, by prom-client. */
import type Prometheus from 'prom-client';
import { statusOf } from '../../../core/schemas/api-error.ts';
import type { RedisCounter } from '../../rate-limit/redis-counter.ts';
import type { State } from '../files/state.ts';
import type { Backlog } from '../sockets/backlog.ts';
import type { Connections } from '../sockets/connections.ts';
import { Durations } from './durations.ts';
import type { Log } from './log.ts';

/** The kind of resource requested, never a URL. */
const kinds = ['api', 'page', 'operation'] as const;
export type Kind = (typeof kinds)[number];

const methods = ['GET', 'HEAD', 'POST', 'OPTIONS', 'other'] as const;

/** Every status that an answer can have. */
const statuses = [...new Set([200, 204, 206, 304, 308, ...Object.values(statusOf)])].sort((a, b) => a - b);

/** How long the text of a scrape is reused, in milliseconds: one text serves any number of scrapers. */
const kept = 1000;

export interface Scrape {
  text: string;
  contentType: string;
}

/** The parts of the server that count for themselves. */
export interface Counted {
  state: State;
  shared: RedisCounter | null;
  log: Log;
  connections: Connections;
  backlog: Backlog;
}

const zeros = (): number[] => new Array(kinds.length * methods.length).fill(0);

/** Keeps plain counts; the text is generated on a scrape. */
export class Metrics {
  /** By status, then by kind and method: all methods of the first kind, all of the second ... */
  private readonly answers = new Map(statuses.map((status) => [status, zeros()]));
  private readonly durations = new Durations();
  private readonly reloads = { done: 0, refused: 0 };
  private registry: { metrics(): Promise<string>; contentType: string } | undefined;
  private create: (() => Metrics['registry']) | undefined;
  private last: { scrape: Promise<Scrape>; at: number } | undefined;

  /** `milliseconds`: how long it took; undefined for what was refused before it had arrived whole. */
  answered(kind: Kind, method: string, status: number, milliseconds?: number): void {
    if (milliseconds !== undefined)
      this.durations.add(kind === 'api' && method === 'POST' ? 'computed' : kind, milliseconds);
    let counts = this.answers.get(status);
    if (counts === undefined) {
      counts = zeros();
      this.answers.set(status, counts);
    }
    const known = (methods as readonly string[]).indexOf(method);
    const place = kinds.indexOf(kind) * methods.length + (known < 0 ? methods.indexOf('other') : known);
    counts[place] = (counts[place] as number) + 1;
  }

  reloaded(outcome: 'done' | 'refused'): void {
    this.reloads[outcome]++;
  }

  /** Adds what is counted elsewhere. Called once. V8 is observed only after the first scrape: it slows requests. */
  async open(counted: Counted): Promise<void> {
    const { default: prometheus } = await import('prom-client');
    this.create = () => this.createRegistry(prometheus, counted);
  }

  /** The text and its content type, at most a second old. Rejects before `open`. */
  scrape(): Promise<Scrape> {
    const now = performance.now();
    if (this.last === undefined || now - this.last.at >= kept) {
      const scrape = this.collect();
      this.last = { scrape, at: now };
      scrape.catch(() => {
        this.last = undefined;
      });
    }
    return this.last.scrape;
  }

  private async collect(): Promise<Scrape> {
    this.registry ??= this.create?.();
    if (this.registry === undefined) throw new Error('the server is still starting');
    return { text: await this.registry.metrics(), contentType: this.registry.contentType };
  }

  private createRegistry(
    { Counter, collectDefaultMetrics, Gauge, Registry }: typeof Prometheus,
    { state, shared, log, connections, backlog }: Counted,
  ) {
    const { answers, durations, reloads } = this;
    const registry = new Registry();
    const registers = [registry];
    const gauge = (name: string, help: string, value: () => number) =>
      new Gauge({
        ...{ name, help, registers },
        collect() {
          this.set(value());
        },
      });
    const counter = (name: string, help: string, labelNames: string[], counts: () => Iterable<Labelled>) =>
      new Counter({
        ...{ name, help, labelNames, registers },
        collect() {
          this.reset();
          for (const [count, ...values] of counts()) {
            this.inc(Object.fromEntries(labelNames.map((label, index) => [label, values[index] as string])), count);
          }
        },
      });
    collectDefaultMetrics({ register: registry });
    counter(
      'agent_cost_answers_total',
      'Answers by kind of resource, method and status.',
      ['kind', 'method', 'status'],
      function* () {
        for (const [status, counts] of answers) {
          for (const [index, count] of counts.entries()) {
            const kind = kinds[Math.floor(index / methods.length)] as Kind;
            yield [count, kind, methods[index % methods.length] as string, String(status)];
          }
        }
      },
    );
    registry.registerMetric(durations as unknown as Prometheus.Metric);
    counter('agent_cost_reloads_total', 'Reloads on SIGHUP, by outcome.', ['outcome'], () => byLabel(reloads));
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
    gauge(
      'agent_cost_price_change_overdue',
      '1 when a scheduled change of a price, a release or a retirement has passed since the build.',
      () => (state.overdue ? 1 : 0),
    );
    gauge('agent_cost_connections', 'Connections that are open on the public port.', () => connections.count);
    counter(
      'agent_cost_connections_closed_total',
      'Connections closed early: refused, closed to make room (idle, or of the address that held most), or with too many answers waiting.',
      ['reason'],
      () => [
        [connections.refused.address, 'address_limit'],
        [connections.refused.server, 'server_limit'],
        [connections.gaveWay, 'idle'],
        [connections.evicted, 'largest_holder'],
        [backlog.overfull, 'backlog'],
      ],
    );
    counter(
      'agent_cost_log_lines_dropped_total',
      'Log lines that could not be written: the disk was full or the reader was slow or gone.',
      [],
      () => [[log.dropped]],
    );
    if (shared) {
      gauge(
        'agent_cost_rate_limit_shared',
        '1 while requests are counted in Redis, 0 while this server counts locally.',
        () => (shared.sharing ? 1 : 0),
      );
      counter('agent_cost_rate_limit_counted_total', 'Requests counted, by where they are counted.', ['where'], () =>
        byLabel(shared.counted),
      );
    }
    return registry;
  }
}

/** A count, and the values of its labels. */
type Labelled = [count: number, ...values: string[]];

const byLabel = (counts: Readonly<Record<string, number>>): Labelled[] =>
  Object.entries(counts).map(([label, count]) => [count, label]);
