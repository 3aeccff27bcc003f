import type { PlacedRow } from '../price-row.ts';
import { dollarRow, PageError } from '../price-row.ts';
import { objectsIn, scriptData } from '../script-data.ts';
import type { OpenedPage, Provider } from './description.ts';

/** The cards of the page, and the sentences of its FAQ that state prices of earlier models. */
export const cohere: Provider = {
  id: 'cohere',
  hosts: /(^|\.)cohere\.(com|ai)$/,
  brand: /command|aya|north/i,
  program: ({ root, texts }) =>
    root === null ? [] : [...cards(scriptData(root, '"pricings"'), texts), ...sentences(texts)],
};

/** Records of a content system: a name, a unit and one pair of labelled prices. What makes no text is left out. */
function cards(data: readonly unknown[], texts: OpenedPage['texts']): PlacedRow[] {
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

const sentences = (texts: OpenedPage['texts']): PlacedRow[] =>
  texts.flatMap((text) =>
    [...text.matchAll(sentence)].map(([, model = '', input, output]) => ({
      row: dollarRow(model, { input: Number(input), output: Number(output) }, 'legacy', 'legacy'),
      place: 'a sentence of the FAQ',
    })),
  );
