/**
 * Validates JSON files, always with the schemas of this program, and assembles the dataset from them as in the build. A
 * schema from a snapshot is never used, because a pattern or a reference in it could keep the validator busy forever.
 */
import { type OutputUnit, type Schema, Validator } from '@cfworker/json-schema';
import { dataSchemaNames, dataSchemas } from '../api/published-schemas/data-schemas.ts';
import { jsonSchemas } from '../api/published-schemas/json-schemas.ts';
import { basePath } from '../api/routes.ts';
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
import { SnapshotProblem } from './exit-codes.ts';
import { dataDir, type Files, type SnapshotManifest } from './layout.ts';
import { dataSchemaOf } from './manifest.ts';
import { jsonIn, jsonLimits } from './read-json.ts';
import { sha256Of } from './sums.ts';

export interface SchemasFound {
  /** Files with a schema, and how many distinct ones were checked: an alias has the bytes of its model. */
  files: number;
  distinct: number;
}

/** Lower, because some lists of a preset must be unique and are compared pair by pair. */
const presetLimits = { ...jsonLimits, values: 10_000 };

/** Parses the data files and checks each against its schema, before anything is computed from them. */
function checkedData(files: Files): Map<string, unknown> {
  const validators = new Validators();
  const values = new Map<string, unknown>();
  for (const path of files.keys()) {
    const schema = dataSchemaOf(path);
    if (schema === null) continue;
    const limits = schema.endsWith('presets.schema.json') ? presetLimits : jsonLimits;
    const value = jsonIn(files, path, 'schema', limits);
    validators.check(schema, path, value);
    values.set(path, value);
  }
  return values;
}

/** Checks every file against the schema that the manifest names, after the files were recomputed. */
export function checkSchemas(
  files: Files,
  manifest: SnapshotManifest,
  onFile: (count: number) => void = () => {},
): SchemasFound {
  const validators = new Validators();
  const seen = new Set<string>();
  let count = 0;
  for (const { path, sha256, schema } of manifest.files) {
    if (schema === null) continue;
    onFile(++count);
    const key = `${sha256} ${schema}`;
    if (seen.has(key)) continue;
    seen.add(key);
    validators.check(schema, path, jsonIn(files, path, 'schema'));
  }
  return { files: count, distinct: seen.size };
}

class Validators {
  private readonly schemas = new Map<string, object>([
    ...dataSchemaNames.map((name): [string, object] => [`${dataDir}/schemas/${name}`, dataSchemas[name]]),
    ...jsonSchemas().map(([name, schema]): [string, object] => [`public${basePath}/schemas/${name}.json`, schema]),
  ]);
  private readonly made = new Map<string, Validator>();

  check(schema: string, path: string, value: unknown): void {
    const { valid, errors } = this.validate(schema, path, value);
    if (valid) return;
    const { instanceLocation = '#', error = 'it is not valid' } = errors.sort(byDepth)[0] ?? {};
    const pointer = instanceLocation.slice(1);
    throw new SnapshotProblem('schema', `${path}#${pointer} does not match ${schema}: ${error}`, { path, pointer });
  }

  private validate(schema: string, path: string, value: unknown): { valid: boolean; errors: OutputUnit[] } {
    const known = this.schemas.get(schema);
    if (known === undefined) {
      throw new SnapshotProblem('inconsistent', `${path}: this program has no schema ${schema}.`, { path });
    }
    const validator = this.made.get(schema) ?? new Validator(known as Schema, '2020-12');
    this.made.set(schema, validator);
    try {
      return validator.validate(value);
    } catch (error) {
      // A regular expression can fail on megabytes of text, and a lone surrogate in a name cannot be reported.
      throw new SnapshotProblem('schema', `${path} cannot match ${schema}: ${(error as Error).message}.`, { path });
    }
  }
}

/** The deepest finding is the cause; the others only report that its parents are invalid. */
const byDepth = (a: OutputUnit, b: OutputUnit): number => depth(b) - depth(a);
const depth = ({ instanceLocation }: OutputUnit): number => instanceLocation.split('/').length;

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
