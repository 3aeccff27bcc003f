/** Tables with any columns, names, types and faults: DuckDB and the report must have the same totals. */
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { literal, named } from '../../runtime/duckdb/open-duckdb.ts';
import { type PlainColumn, plainColumns } from '../../runtime/logs/fields/plain-columns.ts';
import { temporaryDirectory } from '../support/copies.ts';
import { catalog } from '../support/core/catalog.ts';
import { byDuckDb, everyDimension, oneByOne, openConnection, writeParquet } from './two-ways.ts';

const dir = temporaryDirectory();
let connection: DuckDBConnection;
beforeAll(async () => {
  connection = await openConnection();
});
afterAll(() => connection.closeSync());

/** A column of a table: its SQL type and the literals of its values; null is NULL. */
interface Column {
  name: string;
  type: string;
  values: (string | null)[];
}

const rows = 30;
const models = [...catalog.models, ...catalog.shutDown];
const prices = models.flatMap(({ facts }) => facts.prices);
const thresholds = [...new Set(prices.flatMap(({ longContext }) => longContext.map(({ above }) => above)))];
/** Days around every change of a price. */
const days = [...new Set(prices.flatMap(({ from }) => from ?? []))].flatMap((day) =>
  [-1, 0, 1].map((after) => new Date(Date.parse(day) + after * 86_400_000).toISOString().slice(0, 10)),
);

/** A column name in one of its possible spellings. */
const spelling = (column: PlainColumn) =>
  fc
    .tuple(fc.constantFrom(...plainColumns[column]), fc.integer({ min: 0, max: 3 }))
    .map(([name, how]) =>
      how === 0
        ? name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
        : how === 1
          ? name.toUpperCase().replaceAll('_', ' ')
          : name,
    );

const usualCount = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 300_000 }) },
  { weight: 2, arbitrary: fc.constantFrom(...thresholds.flatMap((above) => [above - 1, above, above + 1])) },
  { weight: 2, arbitrary: fc.constant(0) },
);
const oddly = <T>(usual: fc.Arbitrary<T>, ...odd: T[]) =>
  fc.oneof({ weight: 30, arbitrary: usual }, { weight: 1, arbitrary: fc.constantFrom(...odd) });

/** Counts by column type. */
const counts: Record<string, fc.Arbitrary<string | null>> = {
  BIGINT: oddly(usualCount.map(String), null, '-1', '5000000', '9007199254740993', '40000000000'),
  INTEGER: oddly(usualCount.map(String), null, '-1', '2000000000'),
  USMALLINT: oddly(fc.integer({ min: 0, max: 65_535 }).map(String), null),
  HUGEINT: oddly(usualCount.map(String), null, '-1', '170141183460469231731687303715884105727'),
  UBIGINT: oddly(usualCount.map(String), null, '18446744073709551615'),
  DOUBLE: oddly(usualCount.map(String), null, '1.5', '-2', '1e300', `'NaN'`, `'Infinity'`),
  'DECIMAL(12,2)': oddly(usualCount.map(String), null, '1.5', '-2'),
  VARCHAR: oddly(
    usualCount.map((count) => `'${count}'`),
    null,
    `''`,
    `' 12 '`,
    `'1e3'`,
    `'12.0'`,
    `'-3'`,
    `'many'`,
    `'1,000'`,
  ),
  BOOLEAN: fc.constantFrom(null, null, null, 'true'),
};

const day = fc.constantFrom(...days);
const clock = fc.constantFrom('00:00:00', '23:59:59.9996', '12:34:56.789');
const moment = fc.tuple(day, clock);
const ms = moment.map(([date, time]) => Date.parse(`${date}T${time.slice(0, 12)}Z`));
/** Times by column type. */
const times: Record<string, fc.Arbitrary<string | null>> = {
  TIMESTAMP: oddly(
    moment.map(([date, time]) => `'${date} ${time}'`),
    null,
    `'infinity'`,
    `'1960-01-01'`,
    `'9999-01-01'`,
  ),
  TIMESTAMP_NS: oddly(
    moment.map(([date, time]) => `'${date} ${time}'`),
    null,
  ),
  TIMESTAMPTZ: oddly(
    moment.map(([date, time]) => `'${date} ${time}+05:30'`),
    null,
    `'-infinity'`,
  ),
  DATE: oddly(
    day.map((date) => `'${date}'`),
    null,
    `'1960-01-01'`,
  ),
  BIGINT: oddly(
    ms.chain((at) => fc.constantFrom(String(Math.floor(at / 1000)), String(at), `${at}600`, `${at}600000`)),
    ...[null, '-5', '0'],
  ),
  DOUBLE: oddly(
    ms.map((at) => String(at / 1000)),
    null,
    `'NaN'`,
    '-1',
  ),
  VARCHAR: oddly(
    moment.chain(([date, time]) =>
      fc.constantFrom(
        `'${date}'`,
        `'${date}T${time}Z'`,
        `'${date} ${time}'`,
        `'${date}T${time}+02:00'`,
        `'${date}T12:00'`,
      ),
    ),
    ...[
      null,
      `''`,
      `'yesterday'`,
      `'2026-02-30'`,
      `'2026-02-30T10:00:00.000Z'`,
      `'1780000000'`,
      `'2026-11-20T24:00:00Z'`,
    ],
  ),
};

