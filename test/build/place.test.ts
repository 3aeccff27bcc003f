/** What a build may touch: nothing but what an earlier build made. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build as bundle } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { optionsFrom } from '../../build/build-options.ts';
import { lastBuildAt, placeOf } from '../../build/output/place.ts';
import { freshDirectory, keepSnapshots, recover, seal } from '../../build/output/swap.ts';
import { digestsOf, runBuild, sha256 } from '../support/build.ts';
import { temporaryDirectory } from '../support/copies.ts';
import { testDay } from '../support/core/catalog.ts';
import { projectRoot } from '../support/core/raw-data.ts';
import { writeBuild } from '../support/made-up-build.ts';
import { asNobody } from '../support/run.ts';

const data = join(projectRoot, 'data');
const old = { 'server.js': 'old', 'public/a.json': 'old' };
const mark = (pid: number): string => `.agent-cost-unfinished-${pid}`;

/** The id of a process that has ended. */
const deadPid = (): number => spawnSync(process.execPath, ['--version']).pid;

function folder(files: Record<string, string>): string {
  const dir = temporaryDirectory();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text);
  return dir;
}

describe('--out that is no build', () => {
  const refused: [what: string, out: string, says: RegExp][] = [
    [
      "a web app's folder with its own manifest.json",
      folder({ 'manifest.json': '{"name":"app"}', 'thesis.txt': 'three years' }),
      /manifest\.json, thesis\.txt in it and no built\.json/,
    ],
    ['a folder with one file', folder({ 'thesis.txt': '' }), /is not empty/],
    [
      'a folder with a built.json of another program',
      folder({ 'manifest.json': '{}', 'built.json': '{}' }),
      /built\.json does not fit its manifest\.json/,
    ],
    ['a file', join(folder({ 'a.txt': 'a' }), 'a.txt'), /is not a folder/],
    ['the data', data, /which the build reads/],
    ['a new folder in the data', join(data, 'dist'), /which the build reads/],
    ['a new folder in the sources', join(projectRoot, 'runtime/dist'), /which the build reads/],
    ['the project', projectRoot, /is not empty/],
    ['the root of the disk', '/', /is not empty/],
  ];
  test.each(refused)('is refused with nothing touched: %s', (_, out, says) => {
    const before = out.startsWith(join(projectRoot, '.test')) && lstatSync(out).isDirectory() ? digestsOf(out) : null;
    expect(() => lastBuildAt(placeOf(out, data))).toThrow(says);
    if (before !== null) expect(digestsOf(out)).toEqual(before);
  });

  test('ends the command with exit code 2, and what is in it stays', async () => {
    const [, app] = refused[0] as [string, string, RegExp];
    const before = digestsOf(app);
    const { code, stderr } = await runBuild(['--out', app, '--as-of', testDay]);
    expect({ code, stack: /^\s+at /m.test(stderr) }, stderr).toEqual({ code: 2, stack: false });
    expect(stderr).toContain('Nothing was touched');
    expect(digestsOf(app)).toEqual(before);
    expect((await runBuild(['--out', ''])).code).toBe(2);
  });
});

describe('a build that is in place', () => {
  test('is recognised, and so is an empty folder and none at all', () => {
    const dir = temporaryDirectory();
    expect(lastBuildAt(writeBuild(join(dir, 'dist'), old))).not.toBeNull();
    expect(lastBuildAt(join(dir, 'none'))).toBeNull();
    expect(lastBuildAt(temporaryDirectory())).toBeNull();
  });

  test.each([
    ['public/robots.txt', /holds what no build has made: public\/robots\.txt\. Move/],
    ['notes/to-do.txt', /notes\/to-do\.txt/],
    [mark(1).replace('1', 'x'), /unfinished-x/],
  ])('is not replaced while a file of a user lies in it: %s', (path, says) => {
    const dist = writeBuild(join(temporaryDirectory(), 'dist'), old);
    mkdirSync(join(dist, 'notes'));
    writeFileSync(join(dist, path), 'mine');
    expect(() => lastBuildAt(dist)).toThrow(says);
  });

  test('is not replaced while a link lies in it', () => {
    const dist = writeBuild(join(temporaryDirectory(), 'dist'), old);
    symlinkSync('/', join(dist, 'public/everything'));
    expect(() => lastBuildAt(dist)).toThrow(/public\/everything/);
  });

  test('may hold snapshots and what the Finder leaves everywhere', () => {
    const dist = writeBuild(join(temporaryDirectory(), 'dist'), old);
    mkdirSync(join(dist, 'snapshot'));
    for (const path of ['snapshot/any.txt', '.DS_Store', 'public/.DS_Store']) writeFileSync(join(dist, path), '');
    expect(lastBuildAt(dist)).not.toBeNull();
  });

  test('is not replaced where its manifest was changed: nobody can say any more what is its own', () => {
    const dist = writeBuild(join(temporaryDirectory(), 'dist'), old);
    writeFileSync(join(dist, 'manifest.json'), `${readFileSync(join(dist, 'manifest.json'), 'utf8')}\n`);
    expect(() => lastBuildAt(dist)).toThrow(/cannot be distinguished from yours/);
  });

  test('is found through a link, which goes on leading to the build', () => {
    const dir = temporaryDirectory();
    writeBuild(join(dir, 'releases-1'), old);
    symlinkSync('releases-1', join(dir, 'dist'));
    const place = placeOf(join(dir, 'dist'), data);
    const next = freshDirectory(place);
    writeBuild(next, { 'server.js': 'new' });
    seal(next, place);
    expect(readlinkSync(join(dir, 'dist'))).toBe('releases-1');
    expect(readFileSync(join(dir, 'dist/server.js'), 'utf8')).toBe('new');
    expect(readdirSync(dir).sort()).toEqual(['dist', 'releases-1']);
    symlinkSync('nowhere', join(dir, 'dangling'));
    expect(() => placeOf(join(dir, 'dangling'), data)).toThrow(/leads nowhere/);
  });
});

