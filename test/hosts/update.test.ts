/**
 * Update and rollback by the commands of docs/hosting.md, under load. Every answer is of one of the two builds; a new
 * connection is never refused. Of a proxy, a reload may reset keep-alive connections, as the document says.
 */
import { execFile } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildInto, dearerData } from '../cluster/datasets.ts';
import { type Load, type Question, startLoad } from '../cluster/load.ts';
import { blocksOf } from '../docs/documents.ts';
import { temporaryDirectory } from '../support/copies.ts';
import { copyDist } from '../support/dist.ts';
import { ask } from '../support/server/http.ts';
import { untilReady } from '../support/server/ready.ts';
import { startServer } from '../support/server/server.ts';
import { until } from '../support/server/until.ts';
import { smallDist } from '../support/small-dist.ts';
import { missing, programOf } from '../support/system-packages.ts';
import { startCaddy } from './programs/caddy.ts';
import { startNginx } from './programs/nginx.ts';

const run = promisify(execFile);

/** Paths and the files that answer them. */
const files: Record<string, string> = {
  '/api/v1/models': 'models.json',
  '/api/v1/models?tier=fast': 'models/by-tier/fast.json',
  '/api/v1/estimate?presetId=rag&compare=true': 'estimate/compare/rag.json',
  '/api/v1/models.csv': 'models.csv',
};
const questions = Object.keys(files).map((path): Question => ({ method: 'GET', path }));
const onceEach = questions.map((question) => ({ ...question, headers: { Connection: 'close' } }));

/** Two builds, by path and body. */
let newDist: string;
let answers: { old: Map<string, string>; new: Map<string, string> };
beforeAll(async () => {
  const dir = temporaryDirectory();
  newDist = join(dir, 'new');
  await buildInto(newDist, dearerData(join(dir, 'data')));
  const of = (dist: string) =>
    new Map(
      Object.entries(files).map(([path, file]) => [path, readFileSync(join(dist, 'public/api/v1', file), 'utf8')]),
    );
  answers = { old: of(smallDist), new: of(newDist) };
  for (const path of Object.keys(files)) expect(answers.old.get(path)).not.toBe(answers.new.get(path));
});

/** The block of the document that has all of these texts, for another folder than /srv/agent-cost. */
function commands(home: string, ...has: string[]): string {
  const found = blocksOf('docs/hosting.md').filter(({ text }) => has.every((one) => text.includes(one)));
  expect(found.map(({ line }) => line)).toHaveLength(1);
  return (found[0]?.text ?? '').replaceAll('/srv/agent-cost', home);
}

/** The rollback of an update: the same without the copy, to the build before. */
const back = (update: string): string => update.replace(/^sudo cp .*? && cd/, 'cd').replaceAll('build-2', 'build-1');

/** A folder of programs that stand in for those of the machine. `sudo` and its variables are left out. */
function programs(shims: Record<string, string>): string {
  const bin = join(temporaryDirectory(), 'bin');
  mkdirSync(bin, { recursive: true });
  for (const [name, script] of Object.entries({ sudo: 'exec env "$@"', ...shims })) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  return bin;
}

/** Runs lines of the document in a folder whose `dist` is the new build. */
async function shell(lines: string, bin: string): Promise<void> {
  const cwd = temporaryDirectory();
  symlinkSync(newDist, join(cwd, 'dist'));
  // A copy follows the link: the document copies a folder.
  const copied = lines.replace(/\bcp -(\w+) dist /, 'cp -$1L dist ');
  await run('bash', ['-e', '-c', copied], { cwd, env: { ...process.env, PATH: `${bin}:${process.env.PATH}` } });
}

const judge = (question: Question, { status, text }: { status: number; text: string }): string | null =>
  status === 200 && [answers.old, answers.new].some((build) => build.get(question.path) === text)
    ? null
    : `${status} of neither build: ${text.slice(0, 100)}`;

