/** The lists that people keep for the check and the import in `data/lists/`; `schema.json` there has their shapes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WrongUse } from '../../runtime/io/command-line.ts';
import { newAjv } from '../data/ajv.ts';

const dir = join(import.meta.dirname, '../../data/lists');

/** The list at `path`. Throws WrongUse, with the place and `name` of the file, where it is not of the shape. */
export function checkedList<T>(path: string, shape: string, name: string): T {
  const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
  const ajv = newAjv({ allErrors: true }).addSchema(
    JSON.parse(readFileSync(join(dir, 'schema.json'), 'utf8')),
    'lists',
  );
  const isValid = ajv.compile<T>({ $ref: `lists#/$defs/${shape}` });
  if (isValid(value)) return value;
  const { instancePath = '', message = '' } = isValid.errors?.[0] ?? {};
  throw new WrongUse(`data/${name}.json#${instancePath}: ${message}`);
}

/** A list of `data/lists/`, with a regular expression for every text between slashes. */
export const listNamed = <T>(name: string): T =>
  JSON.parse(JSON.stringify(checkedList(join(dir, `${name}.json`), name, `lists/${name}`)), (_, one: unknown) => {
    const [, source, flags] = typeof one === 'string' ? (/^\/(.+)\/([a-z]*)$/.exec(one) ?? []) : [];
    return source === undefined ? one : new RegExp(source, flags);
  }) as T;