describe('what lies beside dist', () => {
  test('stays, whatever its name, unless it carries the mark of a build that was killed', () => {
    const parent = temporaryDirectory();
    const out = writeBuild(join(parent, 'dist'), old);
    const dead = deadPid();
    const names = ['dist.last-good', 'dist.next-week', `dist.last-${dead}`, 'dist.next-20261201', 'dist.last-20261120'];
    for (const name of names) cpSync(out, join(parent, name), { recursive: true });
    mkdirSync(join(parent, `dist.next-${dead}`));
    writeFileSync(join(parent, `dist.next-${dead}`, mark(dead + 1)), 'of another folder');
    const before = digestsOf(parent);
    recover(out);
    expect(digestsOf(parent)).toEqual(before);
    for (const what of ['last', 'next']) writeFileSync(join(parent, `dist.${what}-${dead}`, mark(dead)), '');
    recover(out);
    expect(readdirSync(parent).sort()).toEqual(['dist', ...names.filter((name) => !name.endsWith(`-${dead}`))].sort());
  });

  test('belongs to a build that runs, even where it runs as another user', async () => {
    // Process 1 runs, and is not ours to signal unless we are root: then the look is taken by a user who is not.
    const parent = mkdtempSync(join(tmpdir(), 'agent-cost-'));
    try {
      chmodSync(parent, 0o777);
      const others = join(parent, 'dist.next-1');
      mkdirSync(others);
      writeFileSync(join(others, mark(1)), '');
      chmodSync(others, 0o777);
      const code = `import(${JSON.stringify(join(projectRoot, 'build/output/swap.ts'))}).then(({ recover }) => recover(process.argv[1]))`;
      const loader = join(projectRoot, 'node_modules/tsx/dist/loader.mjs');
      const looking = spawn(process.execPath, [...asNobody, '--import', loader, '-e', code, join(parent, 'dist')], {
        env: { PATH: process.env.PATH, TMPDIR: parent },
        stdio: ['ignore', 'inherit', 'pipe'],
      });
      let stderr = '';
      looking.stderr?.on('data', (chunk) => {
        stderr += chunk;
      });
      const [ended] = await once(looking, 'close');
      expect(ended, stderr).toBe(0);
      expect(existsSync(join(others, mark(1)))).toBe(true);
    } finally {
      rmSync(parent, { recursive: true, force: true });
    }
  });
});