/** Updates and rolls back under load; resolves to what went wrong on new connections and on kept ones. */
async function tried(base: string, update: () => Promise<void>, rollback: () => Promise<void>) {
  const loads: Load[] = [startLoad(base, onceEach, judge, 4), startLoad(base, questions, judge, 8)];
  const answeredMore = async () => {
    const before = loads.map((load) => load.answered());
    await until(() => loads.every((load, index) => load.answered() > (before[index] as number) + 100));
  };
  const isServed = (build: Map<string, string>) => async () => {
    const served = await Promise.all(
      Object.keys(files).map((path) => ask(base, path, { headers: { Connection: 'close' } })),
    );
    return Object.keys(files).every((path, index) => served[index]?.text === build.get(path));
  };
  await answeredMore();
  await update();
  await until(isServed(answers.new));
  await answeredMore();
  await rollback();
  await until(isServed(answers.old));
  await answeredMore();
  await Promise.all(loads.map((load) => load.stop()));
  const [fresh, kept] = loads.map(({ wrong }) => wrong);
  console.error(
    `${loads.map((load) => load.answered()).join(' and ')} answers, ${kept?.length} on kept connections reset`,
  );
  return { fresh, kept };
}

/** What happens to a request on a connection that a proxy closes as it arrives. */
const reset = /no answer: (?:read ECONNRESET|connect ECONNRESET \S+|socket hang up|write EPIPE)$/;

test('Node: no request is lost, on no connection', async () => {
  const home = temporaryDirectory();
  copyDist(join(home, 'dist'), smallDist);
  const server = await untilReady(await startServer({}, join(home, 'dist')));
  const bin = programs({ systemctl: `[ "$*" = "reload agent-cost" ] && kill -HUP ${server.pid}` });
  const { fresh, kept } = await tried(
    server.base,
    () => shell(commands(home, 'mv dist.new dist'), bin),
    () => shell(commands(home, 'mv dist.old dist'), bin),
  );
  expect([fresh, kept]).toEqual([[], []]);
  await server.stop();
});

describe('behind a link', () => {
  /** A folder as the document makes it: `build-1`, and the link `dist`. */
  function home(): string {
    const dir = temporaryDirectory();
    cpSync(smallDist, join(dir, 'build-1'), { recursive: true, preserveTimestamps: true });
    symlinkSync('build-1', join(dir, 'dist'));
    return dir;
  }

  test('nginx: no new connection is lost', async (context) => {
    const reason = missing('nginx');
    if (reason) context.skip(reason);
    const [dir, at] = [temporaryDirectory(), home()];
    const { base } = await startNginx(dir, {
      dist: join(at, 'dist'),
      rules: 'files',
      runtimes: ['http://127.0.0.1:9'],
    });
    const bin = programs({
      nginx: `[ "$*" = "-c ${at}/dist/hosts/nginx/nginx.conf -s reload" ] && exec ${programOf('nginx')} -c ${dir}/nginx.conf -e stderr -s reload`,
    });
    const { fresh, kept } = await tried(
      base,
      () => shell(commands(at, 'build-2', '-s reload'), bin),
      () => shell(back(commands(at, 'build-2', '-s reload')), bin),
    );
    expect(fresh).toEqual([]);
    expect(kept?.filter((what) => !reset.test(what))).toEqual([]);
  });

  // Seen once, on a busy machine: two of some thousand new connections were reset as well, and docs/hosting.md says so.
  test('Caddy: nothing is lost but what is reset in the moment of the reload', async (context) => {
    const reason = missing('caddy');
    if (reason) context.skip(reason);
    const [dir, at] = [temporaryDirectory(), home()];
    const { base } = await startCaddy(dir, join(at, 'dist'), 'http://127.0.0.1:9');
    const bin = programs({
      caddy: `[ "$*" = "reload --config ${at}/dist/hosts/caddy/Caddyfile" ] && [ -n "$AGENT_COST_RUNTIMES" ] && HOME=${dir} exec ${programOf('caddy')} reload --adapter caddyfile --config ${dir}/Caddyfile`,
    });
    const { fresh, kept } = await tried(
      base,
      () => shell(commands(at, 'build-2', 'caddy reload'), bin),
      () => shell(back(commands(at, 'build-2', 'caddy reload')), bin),
    );
    expect(fresh?.filter((what) => !reset.test(what))).toEqual([]);
    expect(kept?.filter((what) => !reset.test(what))).toEqual([]);
  });
});
