/** The newest ccusage that starts here. It is a native program, whose package for a platform can come later than the rest. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

export interface Ccusage {
  program: string;
  version: string;
  /** Newer versions, which did not start. */
  newer: string[];
}

const versionsToTry = 5;

/** @param folder where it is installed. @returns null: no registry, or none of the last versions starts */
export function newestCcusage(folder: string): Ccusage | null {
  const newer: string[] = [];
  try {
    const versions = JSON.parse(npm(['view', 'ccusage', 'versions', '--json'], '.')) as string[];
    for (const version of versions.slice(-versionsToTry).reverse()) {
      const place = join(folder, version);
      mkdirSync(place, { recursive: true });
      npm(['install', '--no-save', '--no-audit', '--no-fund', '--prefix', place, `ccusage@${version}`], place);
      const program = join(place, 'node_modules/ccusage/src/cli.js');
      if (spawnSync(process.execPath, [program, '--version']).status === 0) return { program, version, newer };
      newer.push(version);
    }
  } catch {
    // The registry cannot be reached.
  }
  return null;
}

const npm = (args: readonly string[], cwd: string): string =>
  execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
