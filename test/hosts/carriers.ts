/** The carriers of the API, each started as described in its section of docs/hosting.md, for the contract list. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import serveHandler from 'serve-handler';
import { afterAll } from 'vitest';
import { contractKey, contractLimit, contractPlan, contractSecret } from '../contract/contract-request.ts';
import { startWorkerd, workerdMissing } from '../edge/workerd.ts';
import { temporaryDirectory } from '../support/copies.ts';
import { testDist } from '../support/dist.ts';
import { startServer } from '../support/server/server.ts';
import { missing } from '../support/system-packages.ts';
import { startCaddy } from './programs/caddy.ts';
import { startNginx } from './programs/nginx.ts';
import { startRedis } from './programs/redis.ts';

export interface Carrier {
  /** Its name in docs/host-differences.md. */
  name: string;
  missing: () => string | null;
  /** Resolves to its address. */
  start: () => Promise<string>;
}

const stops: (() => unknown)[] = [];
afterAll(async () => {
  await Promise.all(stops.map((stop) => stop()));
});

const { name: plan, ...limit } = contractPlan;
const keys = JSON.stringify({
  plans: { [plan]: limit },
  keys: [
    { id: 'contract', plan, sha256: createHash('sha256').update(contractKey).digest('hex'), createdOn: '2026-01-01' },
  ],
});
const settings = {
  RATE_LIMIT: `${contractLimit.limit}/${contractLimit.seconds}`,
  RAPIDAPI_PROXY_SECRETS: contractSecret,
};

async function runtime(env: Record<string, string> = {}): Promise<string> {
  const keysFile = join(temporaryDirectory(), 'keys.json');
  writeFileSync(keysFile, keys);
  const server = await startServer({ ...settings, KEYS_FILE: keysFile, ...env });
  stops.push(server.stop);
  return server.base;
}

/** The contract asks for Brotli, so nginx alone is not enough. */
const nginxMissing = () => missing('nginx') ?? missing('the Brotli module of nginx');

/** One proxy in front. */
const behindNginx = { TRUST_PROXY: '1' };

export const carriers: readonly Carrier[] = [
  { name: 'server', missing: () => null, start: () => runtime() },
  {
    name: 'nginx, files',
    missing: nginxMissing,
    start: async () => {
      const runtimes = [await runtime(behindNginx)];
      return (await startNginx(temporaryDirectory(), { dist: testDist, rules: 'files', runtimes })).base;
    },
  },
  {
    name: 'nginx, two servers, Redis',
    missing: () => nginxMissing() ?? missing('redis'),
    start: async () => {
      const { url } = await startRedis(temporaryDirectory());
      const runtimes = await Promise.all([1, 2].map(() => runtime({ ...behindNginx, RATE_LIMIT_STORE: url })));
      return (await startNginx(temporaryDirectory(), { dist: testDist, rules: 'runtimes', runtimes })).base;
    },
  },
  {
    name: 'Caddy, files',
    missing: () => missing('caddy'),
    start: async () => (await startCaddy(temporaryDirectory(), testDist, await runtime(behindNginx))).base,
  },
  {
    name: 'worker',
    missing: workerdMissing,
    start: async () => (await startWorkerd(temporaryDirectory(), testDist, { ...settings, KEYS: keys })).base,
  },
  {
    name: 'plain files',
    missing: () => null,
    start: async () => {
      const server = createServer((request, response) => {
        // serve-handler leaks a file descriptor at every 304, so it is sent no conditional requests.
        for (const name of ['if-none-match', 'if-modified-since']) delete request.headers[name];
        void serveHandler(request, response, { public: join(testDist, 'public'), directoryListing: false, etag: true });
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      stops.push(() => server.close() && server.closeAllConnections());
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
  },
];
