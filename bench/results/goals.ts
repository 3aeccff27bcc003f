/** The goals: what each row measures, against what, and which ratio is the goal. */
import { isCalm, type Quotient } from './stats.ts';

export interface Goal {
  work: string;
  against: string;
  /** null: shown for comparison only. */
  wanted: { atLeast: number } | { atMost: number } | null;
}

const constant = 'a bare node:http constant, same bytes and fields';
const parsing = 'reading and parsing the body, then a fixed reply of the same size';

export const goals = {
  get: { work: 'GET 200, 1.5 KB', against: constant, wanted: { atLeast: 0.95 } },
  getBrotli: { work: 'GET 200, the same as br', against: constant, wanted: null },
  querySeen: { work: 'GET with a query seen before', against: constant, wanted: { atLeast: 0.9 } },
  queryNew: { work: 'GET with a query never seen', against: constant, wanted: { atLeast: 0.8 } },
  notModified: { work: '304', against: `the 200 of ${constant}`, wanted: { atLeast: 1.1 } },
  getServeHandler: { work: 'GET, CPU per request', against: 'serve-handler from disk', wanted: { atLeast: 6.5 } },
  serveHandler: { work: '(peer) serve-handler', against: constant, wanted: null },
  sirv: { work: '(peer) sirv', against: constant, wanted: null },
  nginx: { work: '(peer) nginx, gzip_static', against: constant, wanted: null },
  post: { work: 'POST estimate, 300 bodies', against: parsing, wanted: { atLeast: 0.75 } },
  compare: { work: 'POST compare, all shipped models', against: parsing, wanted: { atLeast: 0.55 } },
  compareObjects: {
    work: 'POST compare, synthetic models',
    against: 'objects and JSON.stringify',
    wanted: { atLeast: 6 },
  },
  compareLarge: { work: 'POST compare, synthetic models', against: parsing, wanted: null },
  core: { work: 'a bill in process', against: '@pydantic/genai-prices calcPrice', wanted: { atLeast: 25 } },
  coreWhole: { work: 'a whole estimate in process', against: '@pydantic/genai-prices calcPrice', wanted: null },
  build: { work: 'build', against: 'writing the same bytes, plus compression alone', wanted: { atMost: 1.3 } },
  buildAgain: { work: 'build, nothing changed', against: 'the fresh build', wanted: { atMost: 0.25 } },
  // "Constant memory" means: at most a quarter more for four times the models.
  buildMemory: { work: 'build, max RSS', against: 'a quarter of the models', wanted: { atMost: 1.25 } },
  // At 10 million calls; the time allowed for fewer calls is proportional.
  report: { work: 'report on a log of calls', against: '60 s for 10 million calls', wanted: { atMost: 1 } },
  reportMemory: { work: 'report on a log of calls, max RSS', against: '300 MB', wanted: { atMost: 1 } },
  logsCpu: { work: 'report, first read of 1 GB of logs, CPU', against: 'ccusage', wanted: { atMost: 1 } },
  logsCpuAlone: { work: 'the same by one thread, CPU', against: 'ccusage', wanted: { atMost: 1 } },
  logsTime: { work: 'report, first read of 1 GB of logs, time', against: 'ccusage', wanted: { atMost: 1 } },
  logsMemory: { work: 'report, first read of 1 GB of logs, max RSS', against: '250 MB', wanted: { atMost: 1 } },
  logsAgain: { work: 'report, 1 GB of logs unchanged', against: '0.8 s', wanted: { atMost: 1 } },
  logsGrown: { work: 'report, the same and 10 MB more', against: '1 s', wanted: { atMost: 1 } },
  logsStatusLine: { work: 'statusline, 1 GB of logs of today', against: '150 ms', wanted: { atMost: 1 } },
  logsGuard: { work: 'guard, 1 GB of logs of today', against: '150 ms', wanted: { atMost: 1 } },
  logsLive: { work: 'live, 1 GB of logs of today', against: '150 ms', wanted: { atMost: 1 } },
  startPrice: { work: 'price, from the start', against: 'node -e 0', wanted: { atMost: 1.6 } },
  startStatusLine: { work: 'statusline, from the start', against: 'node -e 0', wanted: { atMost: 1.6 } },
  startGuard: { work: 'guard, from the start', against: 'node -e 0', wanted: { atMost: 1.6 } },
  parquet: {
    work: 'pricing a Parquet file in DuckDB',
    against: "DuckDB's own sum over the same columns",
    wanted: { atLeast: 0.5 },
  },
  parquetByDay: {
    work: 'pricing a Parquet file in DuckDB, by day too',
    against: "DuckDB's own sum over the same columns",
    wanted: null,
  },
  statusline: { work: 'statusline, session of 100 MB, unchanged', against: '60 ms', wanted: { atMost: 1 } },
  statuslineGrowing: { work: 'statusline, the same, three calls more', against: '60 ms', wanted: { atMost: 1 } },
  // The medians of the slowest control of a page: until the next frame, or a later task, at a CPU four times slower.
  pageFront: { work: 'front page, slowest control', against: '150 ms', wanted: { atMost: 1 } },
  pageFrontList: { work: 'front page, sorting and filtering its models', against: '150 ms', wanted: { atMost: 1 } },
  pageModels: { work: '/models, slowest control', against: '150 ms', wanted: { atMost: 1 } },
  pageChanges: { work: '/changes, slowest control', against: '150 ms', wanted: { atMost: 1 } },
  pageMeasured: { work: '/measured, slowest control', against: '150 ms', wanted: { atMost: 1 } },
  pageTokens: { work: '/tokens, slowest control', against: '150 ms', wanted: { atMost: 1 } },
  pageLog: { work: '/log with its example, slowest control', against: '150 ms', wanted: { atMost: 1 } },
  pageSearch: { work: 'search of the site, typing', against: '150 ms', wanted: { atMost: 1 } },
  start: { work: 'cold start to first answer', against: 'bare node:http', wanted: { atMost: 1.25 } },
  memoryStart: { work: 'resident memory after start', against: 'bare node:http', wanted: { atMost: 1.3 } },
  memoryAll: {
    work: 'resident memory, every URL asked',
    against: 'bare node:http, as many requests',
    wanted: { atMost: 1.3 },
  },
  limitGet: { work: 'GET, rate limiter on', against: 'off', wanted: { atLeast: 0.96 } },
  limitPost: { work: 'POST estimate, rate limiter on', against: 'off', wanted: null },
  limitAddresses: { work: 'GET, limiter on, every address new', against: 'off', wanted: null },
  // "Bounded" means: a second million addresses takes at most a tenth more than the first.
  limitMemory: {
    work: 'resident memory, a second million addresses',
    against: 'the first million',
    wanted: { atMost: 1.1 },
  },
} as const satisfies Record<string, Goal>;

export type RowId = keyof typeof goals;

export const isReached = ({ wanted }: Goal, value: number): boolean | null =>
  wanted === null ? null : 'atLeast' in wanted ? value >= wanted.atLeast : value <= wanted.atMost;

export const spokenGoal = ({ wanted }: Goal): string =>
  wanted === null ? '' : 'atLeast' in wanted ? `>= ${wanted.atLeast.toFixed(2)}` : `<= ${wanted.atMost.toFixed(2)}`;

/** A measured goal. */
export interface Row extends Quotient {
  id: RowId;
  work: string;
  against: string;
  wanted: Goal['wanted'];
  /** The ceiling against itself; null without a ceiling to repeat. */
  control: number | null;
  /** null: no goal, or void. */
  reached: boolean | null;
  /** The control was outside its band, so the figure means nothing. */
  void: boolean;
  /** Absolute figures behind the ratio. */
  detail: string;
}

export function row(id: RowId, measured: Quotient, control: number | null, detail: string): Row {
  const goal: Goal = goals[id];
  const isVoid = control !== null && !isCalm(control);
  return {
    id,
    ...goal,
    ...measured,
    control,
    void: isVoid,
    reached: isVoid ? null : isReached(goal, measured.value),
    detail,
  };
}