const text = (values: readonly string[]) => ({
  VARCHAR: oddly(
    fc.constantFrom(...values.map(literal)),
    null,
    `''`,
    `'two' || chr(10) || 'lines'`,
    `repeat('x', 401)`,
  ),
});
const numbered = { ...text(['a', 'b', 'ä']), INTEGER: oddly(fc.integer({ min: -2, max: 3 }).map(String), null) };
const tags = {
  VARCHAR: fc.constantFrom(null, `''`, `'a,b'`, `'b;a'`, `'["a"]'`, `'a'`),
  'VARCHAR[]': fc.constantFrom(null, '[]', `['b', 'a']`, `['a', NULL]`),
};

/** A column under one of its names, or null. */
const column = (of: PlainColumn, byType: Record<string, fc.Arbitrary<string | null>>, chance = 0.5) =>
  fc
    .tuple(fc.constantFrom(...Object.keys(byType)), spelling(of), fc.double({ min: 0, max: 1, noNaN: true }))
    .chain(
      ([type, name, roll]): fc.Arbitrary<Column | null> =>
        roll > chance
          ? fc.constant(null)
          : fc
              .array(byType[type] as fc.Arbitrary<string | null>, { minLength: rows, maxLength: rows })
              .map((values) => ({ name, type, values })),
    );

const names = [...models.map(({ id }) => id), 'my-own-model', 'bedrock/claude-sonnet-4-6', 'GPT-4o'];
const table = fc
  .tuple(
    column('model', text(names), 1),
    fc.oneof(column('input', counts, 1), column('prompt', counts, 1)),
    column('output', counts, 1),
    fc.oneof(column('cachedInside', counts), column('cachedBeside', counts)),
    column('cacheWrite', counts, 0.3),
    column('cacheWrite1h', counts, 0.2),
    column('reasoning', counts, 0.2),
    column('searches', counts, 0.2),
    column('calls', counts, 0.2),
    column('at', times, 0.9),
    column('host', text(['bedrock', 'AWS.Bedrock', 'openrouter', 'nobody']), 0.4),
    column('serviceTier', text(['batch', 'Flex', 'default', 'priority', 'fast', 'what']), 0.4),
    column('region', text(['us', 'global', 'eu']), 0.3),
    column('project', numbered),
    column('tags', tags),
    column('id', numbered, 0.3),
    column('usd', counts, 0.2),
    column('solved', { BOOLEAN: fc.constantFrom('true', 'false', null) }, 0.2),
    column('session', numbered, 0.2),
  )
  .map((columns) => columns.filter((one) => one !== null));

const selectOf = (columns: readonly Column[]): string => {
  const lines = Array.from(
    { length: rows },
    (_, row) => `(${columns.map(({ type, values }) => `${values[row] ?? 'NULL'}::${type}`).join(', ')})`,
  );
  return `SELECT * FROM (VALUES ${lines.join(', ')}) AS t(${columns.map(({ name }) => named(name)).join(', ')})`;
};

const seldom = (value: fc.Arbitrary<string>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: value });
/** Options of the report: any groups, so that days are separate or not, and any range of days. */
const options = fc.record({
  by: fc.subarray(everyDimension),
  since: seldom(day),
  until: seldom(day),
  on: seldom(fc.constant('2026-11-20')),
});

test('DuckDB and the report agree on any table of calls, to the nano-dollar', async () => {
  let count = 0;
  let priced = 0;
  await fc.assert(
    fc.asyncProperty(table, options, async (columns, options) => {
      const path = join(dir, `${count++}.parquet`);
      await writeParquet(connection, selectOf(columns), path);
      const wanted = await oneByOne(catalog, [path], options);
      expect(await byDuckDb(connection, catalog, [path], options)).toEqual(wanted);
      priced += wanted.total.calls - wanted.total.unpricedCalls;
    }),
    { numRuns: 60 },
  );
  expect(priced).toBeGreaterThan(200);
}, 120_000);
