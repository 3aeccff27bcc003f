/** `prices.parquet`: the rows of `prices.csv` with types. Same prices, same bytes. */
import { parquetWriteBuffer, type SchemaElement } from 'hyparquet-writer';
import type { Catalog } from '../../runtime/core/dataset/catalog.ts';
import { type PriceRow, priceColumns, priceRows } from '../../runtime/core/price/price-rows.ts';

type Column = (typeof priceColumns)[number];

const text = { type: 'BYTE_ARRAY', converted_type: 'UTF8' } as const;
const day = { type: 'INT32', converted_type: 'DATE' } as const;
const tokens = { type: 'INT64' } as const;
const price = { type: 'INT64', converted_type: 'DECIMAL', precision: 18, scale: 9 } as const;

const types: Partial<Record<Column, typeof day | typeof tokens | typeof price>> = {
  from_day: day,
  until_day: day,
  verified_on: day,
  above_tokens: tokens,
  up_to_tokens: tokens,
  input_per_mtok: price,
  cached_input_per_mtok: price,
  cache_write_per_mtok: price,
  cache_write_1h_per_mtok: price,
  output_per_mtok: price,
  search_per_1000: price,
};

export function parquetOf(catalog: Catalog): Uint8Array {
  const rows = priceRows(catalog);
  const schema: SchemaElement[] = [
    { name: 'prices', num_children: priceColumns.length },
    ...priceColumns.map((name) => ({ name, repetition_type: 'OPTIONAL' as const, ...(types[name] ?? text) })),
  ];
  const columnData = priceColumns.map((name) => ({ name, data: rows.map((row) => cellOf(name, row[name])) }));
  return new Uint8Array(
    parquetWriteBuffer({ columnData, schema, codec: 'UNCOMPRESSED', createdBy: 'agent-cost', rowGroupSize: 100_000 }),
  );
}

function cellOf(column: Column, value: PriceRow[Column]): string | bigint | Date | null {
  if (value === null) return null;
  if (types[column] === day) return new Date(`${value}T00:00:00Z`);
  if (types[column] === tokens) return BigInt(value);
  // Whole billionths: no price has more digits.
  return types[column] === price ? BigInt(Math.round(Number(value) * 1e9)) : String(value);
}
