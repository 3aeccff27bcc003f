/** Records of made-up logs, and reports on them. */
import fc from 'fast-check';
import { serviceTiers } from '../../../runtime/core/schemas/levels.ts';
import type { CallRecord } from '../../../runtime/logs/call-record.ts';
import { LogReporter, type ReporterOptions } from '../../../runtime/logs/report/log-reporter.ts';
import type { LogReport } from '../../../runtime/logs/report/report-of.ts';
import { reportOf } from '../../../runtime/logs/report/report-of.ts';
import { catalog } from '../../support/core/catalog.ts';
import { call } from '../readers/read.ts';

const everything: ReporterOptions = { by: ['model', 'day'], since: null, until: null, on: null, host: null };

export function reportOn(records: readonly CallRecord[], options: Partial<ReporterOptions> = {}): LogReport {
  const reporter = new LogReporter(catalog, { ...everything, ...options });
  reporter.add(records);
  return reportOf(reporter);
}

export const at = (day: string, time = '12:00:00'): number => Date.parse(`${day}T${time}Z`);

const ids = [...catalog.models, ...catalog.shutDown].map(({ id }) => id);
const thresholds = catalog.models.flatMap((model) => model.thresholds);
const tokens = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 300_000 }) },
  fc.constantFrom(0, 1, 999, ...thresholds, ...thresholds.map((above) => above + 1)),
  fc.integer({ min: 0, max: 1e9 }),
);
/** Days before and after price changes: Claude Sonnet 4.6 on 2026-03-13, Gemini 4 Argon later. */
const days = ['2024-06-01', '2026-03-12', '2026-03-13', '2026-09-01', '2026-11-20', '2026-12-01', '2027-01-01'];

/** Any record: known and unknown names, all terms and parts. */
export const anyRecord: fc.Arbitrary<CallRecord> = fc
  .record({
    model: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...ids) },
      fc.constantFrom('openai/gpt-4o', 'us.anthropic.claude-sonnet-4-6-v1:0', 'azure/gpt-4o', 'nope', ''),
    ),
    at: fc.option(
      fc.tuple(fc.constantFrom(...days), fc.nat(86_399_999)).map(([day, ms]) => Date.parse(day) + ms),
      { freq: 5 },
    ),
    input: tokens,
    cachedInput: tokens,
    cacheWrite: fc.oneof(fc.constant(0), tokens),
    cacheWrite1h: fc.oneof({ weight: 8, arbitrary: fc.constant(0) }, tokens),
    output: tokens,
    searches: fc.oneof({ weight: 8, arbitrary: fc.constant(0) }, fc.nat(1000)),
    serviceTier: fc.oneof({ weight: 4, arbitrary: fc.constant('standard' as const) }, fc.constantFrom(...serviceTiers)),
    region: fc.oneof({ weight: 6, arbitrary: fc.constant(null) }, fc.constantFrom('us', 'mars')),
    host: fc.constantFrom(null, null, 'azure', 'bedrock', 'vertex', 'nowhere'),
    session: fc.constantFrom(null, 's1', 's2', 's3'),
    task: fc.constantFrom(null, 't1', 't2'),
    project: fc.constantFrom(null, 'p1', 'p2'),
    tags: fc.constantFrom([], ['a'], ['b', 'a'], ['a', 'b']),
    usd: fc.option(fc.double({ min: 0, max: 5, noNaN: true })),
    solved: fc.constantFrom(null, true, false),
    retried: fc.boolean(),
  })
  .map(call);
