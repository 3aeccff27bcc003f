import { dollarRow, PageError, type PlacedRow } from '../price-row.ts';
import type { OpenedPage, Provider } from './description.ts';

/** A reseller: a column for each serving path, and in each cell three prices, in an order that a sentence states. */
export const fireworks: Provider = {
  id: 'fireworks',
  hosts: /(^|\.)fireworks\.ai$/,
  brand: /\w/,
  pages: ['https://docs.fireworks.ai/serverless/pricing.md'],
  program: ({ grids, texts }) => grids.filter(isOurs).flatMap((grid) => rowsOf(grid, texts)),
};

type Grid = OpenedPage['grids'][number];

const isOurs = ({ rows }: Grid): boolean => /^model standard priority$/i.test((rows[0] ?? []).join(' '));

const order = /input\W+cached input\W+output/i;

function rowsOf({ rows, place }: Grid, texts: OpenedPage['texts']): PlacedRow[] {
  if (!texts.some((text) => order.test(text)))
    throw new PageError(`${place}: no sentence states the order of its prices`);
  return rows.slice(1).flatMap(([model = '', ...cells], index) =>
    ([null, 'priority'] as const).flatMap((path, column) => {
      const text = cells[column] ?? '';
      const where = `${place}, row ${index + 1}`;
      // A row that has lost its first cell takes that of the row above.
      if (model === rows[index]?.[0]) throw new PageError(`${where}: no model of its own`);
      if (/^[\s—–-]*$/.test(text)) return [];
      const amounts = /^\$([\d.]+) \/ \$([\d.]+) \/ \$([\d.]+)$/.exec(text)?.slice(1).map(Number);
      if (amounts === undefined) throw new PageError(`${where}, ${model}: "${text}" is not three prices`);
      const [input = null, cachedInput = null, output = null] = amounts;
      return [{ row: dollarRow(model, { input, cachedInput, output }, path, path), place: where }];
    }),
  );
}
