/** What the data check refuses in prices of places. */
import { describe } from 'vitest';
import { type Data, refuses } from './broken-data.ts';

const file = 'data/providers/openai.json';

/** A price in Europe, a tenth above the base, with one mistake; returns the place of the mistake. */
const inEurope = (field: string, mistake: object) => (data: Data) => {
  const price = data.provider('openai').models[0]?.prices.at(-1) as Record<string, unknown> & {
    input: number;
    output: number;
  };
  const n = (data.provider('openai').models[0]?.prices.length ?? 1) - 1;
  price.places = {
    eu: {
      ...{ input: price.input * 1.1, output: price.output * 1.1, cachedInput: null, cacheWrite: null },
      ...{ longContext: [], sources: price.sources },
      ...mistake,
    },
  };
  return { file, at: `/models/0/prices/${n}/places/eu/${field}` };
};

describe('the price of a place', () => {
  refuses('far above the base price', inEurope('input', { input: 30 }), /times the price of .*expected/);
  refuses(
    'with cached input above input',
    inEurope('cachedInput', { cachedInput: 999 }),
    /cached token never costs more/,
  );
  refuses(
    'with thresholds that descend',
    inEurope('longContext/1/above', {
      longContext: [200_000, 100_000].map((above) => ({
        ...{ above, input: 99, output: 400, cachedInput: null, cacheWrite: null },
      })),
    }),
    /is not above 200000/,
  );
});
