/** A directory below TMPDIR for all files of a run: builds, datasets, scripts. Removed at the end. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { build as bundle } from 'esbuild';
import { checkData } from '../build/data/check-data.ts';
import { readData } from '../build/data/read-data.ts';
import { sha256Of } from '../runtime/audit/sums.ts';
import { datedDataset } from '../runtime/core/dataset/version.ts';
import { type Finished, run } from './program.ts';
import { writeSynthetic } from './synthetic.ts';

const root = join(import.meta.dirname, '..');

/** What a process has used. */
interface Usage {
  cpuSeconds: number;
  maxBytes: number;
}

/** The cost of a build, including its start. */
export interface BuildRun extends Usage {
  seconds: number;
  files: number;
  bytes: number;
}

/** Paths of the files below a folder, relative to it, in order. */
export const filesBelow = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dir, join(entry.parentPath, entry.name)))
    .sort();

export class Workplace {
  readonly dir = mkdtempSync(join(tmpdir(), 'agent-cost-bench-'));
  private readonly made = new Map<string, Promise<string>>();
  private named = 0;

  /** An unused path. */
  fresh(name: string): string {
    return join(this.dir, `${name}-${this.named++}`);
  }

  file(name: string, content: string): string {
    const path = this.fresh(name);
    writeFileSync(path, content);
    return path;
  }

  /** The data to build from: the shipped data, or synthetic data with this many models. */
  data(models: number | 'shipped'): string {
    if (models === 'shipped') return join(root, 'data');
    const dir = join(this.dir, `data-${models}`);
    mkdirSync(dir, { recursive: true });
    writeSynthetic(dir, models);
    return dir;
  }

  /** A build of the shipped data, or of synthetic data, made once. */
  dist(models: number | 'shipped'): Promise<string> {
    return this.once(`dist ${models}`, async () => {
      const out = this.fresh('dist');
      await this.build(this.data(models), out);
      return out;
    });
  }

  /** Runs Node to completion, and reads what it has used from the kernel. */
  async runMeasured(
    args: readonly string[],
    { timeout, env }: { timeout?: number; env?: Record<string, string> } = {},
  ): Promise<Finished & Usage> {
    const usage = this.fresh('usage');
    const preload = join(import.meta.dirname, 'peers/usage.mjs');
    const program = { command: process.execPath, args: ['--import', preload, ...args] };
    const finished = await run({ ...program, env: { ...env, BENCH_USAGE: usage } }, timeout);
    return { ...finished, ...(JSON.parse(readFileSync(usage, 'utf8')) as Usage) };
  }

  /** Runs the build in a separate process, as a user would. */
  async build(data: string, out: string): Promise<BuildRun> {
    const args = ['--import', 'tsx', join(root, 'build/build.ts'), '--data', data, '--out', out, '--json'];
    const { stdout, ...used } = await this.runMeasured(args, { timeout: 3600 });
    const { files, bytes } = JSON.parse(stdout) as { files: number; bytes: number };
    return { ...used, files, bytes };
  }

  /**
   * A build over the last one in `out`. Its files are read first, so that they are in memory: some machines drop pages
   * after a minute, and disks differ.
   */
  buildAgain(data: string, out: string): Promise<BuildRun> {
    for (const path of filesBelow(out)) readFileSync(join(out, path));
    return this.build(data, out);
  }

  /** The checked dataset in one file, priced on `asOf`, for programs that compute without a server. */
  dataset(models: number | 'shipped', asOf: string): Promise<string> {
    return this.once(`dataset ${models}`, async () => {
      const checked = checkData(readData(this.data(models)), { asOf, today: asOf });
      if ('problems' in checked) throw new Error(`the data has problems: ${JSON.stringify(checked.problems[0])}`);
      return this.file(
        'dataset.json',
        JSON.stringify(datedDataset(checked.data, asOf, (text) => sha256Of(Buffer.from(text)))),
      );
    });
  }

  /** A TypeScript program of bench/peers bundled into one JavaScript file, like the server. */
  program(name: string): Promise<string> {
    return this.once(`program ${name}`, async () => {
      const outfile = join(this.dir, `${name}.mjs`);
      await bundle({
        entryPoints: [join(import.meta.dirname, 'peers', `${name}.ts`)],
        outfile,
        bundle: true,
        platform: 'node',
        target: 'node20',
        format: 'esm',
        logLevel: 'error',
      });
      return outfile;
    });
  }

  /** Whether the files are in memory: then deleting is free, and nothing is written to a disk. */
  get inMemory(): boolean {
    return statfsSync(this.dir).type === 0x01021994; // tmpfs
  }

  /** Removes `path` now if that slows nothing down, otherwise at the end. */
  discard(path: string): void {
    if (this.inMemory) rmSync(path, { recursive: true, force: true });
  }

  remove(): void {
    rmSync(this.dir, { recursive: true, force: true });
  }

  private once(key: string, make: () => Promise<string>): Promise<string> {
    const known = this.made.get(key) ?? make();
    this.made.set(key, known);
    return known;
  }
}
