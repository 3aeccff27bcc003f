/** Which URLs name a snapshot next to the API. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The only names that exist, so that no path can lead anywhere else. */
const download =
  /^\/snapshot\/(agent-cost-[\w-]+\.tar\.gz(?:\.tsr)?|snapshots\.json|public-key\.pem|allowed_signers)(\?|$)/;

export const folderOf = (publicDir: string): string => join(dirname(publicDir), 'snapshot');

/** The name of the snapshot file that a URL names; undefined: it names none. */
export const nameIn = (url: string): string | undefined => download.exec(url)?.[1];

/** Whether a snapshot file exists at this URL. A missing one is left to the API. */
export function isDownload(publicDir: string, url: string): boolean {
  const name = nameIn(url);
  return name !== undefined && existsSync(join(folderOf(publicDir), name));
}
