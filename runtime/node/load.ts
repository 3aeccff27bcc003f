/** Reads a `dist` and checks it against the manifest its build has sealed it with. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isEstimateRequest } from 'virtual:validators';
import { type CatalogFile, type Manifest, type Site, siteFrom } from '../http/site.ts';

/** Why a `dist` cannot be served; names the file. */
export class BrokenDist extends Error {}

/** The site in `dist`, or a BrokenDist when a published file is missing, changed or cut short. */
export function loadSite(dist: string): Site {
  const manifest = readJson<Manifest>(dist, 'manifest.json');
  if (manifest.format !== 1)
    throw new BrokenDist(`${dist}: manifest.json has format ${manifest.format}; this server reads 1.`);
  const read = (path: string): Buffer => {
    const expected = manifest.files[path];
    const content = readOrExplain(dist, path);
    if (expected?.sha256 !== createHash('sha256').update(content).digest('hex')) {
      throw new BrokenDist(
        `${join(dist, path)} is not the file the build has made: build again with \`npm run build\`.`,
      );
    }
    return content;
  };
  const catalogFile = JSON.parse(read('catalog.json').toString('utf8')) as CatalogFile;
  return siteFrom(manifest, catalogFile, read, isEstimateRequest);
}

function readOrExplain(dist: string, path: string): Buffer {
  try {
    return readFileSync(join(dist, path));
  } catch (error) {
    throw new BrokenDist(
      `${join(dist, path)} cannot be read (${(error as Error).message}): build with \`npm run build\`.`,
    );
  }
}

function readJson<T>(dist: string, path: string): T {
  const text = readOrExplain(dist, path).toString('utf8');
  try {
    return JSON.parse(text) as T;
  } catch {
    throw new BrokenDist(`${join(dist, path)} is cut short or changed: build again with \`npm run build\`.`);
  }
}
