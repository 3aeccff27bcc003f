/** The package as npm would publish it, from the build of the tests, installed without a network. */
import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stagePackage } from '../../build/package/stage.ts';
import { temporaryDirectory } from '../support/copies.ts';
import { testDist } from '../support/dist.ts';
import { projectRoot } from '../support/project-root.ts';

export interface Packed {
  /** The archive. */
  file: string;
  /** Bytes of the archive, and of its contents. */
  size: number;
  unpackedSize: number;
  files: { path: string; size: number }[];
}

/** Packs what `npm run package` makes. */
export function pack(): Packed {
  const stage = join(temporaryDirectory(), 'dist-package');
  stagePackage(projectRoot, testDist, stage);
  const out = npm(stage, 'pack', '--json', '--ignore-scripts');
  const [packed] = JSON.parse(out);
  return { ...packed, file: join(stage, packed.filename) };
}

/** An empty project with only the package, installed without a network. */
export function installed({ file }: Packed): string {
  const dir = temporaryDirectory();
  writeFileSync(join(dir, 'package.json'), JSON.stringify({ name: 'user', private: true, type: 'module' }));
  npm(dir, 'install', '--offline', '--no-audit', '--no-fund', file);
  return dir;
}

const npm = (cwd: string, ...args: string[]): string =>
  execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** The output of a program; throws with all output if it fails. */
export function printed(command: string, args: readonly string[], cwd: string): string {
  const { status, error, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', timeout: 120_000 });
  if (status !== 0)
    throw new Error(`${command} ${args.join(' ')}: ${error ?? `exit code ${status}`}\n${stdout}${stderr}`);
  return stdout;
}

/** Type-checks files of a project as strictly as possible, with only the standard library. */
export const typeCheck = (dir: string, ...files: string[]): void =>
  typeCheckAs(['--module', 'nodenext'], dir, ...files);

/** The same with other options for modules. */
export function typeCheckAs(modules: readonly string[], dir: string, ...files: string[]): void {
  const flags = [
    '--strict',
    '--exactOptionalPropertyTypes',
    '--noUncheckedIndexedAccess',
    '--noEmit',
    '--types',
    '',
    '--ignoreConfig',
  ];
  const target = ['--target', 'es2022', ...modules, '--lib', 'es2023'];
  printed(join(projectRoot, 'node_modules/.bin/tsc'), [...flags, ...target, ...files], dir);
}
