/** The sessions on which readers of logs differ, at the dollars worked out by hand. */
import { expect, test } from 'vitest';
import { ourUsd } from '../../bench/logs/our-usd.ts';
import { peerCases } from '../../bench/logs/peer-cases.ts';
import { checkData } from '../../build/data/check-data.ts';
import { readData } from '../../build/data/read-data.ts';
import { catalogOf } from '../support/core/dated.ts';

test('every session costs what the price list of its provider gives', async () => {
  const checked = checkData(readData('data'), { asOf: '2026-11-22', today: '2100-01-01' });
  if ('problems' in checked) throw new Error('the data has problems');
  const catalog = catalogOf(checked.data, '2026-11-22');
  for (const one of peerCases) expect(await ourUsd(catalog, one), one.name).toBeCloseTo(one.usd, 9);
});
