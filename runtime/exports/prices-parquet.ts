/** `prices.parquet`: the rows of `prices.csv` with types. The same prices give the same bytes. */
import { parquetWriteBuffer, type SchemaElement } from 'hyparquet-writer';
import type { Catalog } from '../core/dataset/catalog.ts';
import {
  type PriceColumnType,
  type PriceRow,
  priceColumns,
  priceColumnTypes,
  priceRows,
} from '../core/pricing/price-rows.ts';

const types: Record<PriceColumnType, Omit<SchemaElement, 'name'>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  day: { type: 'INT32', converted_type: 'DATE' },
  tokens: { type: 'INT64' },
  price: { type: 'INT64', converted_type: 'DECIMAL', precision: 18, scale: 9 },
};

export function parquetOf(catalog: Catalog): Uint8Array {
  const rows = priceRows(catalog);
  const schema: SchemaElement[] = [
    { name: 'prices', num_children: priceColumns.length },
    ...priceColumns.map((name) => ({ name, repetition_type: 'OPTIONAL' as const, ...types[priceColumnTypes[name]] })),
  ];
  const columnData = priceColumns.map((name) => ({
    name,
    data: rows.map((row) => cellOf(priceColumnTypes[name], row[name])),
  }));
  return new Uint8Array(
    parquetWriteBuffer({ columnData, schema, codec: 'UNCOMPRESSED', createdBy: 'agent-cost', rowGroupSize: 100_000 }),
  );
}

function cellOf(type: PriceColumnType, value: PriceRow[keyof PriceRow]): string | bigint | Date | null {
  if (value === null) return null;
  if (type === 'day') return new Date(`${value}T00:00:00Z`);
  if (type === 'tokens') return BigInt(value);
  // An integer of billionths: no price has more decimals.
  return type === 'price' ? BigInt(Math.round(Number(value) * 1e9)) : String(value);
}
