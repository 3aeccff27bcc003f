import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { digestsOf, runBuild, sha256, startBuild } from '../support/build.ts';
import { copyData, temporaryDirectory } from '../support/copies.ts';
import { copyDist } from '../support/dist.ts';
import { ask } from '../support/server/http.ts';
import { startServer } from '../support/server/server.ts';

/** A day other than the one the tests serve, so that its build is recognised by its bytes. */
const nextDay = '2026-12-01';

/** The digest without marks: a build killed during the swap leaves one in a complete dist. */
const withoutMarks = (dir: string): string =>
  sha256(
    Buffer.from(
      JSON.stringify(Object.entries(digestsOf(dir)).filter(([path]) => !path.startsWith('.agent-cost-unfinished-'))),
    ),
  );

const treeDigest = (dir: string): string => sha256(Buffer.from(JSON.stringify(Object.entries(digestsOf(dir)))));

/** The id of a process that has ended. */
const deadPid = (): number => spawnSync(process.execPath, ['--version']).pid;

/** It takes as long as six builds one after the other, which on a busy machine is more than the usual limit. */
const patient = { timeout: 1_800_000 };

test('killed at any moment leaves the last build complete, and the next one cleans up', patient, async () => {
  const started = performance.now();
  const finished = join(temporaryDirectory(), 'dist');
  expect((await runBuild(['--out', finished, '--as-of', nextDay])).code).toBe(0);
  const fullTime = performance.now() - started;

  const next = treeDigest(finished);

  const kills = 14;
  let killed = 0;
  let leftovers = 0;
  // Two builds at a time, since there are two cores, each with its own last build.
  const lanes = [0, 1].map((lane) => killBuilds(lane));
  for (const { parent, out } of await Promise.all(lanes)) {
    const server = await startServer({}, out);
    expect((await ask(server.base, '/api/v1/meta')).status).toBe(200);
    await server.stop();
    expect((await runBuild(['--out', out, '--as-of', nextDay])).code).toBe(0);
    expect(readdirSync(parent)).toEqual(['dist']);
    expect(treeDigest(out)).toBe(next);
  }
  expect(killed, 'builds killed before they were done').toBeGreaterThan(kills / 2);
  expect(leftovers, 'directories left behind by killed builds').toBeGreaterThan(0);

  async function killBuilds(lane: number) {
    const parent = temporaryDirectory();
    const out = copyDist(join(parent, 'dist'));
    const last = treeDigest(out);
    expect(last).not.toBe(next);
    for (let kill = lane; kill < kills; kill += 2) {
      const building = startBuild(['--out', out, '--as-of', nextDay]);
      const ended = once(building, 'exit');
      await pause((fullTime * (kill + 1)) / kills);
      building.kill('SIGKILL');
      const [, signal] = await ended;
      if (signal === 'SIGKILL') killed++;
      leftovers += readdirSync(parent).length - 1;
      // The last build or, if it was killed too late, the new one: never anything in between.
      expect([last, next]).toContain(withoutMarks(out));
    }
    return { parent, out };
  }
});

/** The name of the file by which builds recognise their own folders. */
const markOf = (pid: number) => `.agent-cost-unfinished-${pid}`;

/** A finished build whose successor was killed between the two renames of the swap. */
function killedInTheSwap() {
  const parent = temporaryDirectory();
  const out = join(parent, 'dist');
  const pid = deadPid();
  const last = treeDigest(copyDist(`${out}.last-${pid}`));
  mkdirSync(`${out}.next-${pid}`);
  for (const dir of [`${out}.last-${pid}`, `${out}.next-${pid}`]) writeFileSync(join(dir, markOf(pid)), '');
  return { parent, out, last };
}

test('killed between the two renames is repaired by the next build', async () => {
  const { parent, out } = killedInTheSwap();
  expect((await runBuild(['--out', out, '--as-of', nextDay])).code).toBe(0);
  expect(readdirSync(parent)).toEqual(['dist']);
  expect(JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8')).pricesAsOf).toBe(nextDay);
});

test('killed between the two renames is repaired by the next build even if the data has become invalid', async () => {
  const { parent, out, last } = killedInTheSwap();
  const data = copyData(join(temporaryDirectory(), 'data'));
  writeFileSync(join(data, 'presets.json'), '{');
  expect((await runBuild(['--out', out, '--as-of', nextDay, '--data', data])).code).toBe(1);
  expect(existsSync(out), 'the last build is back in its place').toBe(true);
  expect(treeDigest(out)).toBe(last);
  expect(readdirSync(parent).filter((name) => name.startsWith('dist.last-'))).toEqual([]);
});

test('leaves the work of another running build alone', async () => {
  const parent = temporaryDirectory();
  const out = join(parent, 'dist');
  const others = `dist.next-${process.pid}`;
  mkdirSync(join(parent, others));
  writeFileSync(join(parent, others, 'half.json'), '{');
  writeFileSync(join(parent, others, markOf(process.pid)), '');
  expect((await runBuild(['--out', out, '--as-of', nextDay])).code).toBe(0);
  expect(readdirSync(parent)).toEqual(['dist', others]);
});

test('two builds at once both succeed and leave one complete build', async () => {
  const parent = temporaryDirectory();
  const out = join(parent, 'dist');
  const ran = await Promise.all([
    runBuild(['--out', out, '--as-of', nextDay]),
    runBuild(['--out', out, '--as-of', nextDay]),
  ]);
  expect(
    ran.map(({ code }) => code),
    ran.map(({ stderr }) => stderr).join(''),
  ).toEqual([0, 0]);
  const { files } = JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8'));
  const { 'manifest.json': _, 'built.json': __, ...digests } = digestsOf(out);
  expect(digests).toEqual(
    Object.fromEntries(
      Object.entries(files as Record<string, { sha256: string }>).map(([path, { sha256 }]) => [path, sha256]),
    ),
  );
});
