import { createHash } from 'node:crypto';
import { type Catalog, catalogFrom } from '../../../runtime/core/dataset/catalog.ts';
import type { Dataset } from '../../../runtime/core/dataset/dataset.ts';
import { datedDataset } from '../../../runtime/core/dataset/version.ts';

/** The catalog of any dataset on any day, named as in the build. */
export const catalogOf = (data: Dataset, day: string): Catalog =>
  catalogFrom(datedDataset(data, day, (text) => createHash('sha256').update(text).digest('hex')));
