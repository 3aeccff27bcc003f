/** The only module that reads `data/`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { PublishedRows, Row } from '../../runtime/logs/calibrate/recorded-runs.ts';

/** A data file: its path relative to the project, and its text. */
export interface DataFile {
  path: string;
  text: string;
}

/** `data/presets.json`, `plans.json` and `names.json` if there are any, and the JSON files of `evidence`, `imported`, `measured` and `providers`, sorted by name. */
export function readData(dir: string): DataFile[] {
  const folders = ['evidence', 'imported', 'measured', 'providers'];
  const others = ['plans.json', 'names.json'].filter((name) => existsSync(join(dir, name)));
  return ['presets.json', ...others, ...folders.flatMap((folder) => jsonIn(dir, folder))].map((name) => ({
    path: `data/${name}`,
    text: readFileSync(join(dir, name), 'utf8'),
  }));
}

/** The JSON files in a folder of `dir`; empty if there is no such folder. */
function jsonIn(dir: string, folder: string): string[] {
  const path = join(dir, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => `${folder}/${name}`);
}

/** The rows of a CSV file in `evidence`. Throws if the file is missing or a row has the wrong number of fields. */
export const evidenceRows = (dir: string, name: string): Row[] =>
  parse(readFileSync(join(dir, 'evidence', name), 'utf8'), { columns: true }) as Row[];

/** The recorded runs that the cost model is compared with. */
export const recordedRows = (dir: string): PublishedRows => ({
  groups: evidenceRows(dir, 'recorded-groups.csv'),
  runs: evidenceRows(dir, 'recorded-runs.csv'),
});
