/**
 * Validates JSON files, always with the schemas of this program. A schema from a snapshot is never used, because a
 * pattern or a reference in it could keep the validator busy forever.
 */
import { type OutputUnit, type Schema, Validator } from '@cfworker/json-schema';
import { dataSchemaNames, dataSchemas } from '../api/published-schemas/data-schemas.ts';
import { jsonSchemas } from '../api/published-schemas/json-schemas.ts';
import { basePath } from '../api/routes.ts';
import { dataDir, type Files, type SnapshotManifest } from './layout.ts';
import { dataSchemaOf } from './manifest.ts';
import { jsonIn, jsonLimits } from './read-json.ts';
import { SnapshotProblem } from './snapshot-problems.ts';

export interface SchemasFound {
  /** Files with a schema, and how many distinct ones were checked: an alias has the bytes of its model. */
  files: number;
  distinct: number;
}

/** Lower, because some lists of a preset must be unique and are compared pair by pair. */
const presetLimits = { ...jsonLimits, values: 10_000 };

/** Parses the data files and checks each against its schema, before anything is computed from them. */
export function checkedData(files: Files): Map<string, unknown> {
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
