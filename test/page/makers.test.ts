import { expect, test } from 'vitest';
import type { CatalogModel } from '../../runtime/core/dataset/catalog.ts';
import { inListOrder } from '../../runtime/site/makers.ts';

const provider = { id: 'meta', name: 'Meta' };

/** A model by its name, its release, and the day of the oldest source that names it. */
const made = (name: string, releaseDate: string | null, seenOn: string) =>
  ({ provider, facts: { name, releaseDate, prices: [{ sources: [{ on: seenOn }] }] } }) as unknown as CatalogModel;

test('the newest models of a maker come first, and an old one without a release before its later versions', () => {
  const models = [
    made('Muse Spark 1.1', null, '2026-10-30'),
    made('Muse Spark 1.2', null, '2026-08-05'),
    made('Muse Spark 1.3', '2026-09-02', '2026-09-02'),
    made('Muse Wonder', null, '2026-10-15'),
    made('GPT-5 pro', null, '2026-08-05'),
    made('GPT-5.6 Sol', '2026-07-09', '2026-07-17'),
    made('GPT-5', '2025-08-07', '2026-07-02'),
    made('GPT-10', '2026-11-01', '2026-11-01'),
  ];
  expect(inListOrder({ models }).map(({ facts }) => facts.name)).toEqual([
    'GPT-10',
    'Muse Wonder',
    'Muse Spark 1.3',
    'Muse Spark 1.2',
    'Muse Spark 1.1',
    'GPT-5.6 Sol',
    'GPT-5 pro',
    'GPT-5',
  ]);
});
