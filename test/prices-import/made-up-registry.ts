/** A registry of made-up packages in files, and an `npm` that asks it. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Locked } from '../../build/prices/import/lock.ts';
import { pinsOf, type StatedPrices, statePackages } from './made-up-packages.ts';

/** Writes an `npm` into `bin` that views and packs what `registry` has; every other command is npm's own. */
export function madeUpNpm(bin: string, registry: string): void {
  const npm = execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim();
  const script = `#!/bin/bash
case "$1" in
  view) cat "${registry}/$(basename "$2").json" ;;
  pack) name="$(basename "\${5%@*}")"; cp "${registry}/$name.tgz" "$4/"; echo "$name.tgz" ;;
  *) exec "${npm}" "$@" ;;
esac
`;
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'npm'), script);
  chmodSync(join(bin, 'npm'), 0o755);
}

/** Publishes pi-ai in this version and on this day, and the other packages, with these prices. Returns their pins. */
export function publishTo(
  registry: string,
  version: string,
  on: string,
  prices: Partial<Omit<StatedPrices, 'version'>>,
): Locked[] {
  const files = join(registry, 'files');
  rmSync(registry, { recursive: true, force: true });
  statePackages(files, { pi: [], genai: [], ...prices, version });
  const pins = pinsOf(version, on, (name) => {
    const archive = archiveOf(registry, name);
    // The same files give the same archive.
    const plain = ['--mtime=@0', '--sort=name', '--transform', `s,^${basename(name)},package,`];
    execFileSync('tar', ['-czf', archive, ...plain, basename(name)], { cwd: dirname(join(files, name)) });
    return `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
  });
  for (const { name, version: newest, on: day, integrity } of pins) {
    const told = { version: newest, time: { [newest]: `${day}T10:00:00Z` }, 'dist.integrity': integrity };
    writeFileSync(join(registry, `${basename(name)}.json`), JSON.stringify(told));
  }
  return pins;
}

const archiveOf = (registry: string, name: string): string => join(registry, `${basename(name)}.tgz`);
