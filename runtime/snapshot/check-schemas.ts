/**
 * JSON files against their schemas: always those of this program. A schema that came with a snapshot is never run, since
 * a pattern or a reference in it could keep a validator busy for ever.
 */
import { type OutputUnit, type Schema, Validator } from '@cfworker/json-schema';
import { basePath } from '../core/api/routes.ts';
import { dataSchemaNames, dataSchemas } from '../core/schema-files/data-schemas.ts';
import { jsonSchemas } from '../core/schema-files/json-schemas.ts';
import { dataSchemaOf } from './describe/manifest-of.ts';
import { dataDir, type Files, type SnapshotManifest } from './layout.ts';
import { jsonIn, jsonLimits } from './read-json.ts';
import { SnapshotProblem } from './snapshot-problems.ts';

export interface SchemasFound {
  /** Files with a schema, and how many different ones were looked at: an alias has the bytes of its model. */
  files: number;
  distinct: number;
}

/** Few, since some lists of a preset must not repeat a value and are compared pair by pair. */
const presetLimits = { ...jsonLimits, values: 10_000 };

/** The values of the data files, each of which matches its schema: before anything is worked out from them. */
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

/** Every file against the schema that the manifest names: after it was found to be what this program publishes. */
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
      // A text of megabytes is more than a regular expression takes, and a lone surrogate in a name cannot be reported.
      throw new SnapshotProblem('schema', `${path} cannot match ${schema}: ${(error as Error).message}.`, { path });
    }
  }
}

/** The deepest finding is the cause; the others only say that what is around it is not valid. */
const byDepth = (a: OutputUnit, b: OutputUnit): number => depth(b) - depth(a);
const depth = ({ instanceLocation }: OutputUnit): number => instanceLocation.split('/').length;
