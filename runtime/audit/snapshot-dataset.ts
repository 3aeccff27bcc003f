/** The dataset in a snapshot, assembled from its source files as in the build. */
import type { CatalogFile } from '../core/dataset/dataset.ts';
import { datedDataset } from '../core/dataset/version.ts';
import type { EvidenceFile } from '../core/schemas/data-files/evidence-file.ts';
import { type ImportedModelsFile, withImported } from '../core/schemas/data-files/imported-models-file.ts';
import type { MeasuredFile } from '../core/schemas/data-files/measured-file.ts';
import type { NamesFile } from '../core/schemas/data-files/names-file.ts';
import { noOffers, type Offers } from '../core/schemas/data-files/offers-file.ts';
import type { PlansFile } from '../core/schemas/data-files/plans-file.ts';
import type { PresetFile } from '../core/schemas/data-files/presets-file.ts';
import type { ProviderFile } from '../core/schemas/data-files/provider-file.ts';
import { checkedData } from './check-schemas.ts';
import { dataDir, type Files } from './layout.ts';
import { SnapshotProblem } from './snapshot-problems.ts';
import { sha256Of } from './sums.ts';

/**
 * The dataset on `day`. Throws a SnapshotProblem if source files are missing, do not match their schemas or are too
 * large.
 */
export function datedDatasetOf(files: Files, day: string): CatalogFile {
  const values = checkedData(files);
  const presetsPath = `${dataDir}/presets.json`;
  const presetsFile = values.get(presetsPath) as { presets: PresetFile[] } | undefined;
  if (presetsFile === undefined) {
    throw new SnapshotProblem('missing', `${presetsPath} is missing.`, { path: presetsPath });
  }
  const { presets } = presetsFile;
  const below = (folder: string): unknown[] =>
    [...values].flatMap(([path, value]) => (path.startsWith(`${dataDir}/${folder}/`) ? [value] : []));
  const imported = values.get(`${dataDir}/imported/models.json`) as ImportedModelsFile | undefined;
  const providers = withImported(below('providers') as ProviderFile[], imported ?? { providers: [] });
  const { hosts, offers, named } = (values.get(`${dataDir}/imported/offers.json`) ?? noOffers) as Offers;
  const measured = below('measured') as MeasuredFile[];
  const evidence = values.get(`${dataDir}/evidence/model-error.json`) as EvidenceFile | undefined;
  const plansFile = values.get(`${dataDir}/plans.json`) as PlansFile | undefined;
  const namesFile = values.get(`${dataDir}/names.json`) as NamesFile | undefined;
  checkSize(providers, presets);
  if (offers.length > most.offers) throw tooMany(`The data has ${offers.length} offers`, most.offers);
  const sha256 = (text: string) => sha256Of(Buffer.from(text));
  return datedDataset(
    {
      ...{ providers, presets, measured, offers: { hosts, offers, ...(named && { named }) } },
      ...(evidence && { evidence }),
      ...(plansFile && { plans: plansFile.plans }),
      ...(namesFile && { planNames: namesFile.planNames }),
    },
    day,
    sha256,
  );
}

/** Far above any real dataset, and low enough to keep the check fast: some steps compare lists pair by pair. */
const most = { models: 20_000, presets: 20, offers: 20_000, entries: 2_000 };

const tooMany = (what: string, limit: number) =>
  new SnapshotProblem('tooMany', `${what}; at most ${limit} are accepted.`, { path: dataDir });

/** Refuses lists that are too long, and duplicate ids. The files already match their schemas. */
function checkSize(providers: readonly ProviderFile[], presets: readonly PresetFile[]): void {
  const models = providers.flatMap((provider) => provider.models);
  if (models.length > most.models) throw tooMany(`The data has ${models.length} models`, most.models);
  if (presets.length > most.presets) throw tooMany(`The data has ${presets.length} presets`, most.presets);
  for (const model of models) {
    const entries = longestList(model);
    if (entries > most.entries) throw tooMany(`A list of model ${model.id} has ${entries} entries`, most.entries);
  }
  for (const things of [models, presets, providers]) {
    const seen = new Set<string>();
    for (const { id } of things) {
      if (seen.has(id))
        throw new SnapshotProblem('schema', `The data has two entries with the id ${id}.`, { path: dataDir });
      seen.add(id);
    }
  }
}

/** The length of the longest list in a value, at any depth. */
const longestList = (value: unknown): number =>
  typeof value !== 'object' || value === null
    ? 0
    : Object.values(value).reduce(
        (longest, part) => Math.max(longest, longestList(part)),
        Array.isArray(value) ? value.length : 0,
      );
