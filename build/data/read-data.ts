/** Reads `data/`. The only module that does. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A data file: its path below the project, and its text. */
export interface DataFile {
  path: string;
  text: string;
}

/** `data/presets.json` and `data/providers/*.json`, providers by name, in any locale. */
export function readData(dir: string): DataFile[] {
  const providers = readdirSync(join(dir, 'providers'))
    .filter((name) => name.endsWith('.json'))
    .sort();
  return ['presets.json', ...providers.map((name) => `providers/${name}`)].map((name) => ({
    path: `data/${name}`,
    text: readFileSync(join(dir, name), 'utf8'),
  }));
}
