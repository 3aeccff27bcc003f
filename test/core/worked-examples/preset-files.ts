/** The presets with other values, and their published answers. */
import { publicationsOf } from '../../../runtime/api/publications.ts';
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
  for (const publication of publicationsOf(from, { id: 'estimate' })) {
    if (publication.file === file) return publication.data();
  }
  throw new Error(`${file} is not published`);
}
