/** How long requests took, counted in buckets: cheap enough for every request. */
/** The kinds of `agent_cost_answers_total`, but computed answers apart from published ones, which are much quicker. */
const routeKinds = ['api', 'computed', 'page', 'operation'] as const;
type RouteKind = (typeof routeKinds)[number];

/** Upper ends of the buckets, in microseconds: from an answer out of memory to a body that takes ten seconds to arrive. */
const bounds = [1e1, 1e2, 1e3, 1e4, 1e5, 1e6].flatMap((from) => [from, 2.5 * from, 5 * from]).concat(1e7);

/** The buckets of one kind. */
class Buckets {
  /** Requests by the first bucket that holds them; the last has no upper end. */
  readonly counts = new Array<number>(bounds.length + 1).fill(0);
  /** Microseconds of all. */
  sum = 0;

  add(microseconds: number): void {
    let bucket = 0;
    while (microseconds > (bounds[bucket] ?? Number.POSITIVE_INFINITY)) bucket++;
    this.counts[bucket] = (this.counts[bucket] as number) + 1;
    this.sum += microseconds;
  }
}

const name = 'agent_cost_request_duration_seconds';

export class Durations {
  private readonly kinds: Readonly<Record<RouteKind, Buckets>> = {
    api: new Buckets(),
    computed: new Buckets(),
    page: new Buckets(),
    operation: new Buckets(),
  };

  /** `milliseconds`: since the head of the request was read. */
  add(kind: RouteKind, milliseconds: number): void {
    this.kinds[kind].add(1000 * milliseconds);
  }

  /** The histogram as prom-client prints it: its own would be told of every request. */
  get() {
    return Promise.resolve({
      name,
      help: 'Seconds from the head of a request to its answer, by kind of resource; computed: POST.',
      type: 'histogram',
      aggregator: 'sum',
      values: routeKinds.flatMap((kind) => samplesOf(kind, this.kinds[kind])),
    });
  }

  /** For `Registry.registerMetric`. */
  readonly name = name;
}

function samplesOf(kind: RouteKind, { counts, sum }: Buckets) {
  let below = 0;
  const buckets = counts.map((count, index) => {
    below += count;
    const bound = bounds[index];
    const le = bound === undefined ? '+Inf' : String(bound / 1e6);
    return { metricName: `${name}_bucket`, labels: { kind, le }, value: below };
  });
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels: { kind }, value: sum / 1e6 },
    { metricName: `${name}_count`, labels: { kind }, value: below },
  ];
}
