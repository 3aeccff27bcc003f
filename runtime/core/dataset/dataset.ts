/** Everything in `data/`, and `catalog.json`, which is built from it; `files/` has the shape of each data file. */

import type { EvidenceFile } from '../schemas/data-files/evidence-file.ts';
import type { MeasuredFile } from '../schemas/data-files/measured-file.ts';
import type { PlanNames } from '../schemas/data-files/names-file.ts';
import type { Offers } from '../schemas/data-files/offers-file.ts';
import type { PlanFacts } from '../schemas/data-files/plans-file.ts';
import type { PresetFile } from '../schemas/data-files/presets-file.ts';
import type { ProviderFile } from '../schemas/data-files/provider-file.ts';

/** Everything in `data/`, read and checked. */
export interface Dataset {
  /** Each with its own models first, then those imported for it. */
  providers: ProviderFile[];
  presets: PresetFile[];
  /** Boards of measured runs, by id. */
  measured: MeasuredFile[];
  /** What hosts charge for other providers' models. */
  offers: Offers;
  /** How far the cost model is from recorded runs; absent: unknown. */
  evidence?: EvidenceFile;
  /** Subscriptions with quotas; absent: the data has no file of them. */
  plans?: PlanFacts[];
  /** Names that only plans have; absent: the data has no file of them. */
  planNames?: PlanNames[];
}

/** `catalog.json`: a dataset on its day, from which every answer is computed. */
export interface CatalogFile {
  /** YYYY-MM-DD (UTC): the first of the days on which these answers hold. */
  asOf: string;
  /** Identifies these numbers: `asOf` and 8 hex digits. */
  version: string;
  /** The cost model version that `version` includes. */
  costModelVersion: number;
  data: Dataset;
}
