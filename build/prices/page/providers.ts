/**
 * How each provider's page shows its prices: `data/lists/pages.json`, and programs for pages that no description fits. Each
 * program throws `PageError` with the reason instead of guessing.
 */
import { lookUp } from '../../../runtime/core/values/look-up.ts';
import { lazily } from '../../../runtime/core/values/memoize.ts';
import { listNamed } from '../../data/lists.ts';
import { dollarRow, PageError, type PlacedRow } from '../price-row.ts';
import type { Outline } from './cell.ts';
import type { Provider } from './description.ts';
import { objectsIn, scriptData } from './script-data.ts';

/** By the id of the provider. */
const programs: Record<string, NonNullable<Provider['program']>> = {
  cerebras: ({ text }) => listedModels(text).map(cerebrasRow),
  cohere: ({ root, outline: { texts } }) =>
    root === null ? [] : [...cohereCards(scriptData(root, '"pricings"'), texts), ...cohereSentences(texts)],
  fireworks: ({ outline: { grids, texts } }) =>
    grids
      .map(({ item, context: { place } }) => ({ place, rows: item.rows.map((row) => row.map((cell) => cell.text)) }))
      .filter(({ rows }) => /^model standard priority$/i.test((rows[0] ?? []).join(' ')))
      .flatMap((grid) => fireworksRows(grid, texts)),
};

interface ListedModel {
  id?: unknown;
  pricing?: { prompt?: unknown; completion?: unknown };
}

function listedModels(text: string): ListedModel[] {
  let list: { data?: unknown };
  try {
    list = JSON.parse(text);
  } catch {
    throw new PageError('no token prices: it is not the list of models in JSON');
  }
  if (!Array.isArray(list?.data)) throw new PageError('no token prices: the list of models has another form');
  return list.data as ListedModel[];
}

function cerebrasRow({ id, pricing }: ListedModel, index: number): PlacedRow {
  const place = `model ${index + 1} of the list`;
  if (typeof id !== 'string' || id === '') throw new PageError(`${place}: it has no id`);
  const [input, output] = [pricing?.prompt, pricing?.completion].map((price) => {
    // Moved by six digits in the text: 0.00000035 * 1e6 is not exactly 0.35 in floating point.
    if (typeof price !== 'string' || !/^\d+(\.\d+)?$/.test(price)) throw new PageError(`${place}, ${id}: no price`);
    return Number(`${price}e6`);
  }) as [number, number];
  return { row: dollarRow(id, { input, output }), place };
}

/** Records of a content system: a name, a unit and one pair of labelled prices. What makes no text is left out. */
function cohereCards(data: readonly unknown[], texts: Outline['texts']): PlacedRow[] {
  // The records are numbers without a currency.
  if (!texts.some((text) => text.includes('$'))) throw new PageError('no text of the page has a price in dollars');
  return data.flatMap(objectsIn).flatMap((card, index) => {
    const { modelName, per, pricings } = card;
    if (typeof modelName !== 'string' || !Array.isArray(pricings)) return [];
    const place = `script data, record ${index + 1}`;
    return objectsIn(pricings).flatMap(({ inputLabel, inputPrice, outputLabel, outputPrice }) => {
      if (inputLabel !== 'Input' || outputLabel !== 'Output') return [];
      if (per !== '1M tokens') throw new PageError(`${place}, ${modelName}: prices per "${per}", not per 1M tokens`);
      if (typeof inputPrice !== 'number' || typeof outputPrice !== 'number') {
        throw new PageError(`${place}, ${modelName}: a price is not a number`);
      }
      // $0 stands on cards of models that are only downloaded or tried with a trial key.
      if (inputPrice === 0 && outputPrice === 0) return [];
      return [{ row: dollarRow(modelName, { input: inputPrice, output: outputPrice }), place }];
    });
  });
}

const sentence =
  /(?:^|[.:] )([A-Z][\w+ .-]*?) pricing is \$(\d+(?:\.\d+)?)\/1M tokens for input and \$(\d+(?:\.\d+)?)\/1M tokens for output/g;

const cohereSentences = (texts: Outline['texts']): PlacedRow[] =>
  texts.flatMap((text) =>
    [...text.matchAll(sentence)].map(([, model = '', input, output]) => ({
      row: dollarRow(model, { input: Number(input), output: Number(output) }, 'legacy', 'legacy'),
      place: 'a sentence of the FAQ',
    })),
  );

const order = /input\W+cached input\W+output/i;

function fireworksRows({ rows, place }: { rows: string[][]; place: string }, texts: Outline['texts']): PlacedRow[] {
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

const pages = listNamed<{ pages: Provider[] }>('pages');

export const providers = lazily((): Provider[] =>
  pages().pages.map((one) => {
    const program = lookUp(programs, one.id);
    return program === undefined ? one : { ...one, program };
  }),
);
