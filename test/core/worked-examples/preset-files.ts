/** The presets with other values, and their published answers. */
import { routes } from '../../../runtime/api/routes.ts';
import type { Catalog } from '../../../runtime/core/dataset/catalog.ts';
import type { Workflow } from '../../../runtime/core/schemas/request-fields.ts';
import { dataset, testDay } from '../../support/core/catalog.ts';
import { catalogOf } from '../../support/core/dated.ts';

/** The frozen catalog with `more` in all presets. */
export const catalogWith = (more: Partial<Workflow>): Catalog =>
  catalogOf(
    {
      ...dataset,
      presets: dataset.presets.map((preset) => ({ ...preset, workflow: { ...preset.workflow, ...more } })),
    },
    testDay,
  );

/** The data of the published `file`. */
export function published(from: Catalog, file: string): unknown {
  const route = routes.find(({ id }) => id === 'estimate');
  for (const publication of route?.publish(from) ?? []) if (publication.file === file) return publication.data();
  throw new Error(`${file} is not published`);
}
