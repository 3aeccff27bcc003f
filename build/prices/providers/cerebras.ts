import { dollarRow, PageError, type PlacedRow } from '../price-row.ts';
import type { Provider } from './description.ts';

/** A reseller whose list of models is public JSON, with prices in dollars per token as text. */
export const cerebras: Provider = {
  id: 'cerebras',
  hosts: /(^|\.)cerebras\.(ai|net)$/,
  brand: /\w/,
  pages: ['https://api.cerebras.ai/public/v1/models'],
  program: ({ text }) => models(text).map(rowOf),
};

interface Model {
  id?: unknown;
  pricing?: { prompt?: unknown; completion?: unknown };
}

function models(text: string): Model[] {
  let list: { data?: unknown };
  try {
    list = JSON.parse(text);
  } catch {
    throw new PageError('no token prices: it is not the list of models in JSON');
  }
  if (!Array.isArray(list?.data)) throw new PageError('no token prices: the list of models has another form');
  return list.data as Model[];
}

function rowOf({ id, pricing }: Model, index: number): PlacedRow {
  const place = `model ${index + 1} of the list`;
  if (typeof id !== 'string' || id === '') throw new PageError(`${place}: it has no id`);
  const [input, output] = [pricing?.prompt, pricing?.completion].map((price) => {
    // Moved by six digits in the text: 0.00000035 * 1e6 is not exactly 0.35 in floating point.
    if (typeof price !== 'string' || !/^\d+(\.\d+)?$/.test(price)) throw new PageError(`${place}, ${id}: no price`);
    return Number(`${price}e6`);
  }) as [number, number];
  return { row: dollarRow(id, { input, output }), place };
}
