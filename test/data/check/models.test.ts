/** What the data check refuses in models. */
import { describe } from 'vitest';
import { refuses } from './broken-data.ts';

describe('a model', () => {
  refuses(
    'a tier outside the three',
    (data) => {
      const { file, at, model } = data.model();
      model.tier = 'medium';
      return { file, at: `${at}/tier` };
    },
    /must be one of fast, mid, frontier \(got "medium"\)/,
  );
  refuses(
    'an unknown field, suggesting the right one',
    (data) => {
      const { file, at, model } = data.model();
      model.contextWindows = 1;
      return { file, at };
    },
    /Unknown field "contextWindows".*Did you mean "contextWindow"\?/,
  );
  refuses(
    'an unknown field in a price',
    (data) => {
      const { file, at, price } = data.price();
      price.cachedinput = 1;
      return { file, at };
    },
    /Unknown field "cachedinput".*Did you mean "cachedInput"\?/,
  );
  refuses(
    'a context window that is not an integer',
    (data) => {
      const { file, at, model } = data.model();
      model.contextWindow = 1000.5;
      return { file, at: `${at}/contextWindow` };
    },
    /must be an integer at least 1 \(got 1000\.5\)/,
  );
  refuses(
    'a model without prices',
    (data) => {
      const { file, at, model } = data.model();
      model.prices = [];
      return { file, at: `${at}/prices` };
    },
    /fewer than 1/,
  );
});
