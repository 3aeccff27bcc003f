/** Files the server reads at start and on SIGHUP that are no regular files: they neither stop nor end it. */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../support/copies.ts';
import { testDist } from '../support/dist.ts';
import { runCli, runServer } from '../support/run.ts';
import { ask } from '../support/server/http.ts';
import { untilReady } from '../support/server/ready.ts';
import { startServer } from '../support/server/server.ts';
import { until } from '../support/server/until.ts';
import { notLinux } from '../support/system-packages.ts';

const dir = temporaryDirectory();

const fifo = (path: string) => execFileSync('mkfifo', [path]);

/** What may stand where a file is expected, by how it is made. */
const special: [what: string, make: (path: string) => void][] = [
  ['a FIFO', fifo],
  ['a folder', (path) => mkdirSync(path)],
  ['a device without an end', (path) => symlinkSync('/dev/zero', path)],
  ['a file of a terabyte', hugeFile],
];

/** It takes up no room on the disk. */
function hugeFile(path: string): void {
  writeFileSync(path, '');
  truncateSync(path, 2 ** 40);
}

test.skipIf(notLinux !== null).each(special)(
  `KEYS_FILE that becomes %s is refused on SIGHUP, and the keys stay ${notLinux ?? ''}`,
  async (what, make) => {
    const file = join(dir, `${what.replaceAll(' ', '-')}.json`);
    const key = (await runCli('keys', 'add', 'one', '--file', file, '--limit', '1000/60')).stdout.trim();
    const server = await untilReady(await startServer({ KEYS_FILE: file, OPEN_TIER: 'off' }));
    const status = async () => (await ask(server.base, '/api/v1/meta', { headers: { 'X-API-Key': key } })).status;
    rmSync(file);
    make(file);
    server.kill('SIGHUP');
    await until(() => server.output().includes('"reload refused'));
    expect(server.output()).toContain(file);
    expect(server.output()).toMatch(/regular file|at most \d+ are read/);
    expect(await status()).toBe(200);
    rmSync(file, { recursive: true });
    await server.stop();
  },
);

test.skipIf(notLinux !== null).each(special)(`the server does not start with KEYS_FILE as %s`, async (what, make) => {
  const file = join(dir, `start-${what.replaceAll(' ', '-')}.json`);
  make(file);
  const { code, stderr } = await runServer({ KEYS_FILE: file });
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(file) });
  expect(stderr).toMatch(/regular file|at most \d+ are read/);
});

/** What a file of dist becomes. */
const unfit: [name: string, make: (path: string) => void][] = [
  ...['pack.index', 'pack', 'catalog.json', 'manifest.json', 'server.cjs'].map((name): (typeof unfit)[0] => [
    name,
    fifo,
  ]),
  ['manifest.json', (path) => writeFileSync(path, '{"format":2,"files":{\n')],
];

test.skipIf(notLinux !== null)(`unfit files of dist are refused on SIGHUP and closed ${notLinux ?? ''}`, async () => {
  const dist = join(dir, 'dist');
  cpSync(testDist, dist, { recursive: true });
  const server = await untilReady(await startServer({}, dist));
  const refused = () => server.output().split('"reload refused').length - 1;
  const filesOfDist = () =>
    readdirSync(`/proc/${server.pid}/fd`).filter((fd) => {
      try {
        return readlinkSync(`/proc/${server.pid}/fd/${fd}`).startsWith(dist);
      } catch {
        return false; // closed meanwhile
      }
    }).length;
  for (const [index, [name, make]] of unfit.entries()) {
    const path = join(dist, name);
    renameSync(path, `${path}.good`);
    make(path);
    server.kill('SIGHUP');
    await until(() => refused() > index);
    expect(server.output()).toContain(path);
    expect((await ask(server.base, '/api/v1/meta')).status).toBe(200);
    expect(filesOfDist(), name).toBe(2); // the pack and the catalog that are served
    renameSync(`${path}.good`, path);
  }
  await server.stop();
});
