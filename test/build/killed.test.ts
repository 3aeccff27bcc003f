import { type ChildProcess, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { digestsOf, runBuild, sha256, startBuild } from '../support/build.ts';
import { copyData, temporaryDirectory } from '../support/copies.ts';
import { smallFiles } from '../support/core/small-data.ts';
import { copyDist } from '../support/dist.ts';
import { ask } from '../support/server/http.ts';
import { startServer } from '../support/server/server.ts';
import { until } from '../support/server/until.ts';
import { smallDir, smallDist } from '../support/small-dist.ts';

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

/** Until a build has made the folder that it writes to, or has nothing to write. */
const untilWriting = (building: ChildProcess, out: string): Promise<void> =>
  until(() => existsSync(`${out}.next-${building.pid}`) || building.exitCode !== null, 600);

/** The milliseconds until a build writes, and until its end. */
async function timesOf(building: ChildProcess, out: string): Promise<{ started: number; whole: number }> {
  const from = performance.now();
  const ended = once(building, 'exit');
  await untilWriting(building, out);
  const started = performance.now() - from;
  await ended;
  return { started, whole: performance.now() - from };
}

/** It takes as long as six builds one after the other, which on a busy machine is more than the usual limit. */
const patient = { timeout: 1_800_000 };

test('killed at any moment leaves the last build complete, and the next one cleans up', patient, async () => {
  const finished = join(temporaryDirectory(), 'dist');
  const first = startBuild(['--out', finished, '--as-of', nextDay, '--data', smallDir]);
  const { started, whole } = await timesOf(first, finished);
  expect(first.exitCode).toBe(0);

  const next = treeDigest(finished);

  // The first of all is killed before it writes anything; the others spread over what follows.
  const kills = 10;
  let killed = 0;
  let leftovers = 0;
  // Two builds at a time, since there are two cores, each with its own last build.
  const lanes = [0, 1].map((lane) => killBuilds(lane));
  for (const { parent, out } of await Promise.all(lanes)) {
    const server = await startServer({}, out);
    expect((await ask(server.base, '/api/v1/meta')).status).toBe(200);
    await server.stop();
    expect((await runBuild(['--out', out, '--as-of', nextDay, '--data', smallDir])).code).toBe(0);
    expect(readdirSync(parent)).toEqual(['dist']);
    expect(treeDigest(out)).toBe(next);
  }
  expect(killed, 'builds killed before they were done').toBeGreaterThan(kills / 2);
  expect(leftovers, 'directories left behind by killed builds').toBeGreaterThan(0);

  async function killBuilds(lane: number) {
    const parent = temporaryDirectory();
    const out = copyDist(join(parent, 'dist'), smallDist);
    const last = treeDigest(out);
    expect(last).not.toBe(next);
    // Builds that now take less time than the first one did are killed earlier.
    let pace = 1;
    for (let kill = lane; kill < kills; kill += 2) {
      const building = startBuild(['--out', out, '--as-of', nextDay, '--data', smallDir]);
      const ended = once(building, 'exit');
      if (kill === 0) await pause(started / 2);
      else {
        await untilWriting(building, out);
        await pause((pace * (whole - started) * (kill - 1)) / (kills - 2));
      }
      building.kill('SIGKILL');
      const [, signal] = await ended;
      if (signal === 'SIGKILL') killed++;
      else pace /= 2;
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
  const last = treeDigest(copyDist(`${out}.last-${pid}`, smallDist));
  mkdirSync(`${out}.next-${pid}`);
  for (const dir of [`${out}.last-${pid}`, `${out}.next-${pid}`]) writeFileSync(join(dir, markOf(pid)), '');
  return { parent, out, last };
}

test('killed between the two renames is repaired by the next build', async () => {
  const { parent, out } = killedInTheSwap();
  expect((await runBuild(['--out', out, '--as-of', nextDay, '--data', smallDir])).code).toBe(0);
  expect(readdirSync(parent)).toEqual(['dist']);
  expect(JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8')).pricesAsOf).toBe(nextDay);
});

test('killed between the two renames is repaired by the next build even if the data has become invalid', async () => {
  const { parent, out, last } = killedInTheSwap();
  const data = copyData(join(temporaryDirectory(), 'data'), smallFiles);
  writeFileSync(join(data, 'presets.json'), '{');
  expect((await runBuild(['--out', out, '--as-of', nextDay, '--data', data])).code).toBe(1);
  expect(existsSync(out), 'the last build is back in its place').toBe(true);
  expect(treeDigest(out)).toBe(last);
  expect(readdirSync(parent).filter((name) => name.startsWith('dist.last-'))).toEqual([]);
});

test('two builds at once both succeed and leave one complete build, and the work of a third alone', async () => {
  const parent = temporaryDirectory();
  const out = join(parent, 'dist');
  const others = `dist.next-${process.pid}`;
  mkdirSync(join(parent, others));
  writeFileSync(join(parent, others, 'half.json'), '{');
  writeFileSync(join(parent, others, markOf(process.pid)), '');
  const ran = await Promise.all([
    runBuild(['--out', out, '--as-of', nextDay, '--data', smallDir]),
    runBuild(['--out', out, '--as-of', nextDay, '--data', smallDir]),
  ]);
  expect(
    ran.map(({ code }) => code),
    ran.map(({ stderr }) => stderr).join(''),
  ).toEqual([0, 0]);
  expect(readdirSync(parent)).toEqual(['dist', others]);
  const { files } = JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8'));
  const { 'manifest.json': _, 'built.json': __, ...digests } = digestsOf(out);
  expect(digests).toEqual(
    Object.fromEntries(
      Object.entries(files as Record<string, { sha256: string }>).map(([path, { sha256 }]) => [path, sha256]),
    ),
  );
});
