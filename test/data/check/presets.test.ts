/** What the data check refuses in presets. What the data check refuses in models. */
import { describe } from 'vitest';
import type { RawPreset, RawPrice } from '../../support/core/raw-data.ts';
import { type Data, refuses } from './broken-data.ts';

describe('a preset', () => {
  const file = 'data/presets.json';
  const coding = (data: Data) => data.presets[0] as RawPreset;
  const defaultOf = (data: Data) => data.model(({ id }) => id === coding(data).defaultModel).model;

  refuses(
    'a default model that does not exist',
    (data) => {
      coding(data).defaultModel = 'claude-9';
      return { file, at: '/presets/0/defaultModel' };
    },
    /"claude-9" is not the id of a model/,
  );
  refuses(
    'a default model that is not released on the day of the build',
    (data) => {
      const model = defaultOf(data);
      const seen = { sources: [{ name: 'made up', on: '2026-11-21' }], verifiedOn: '2026-11-21' };
      const { serviceTiers: _, ...newest } = model.prices.at(-1) as RawPrice;
      delete model.caching;
      delete model.lifecycle;
      Object.assign(model, { releaseDate: '2026-11-21', prices: [{ ...newest, from: null, ...seen }] });
      return { file, at: '/presets/0/defaultModel' };
    },
    /on 2026-11-20/,
  );
  refuses(
    'a default model that has no price yet on the day of the build',
    (data) => {
      const { prices } = defaultOf(data);
      prices.splice(1);
      Object.assign(prices[0] as RawPrice, { from: '2026-11-21', announced: true });
      return { file, at: '/presets/0/defaultModel' };
    },
    /has no price on 2026-11-20/,
  );
  refuses(
    'a preset listed twice',
    (data) => {
      data.presets.push(structuredClone(coding(data)));
      return { file, at: '/presets' };
    },
    /"coding" is listed 2 times/,
  );
  refuses(
    'a missing preset',
    (data) => {
      data.presets.pop();
      return { file, at: '/presets' };
    },
    /"session" is listed 0 times/,
  );
  refuses(
    'a value above its maximum',
    (data) => {
      coding(data).workflow.retryRatePct = 101;
      return { file, at: '/presets/0/workflow/retryRatePct' };
    },
    /must be between 0 and 100 \(got 101\)/,
  );
  refuses(
    'a missing value',
    (data) => {
      delete coding(data).workflow.handoffs;
      return { file, at: '/presets/0/workflow' };
    },
    /field handoffs is missing/,
  );
  refuses(
    'a value listed as neither measured nor assumed',
    (data) => {
      coding(data).assumed = (coding(data).assumed as string[]).filter((name) => name !== 'handoffs');
      return { file, at: '/presets/0' };
    },
    /handoffs is listed 0 times in measured and assumed/,
  );
});

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
