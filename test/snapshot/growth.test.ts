import { expect, test, vi } from 'vitest';
import { published } from '../../runtime/api/published.ts';
import { checkSchemas } from '../../runtime/audit/check-schemas.ts';
import { names, type SnapshotManifest } from '../../runtime/audit/layout.ts';
import { recompute } from '../../runtime/audit/recompute.ts';
import { readSums } from '../../runtime/audit/sums.ts';
import type { Dataset } from '../../runtime/core/dataset/dataset.ts';
import { presetIds } from '../../runtime/core/schemas/request-fields.ts';
import { smallDataset, testDay } from '../support/core/catalog.ts';
import { catalogOf } from '../support/core/dated.ts';
import { program, snapshot } from './support.ts';

const manifest = JSON.parse(
  Buffer.from(snapshot.files.get(names.manifest) as Uint8Array).toString('utf8'),
) as SnapshotManifest;
const sums = readSums(snapshot.files.get(names.sums) as Uint8Array);
const dataset = smallDataset();
const known = dataset.providers.flatMap((provider) => provider.models);
const onSale = catalogOf(dataset, testDay).models;
const aliases = onSale.flatMap(({ facts }) => facts.aliases).length;
/** Models that are shut down have a file, but no estimates. */
const aliasesOfOthers = known.flatMap((model) => model.aliases).length - aliases;

test('each estimate and each ranking is computed once, and aliases cost only a comparison', () => {
  const watch = vi.fn();
  const found = recompute(snapshot.files, manifest, sums, program, watch);
  const { estimates, rankings, files, workedOut, pages, code } = found;
  expect({ estimates, rankings }).toEqual({
    estimates: presetIds.length * onSale.length,
    // In two orders.
    rankings: 2 * presetIds.length,
  });
  expect(files - workedOut, 'aliases, in estimates and advice on each preset, and as models').toBe(
    (2 * presetIds.length + 1) * aliases + aliasesOfOthers,
  );
  expect(watch).toHaveBeenCalledTimes(files + pages + code);
});

test('each file is checked against its schema once, copies are not read again', () => {
  const { files, distinct } = checkSchemas(snapshot.files, manifest);
  expect(files).toBe(manifest.files.filter(({ schema }) => schema !== null).length);
  expect(files - distinct).toBeGreaterThanOrEqual((presetIds.length + 1) * aliases);
});

/** The dataset with every model `times` times, under different names. */
function multiplied(times: number): Dataset {
  return {
    ...dataset,
    providers: dataset.providers.map((provider) => ({
      ...provider,
      models: Array.from({ length: times }, (_, i) =>
        provider.models.map((model) =>
          i === 0
            ? model
            : { ...model, id: `${model.id}-x${i}`, aliases: model.aliases.map((alias) => `${alias}-x${i}`) },
        ),
      ).flat(),
    })),
  };
}

test('the work grows linearly with the models', () => {
  const work = (times: number) => {
    const routes = [...published(catalogOf(multiplied(times), testDay))].filter(({ route }) => route === 'estimate');
    return new Set(routes.map(({ text }) => text)).size;
  };
  expect([1, 2, 4].map(work)).toEqual([1, 2, 4].map((times) => presetIds.length * (times * onSale.length + 2)));
});
