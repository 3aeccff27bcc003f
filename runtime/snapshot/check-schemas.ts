/** Every JSON file against the schema that the manifest names for it, which lies in the snapshot too. */
import { type OutputUnit, Validator } from '@cfworker/json-schema';
import type { Files, SnapshotManifest } from './layout.ts';
import { SnapshotProblem } from './snapshot-problems.ts';

export interface SchemasFound {
  /** Files with a schema, and how many different ones were looked at: an alias has the bytes of its model. */
  files: number;
  distinct: number;
}

export function checkSchemas(
  files: Files,
  manifest: SnapshotManifest,
  onFile: (count: number) => void = () => {},
): SchemasFound {
  const validators = new Map<string, Validator>();
  const looked = new Set<string>();
  let count = 0;
  for (const { path, sha256, schema } of manifest.files) {
    if (schema === null) continue;
    onFile(++count);
    const key = `${sha256} ${schema}`;
    if (looked.has(key)) continue;
    looked.add(key);
    const validator = validators.get(schema) ?? validatorOf(files, schema);
    validators.set(schema, validator);
    const { valid, errors } = validator.validate(parsed(files, path));
    if (valid) continue;
    const { instanceLocation = '#', error = 'it is not valid' } = errors.sort(byDepth)[0] ?? {};
    const pointer = instanceLocation.slice(1);
    throw new SnapshotProblem('schema', `${path}#${pointer} does not keep ${schema}: ${error}`, { path, pointer });
  }
  return { files: count, distinct: looked.size };
}

/** What stands deepest is what really is wrong; the rest says that what is around it is not valid. */
const byDepth = (a: OutputUnit, b: OutputUnit): number => depth(b) - depth(a);
const depth = ({ instanceLocation }: OutputUnit): number => instanceLocation.split('/').length;

function validatorOf(files: Files, path: string): Validator {
  try {
    // An interpreter: a compiler would run code made from what came with the snapshot.
    return new Validator(parsed(files, path) as object, '2020-12');
  } catch (error) {
    throw new SnapshotProblem('schema', `${path} is not a JSON Schema: ${(error as Error).message}`, { path });
  }
}

function parsed(files: Files, path: string): unknown {
  try {
    return JSON.parse(Buffer.from(files.get(path) as Uint8Array).toString('utf8'));
  } catch {
    throw new SnapshotProblem('schema', `${path} is not JSON.`, { path });
  }
}
