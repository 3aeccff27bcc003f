/**
 * Two servers behind nginx get a new `dist` under load: no error, and every answer entirely old or entirely new.
 * CLUSTER_REQUESTS=100000 sends more; default 10,000.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { seal } from '../../build/output/swap.ts';
import { startNginx } from '../hosts/programs/nginx.ts';
import { temporaryDirectory } from '../support/copies.ts';
import { copyDist } from '../support/dist.ts';
import { startServer } from '../support/server/server.ts';
import { until } from '../support/server/until.ts';
import { smallDist } from '../support/small-dist.ts';
import { missing } from '../support/system-packages.ts';
import { buildInto, buildOf, dearerData, expectedOf, questions } from './datasets.ts';
import { startLoad } from './load.ts';

const wanted = Number(process.env.CLUSTER_REQUESTS ?? 10_000);

test(`an update of dist under load mixes no builds in ${wanted} requests`, { timeout: 600_000 }, async (context) => {
  const reason = missing('nginx');
  if (reason) context.skip(reason);
  const dir = temporaryDirectory();
  await buildInto(join(dir, 'new'), dearerData(join(dir, 'data')));
  const builds = { old: expectedOf(smallDist), new: expectedOf(join(dir, 'new')) };
  const dists = [1, 2].map((n) => copyDist(join(dir, `server-${n}`), smallDist));
  const servers = await Promise.all(dists.map((dist) => startServer({}, dist)));
  const runtimes = servers.map(({ base }) => base);
  const { base } = await startNginx(join(dir, 'nginx'), { dist: smallDist, rules: 'runtimes', runtimes });

  const seen = { old: 0, new: 0 };
  const load = startLoad(base, questions(), (question, answer) => {
    const name = buildOf(question as ReturnType<typeof questions>[number], answer, builds);
    if (name === null) return `${answer.status} of neither build: ${answer.text.slice(0, 200)}`;
    seen[name as keyof typeof seen]++;
    return null;
  });
  // Back and forth, one server after the other, so that most requests are sent during an update.
  const made = [join(dir, 'new'), smallDist];
  let updates = 0;
  for (let round = 0; load.answered() < wanted; round++) {
    for (const [index, dist] of dists.entries()) {
      const server = servers[index] as (typeof servers)[number];
      const before = reloads(server.output());
      await replace(dist, made[round % 2] as string);
      server.kill('SIGHUP');
      await until(() => reloads(server.output()) > before);
      updates++;
    }
  }
  await load.stop();
  await Promise.all(servers.map((server) => server.stop()));
  console.error(`${load.answered()} answers during ${updates} updates: ${seen.old} old, ${seen.new} new`);
  expect(load.wrong).toEqual([]);
  expect(Math.min(seen.old, seen.new)).toBeGreaterThan(wanted / 20);
});

/** The build's own last step, on a copy of a finished build: the builds themselves would slow the load. */
async function replace(dist: string, by: string): Promise<void> {
  const next = `${dist}.next-${process.pid}`;
  await promisify(execFile)('cp', ['-al', by, next]);
  seal(next, dist);
}

const reloads = (output: string): number => output.match(/"msg":"reloaded"/g)?.length ?? 0;
