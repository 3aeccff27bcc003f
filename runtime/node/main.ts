/** `node dist/server.js`: serves the `dist` it lies in. */
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BrokenDist, loadSite } from './load.ts';
import { createService } from './serve.ts';

const dist = dirname(fileURLToPath(import.meta.url));
const port = Number(process.env.PORT ?? 8787);
const host = process.env.HOST ?? '127.0.0.1';

try {
  const site = loadSite(dist);
  const server = createService({
    site: () => site,
    publicDir: join(dist, 'public'),
    onError: (error) => console.error(error),
  });
  server.listen(port, host, () =>
    console.log(
      `agent-cost on http://${host}:${port} (dataset ${site.catalog.version}, prices of ${site.catalog.asOf})`,
    ),
  );
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => server.close());
} catch (error) {
  console.error(error instanceof BrokenDist ? error.message : error);
  process.exitCode = 1;
}
