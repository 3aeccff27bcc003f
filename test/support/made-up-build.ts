/**
 * A small build, sealed like a real one but without its code: a manifest of every file, and a checksum of the manifest.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Defined here, not imported, because test/build/swap-killed.ts is bundled with this file. */
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export function writeBuild(dir: string, files: Record<string, string>): string {
  const listed: Record<string, { bytes: number; sha256: string }> = {};
  for (const [path, text] of Object.entries(files)) {
    write(dir, path, text);
    listed[path] = { bytes: Buffer.byteLength(text), sha256: sha256(text) };
  }
  const manifest = `${JSON.stringify({ format: 1, datasetVersion: 'v', pricesAsOf: '2026-01-01', files: listed })}\n`;
  write(dir, 'manifest.json', manifest);
  const seal = { inputs: 'i', compressor: 'c', manifest: sha256(manifest) };
  write(dir, 'built.json', `${JSON.stringify(seal)}\n`);
  return dir;
}

function write(dir: string, path: string, text: string): void {
  mkdirSync(dirname(join(dir, path)), { recursive: true });
  writeFileSync(join(dir, path), text);
}