test('a swap that is killed before any of its steps leaves the old build or the new one, and all snapshots', async () => {
  const program = join(temporaryDirectory(), 'swap-killed.mjs');
  const entryPoints = [join(import.meta.dirname, 'swap-killed.ts')];
  await bundle({ entryPoints, outfile: program, bundle: true, platform: 'node', format: 'esm' });
  const oldDigests = {
    ...digestsOf(writeBuild(join(temporaryDirectory(), 'dist'), old)),
    'server.js': sha256(Buffer.from('edited')),
  };
  const newDigests = digestsOf(
    writeBuild(join(temporaryDirectory(), 'dist'), { 'server.js': 'new', 'public/a.json': 'new' }),
  );
  const run = async (nth: number) => {
    const parent = temporaryDirectory();
    const out = writeBuild(join(parent, 'dist'), old);
    mkdirSync(join(out, 'snapshot'));
    writeFileSync(join(out, 'snapshot/one.tar.gz'), 'one');
    writeFileSync(join(out, 'server.js'), 'edited');
    const [code, signal] = await once(spawn(process.execPath, [program, out, String(nth)]), 'close');
    expect(signal ?? code, `the end before step ${nth}`).toBe(code === 0 ? 0 : 'SIGKILL');
    recover(out);
    const { 'snapshot/one.tar.gz': snapshot, 'snapshot/two.tar.gz': second, ...digests } = digestsOf(out);
    expect(snapshot, `the snapshot after a kill before step ${nth}`).toBeDefined();
    expect([oldDigests, newDigests], `dist after a kill before step ${nth}`).toContainEqual(digests);
    const beside = readdirSync(parent).filter((name) => name !== 'dist' && !name.startsWith('dist.kept-'));
    expect(beside, `beside dist after a kill before step ${nth}`).toEqual([]);
    const isNew = JSON.stringify(digests) === JSON.stringify(newDigests);
    const kept = readdirSync(parent).flatMap((name) => Object.values(digestsOf(join(parent, name))));
    expect(kept, `the edited file after a kill before step ${nth}`).toContain(sha256(Buffer.from('edited')));
    if (isNew) expect(second, `the later snapshot after a kill before step ${nth}`).toBeDefined();
    return { finished: code === 0 && signal === null, isNew };
  };
  const ended: Awaited<ReturnType<typeof run>>[] = [];
  for (let nth = 1; !ended.at(-1)?.finished; nth++) {
    expect(nth).toBeLessThan(60);
    ended.push(await run(nth));
  }
  expect(ended.length).toBeGreaterThan(10);
  expect(ended.map(({ isNew }) => isNew).join()).toMatch(/^(false,)+true(,true)*$/);
});

test('a file that was edited since the last build is moved beside the next one', () => {
  const parent = temporaryDirectory();
  const out = writeBuild(join(parent, 'dist'), { 'hosts/nginx/nginx.conf': 'listen 80', 'server.js': 'old' });
  writeFileSync(join(out, 'hosts/nginx/nginx.conf'), 'listen 8080');
  mkdirSync(join(parent, 'dist.kept-1'));
  const next = freshDirectory(out);
  writeBuild(next, { 'server.js': 'new' });
  expect(seal(next, out)).toBe(join(parent, 'dist.kept-2'));
  expect(readFileSync(join(parent, 'dist.kept-2/hosts/nginx/nginx.conf'), 'utf8')).toBe('listen 8080');
  expect(readdirSync(parent).sort()).toEqual(['dist', 'dist.kept-1', 'dist.kept-2']);
});

test('a snapshot that is made while a build runs is in the next one', () => {
  const out = writeBuild(join(temporaryDirectory(), 'dist'), old);
  mkdirSync(join(out, 'snapshot'));
  writeFileSync(join(out, 'snapshot/snapshots.json'), '["one"]');
  const next = freshDirectory(out);
  writeBuild(next, { 'server.js': 'new' });
  keepSnapshots(out, next);
  writeFileSync(join(out, 'snapshot/snapshots.json'), '["one", "two"]');
  writeFileSync(join(out, 'snapshot/two.tar.gz'), 'two');
  seal(next, out);
  expect(readFileSync(join(out, 'snapshot/snapshots.json'), 'utf8')).toBe('["one", "two"]');
  expect(readFileSync(join(out, 'snapshot/two.tar.gz'), 'utf8')).toBe('two');
});

describe('a file system that refuses', () => {
  test('space ends the build with exit code 3 and leaves the last one as it was', async () => {
    const parent = temporaryDirectory();
    const out = writeBuild(join(parent, 'dist'), old);
    const before = digestsOf(parent);
    // A limit on the size of a file (in blocks of 512 bytes) imitates a full disk: writes fail half-way.
    const build = [
      '--import',
      join(projectRoot, 'node_modules/tsx/dist/loader.mjs'),
      join(projectRoot, 'build/build.ts'),
    ];
    const building = spawn(
      '/bin/sh',
      ['-c', 'ulimit -f 400 && exec "$@"', 'sh', process.execPath, ...build, '--out', out, '--as-of', testDay],
      { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, TSX_DISABLE_CACHE: '1' } },
    );
    let stderr = '';
    building.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    const [code] = await once(building, 'close');
    expect(code, stderr).toBe(3);
    expect(stderr).toMatch(/too large/i);
    expect(stderr, 'a stack trace is no help').not.toMatch(/^\s+at /m);
    expect(digestsOf(parent)).toEqual(before);
  });
});

describe('--as-of', () => {
  const values = { data, json: false };
  test('without --out builds beside dist, into a folder named after the day', () => {
    expect(optionsFrom({ ...values, asOf: '2026-12-01' }).out).toBe(join(projectRoot, 'dist-as-of-2026-12-01'));
    expect(optionsFrom(values).out).toBe(join(projectRoot, 'dist'));
  });

  test('with --out builds where that says', () => {
    expect(optionsFrom({ ...values, asOf: '2026-12-01', out: '/srv/x' }).out).toBe('/srv/x');
  });
});
