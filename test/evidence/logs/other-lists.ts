/** The recorded sessions at the prices with which other programs log dollars, and what is different. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { calcPrice, findProvider } from '@pydantic/genai-prices';
import { parse } from 'csv-parse/sync';
import type { Catalog } from '../../../runtime/core/dataset/catalog.ts';
import { type CallRecord, promptOf } from '../../../runtime/logs/call-record.ts';
import { groupBy } from '../../../runtime/logs/statistics.ts';
import { comparedRow, isSame, type LoggedRow, oursWith } from './logged-dollars.ts';
import type { RecordedSession } from './recorded-sessions.ts';

/** Dollars by another price list; null: the model is not in it. */
type OtherList = (call: CallRecord) => number | null;

/** A row for each list: the sessions have no dollars of their own. */
export function otherListRows(catalog: Catalog, sessions: readonly RecordedSession[]): LoggedRow[] {
  const oursOf = oursWith(catalog);
  const calls = sessions.flatMap((session) => session.calls);
  const compared = (list: OtherList) => (call: CallRecord) => {
    const usd = list(call);
    if (usd === null) return 'not in that list';
    const ours = oursOf(call);
    if (ours === null) return 'no price here';
    if (isSame(usd, ours)) return null;
    return isSame(usd + call.searches * 0.01, ours) ? 'web searches not in that list' : 'other price';
  };
  return [
    comparedRow('genai-prices 0.1.8', calls, compared(genaiUsd)),
    comparedRow('Langfuse, 2026-08-22', calls, compared(langfuseList())),
  ];
}

/** Pydantic's package, with which Logfire fills `operation.cost`. */
function genaiUsd(call: CallRecord): number | null {
  const provider = providerOf(call.model);
  const usage = {
    input_tokens: promptOf(call),
    cache_read_tokens: call.cachedInput,
    cache_write_tokens: call.cacheWrite + call.cacheWrite1h,
    cache_write_5m_tokens: call.cacheWrite,
    cache_write_1h_tokens: call.cacheWrite1h,
    output_tokens: call.output,
    web_searches: call.searches,
  };
  const options = { timestamp: new Date(call.at as number), ...(provider !== undefined && { provider }) };
  return calcPrice(usage, call.model, options)?.total_price ?? null;
}

const providers = new Map<string, ReturnType<typeof findProvider>>();

function providerOf(model: string): ReturnType<typeof findProvider> {
  if (!providers.has(model)) providers.set(model, findProvider({ modelId: model }));
  return providers.get(model);
}

type Row = Record<string, string>;

/** Langfuse: quantity times price by type of usage, in the tier of the prompt's length. */
function langfuseList(): OtherList {
  const rows: Row[] = parse(readFileSync(join(import.meta.dirname, '../../../data/evidence/langfuse-prices.csv')), {
    columns: true,
  });
  const byModel = groupBy(rows, ({ model }) => model as string);
  return (call) => {
    const row = byModel.get(call.model)?.findLast(({ above }) => above === '0' || promptOf(call) > Number(above));
    if (row === undefined) return null;
    const cost = (count: number, name: string): number => (count * Number(row[name])) / 1e6;
    return (
      cost(call.input, 'input') +
      cost(call.cachedInput, 'cacheRead') +
      cost(call.cacheWrite, 'cacheWrite5m') +
      cost(call.cacheWrite1h, 'cacheWrite1h') +
      cost(call.output, 'output')
    );
  };
}
