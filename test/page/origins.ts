/** Where the site is opened from: the server, nginx with only the files, a folder on disk. */
import { pathToFileURL } from 'node:url';
import { startNginx } from '../hosts/programs/nginx.ts';
import { stop } from '../hosts/programs/processes.ts';
import { temporaryDirectory } from '../support/copies.ts';
import { testDist } from '../support/dist.ts';
import { startServer } from '../support/server/server.ts';
import { missing } from '../support/system-packages.ts';
import { publicDir } from './files.ts';

/** A site that is being served. */
export interface Origin {
  /** Put before the path of a page; ends with a slash. */
  base: string;
  stop(): Promise<unknown>;
}

/** By name; a string is the reason why it cannot be started here. */
export const origins: Record<string, () => Promise<Origin | string>> = {
  server: async () => {
    const server = await startServer();
    return { base: `${server.base}/`, stop: () => server.stop() };
  },
  nginx: async () => {
    const reason = missing('nginx');
    if (reason !== null) return reason;
    // It sends only files, so no runtime is used.
    const runtimes = ['http://127.0.0.1:1'];
    const { base, child } = await startNginx(temporaryDirectory(), { dist: testDist, rules: 'files', runtimes });
    return { base: `${base}/`, stop: () => stop(child) };
  },
  'a folder on disk': async () => ({ base: pathToFileURL(`${publicDir}/`).href, stop: async () => {} }),
};

/** The requests that went to other hosts. */
export const foreign = (base: string, requests: readonly string[]): string[] =>
  requests.filter((url) => !url.startsWith(base) && !/^(data|blob):/.test(url));
