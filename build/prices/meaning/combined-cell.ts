import { cell, fold } from '../page/page-text.ts';
import { isField, type Reading, type Value } from '../reading/reading.ts';
import { PageError } from '../types.ts';
import { fieldOf } from './header-meaning.ts';

export function fail(reading: Reading, why: string): never {
  throw new PageError(`${reading.place}: ${why}`);
}

/** Splits a cell such as `$1 input$2 output`: the words after each amount name its field. */
export function splitCombined(reading: Reading): Value[] {
  const text = reading.combined?.text ?? '';
  const parts = [...text.matchAll(/([$¥￥€£]\s*[\d.,]+)\s*([^$¥￥€£]*)/g)];
  const named = parts.flatMap(([, amount = '', words = '']) => {
    const kind = fieldOf(fold(words)).kind;
    return isField(kind)
      ? [{ field: kind, group: null, header: reading.context.lead.at(-1) ?? '', cell: cell([amount]) }]
      : [];
  });
  const found = named.map((value) => value.field);
  if (named.length === 0) return [];
  if (named.length !== parts.length || new Set(found).size !== found.length) fail(reading, `"${text}" is not clear`);
  if (reading.combined && reading.combined.struck.length > 0)
    fail(reading, 'a price is struck out next to current ones');
  if (!found.includes('input') || !found.includes('output')) fail(reading, 'a price is missing');
  return named;
}
