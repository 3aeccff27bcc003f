/** A build may only touch what an earlier build has made. */
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
import { lastBuildAt, outputPathOf } from '../../build/output/output-path.ts';
import { freshDirectory, keepSnapshots, recover, seal } from '../../build/output/swap.ts';
import { digestsOf, runBuild, sha256 } from '../support/build.ts';
import { temporaryDirectory } from '../support/copies.ts';
import { testDay } from '../support/core/catalog.ts';
import { writeBuild } from '../support/made-up-build.ts';
import { projectRoot } from '../support/project-root.ts';
import { asNobody } from '../support/run.ts';

const data = join(projectRoot, 'data');
const old = { 'server.cjs': 'old', 'public/a.json': 'old' };
const mark = (pid: number): string => `.agent-cost-unfinished-${pid}`;

/** The id of a process that has ended. */
const deadPid = (): number => spawnSync(process.execPath, ['--version']).pid;

function folder(files: Record<string, string>): string {
  const dir = temporaryDirectory();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text);
  return dir;
}

describe('--out that is not a build', () => {
  const refused: [what: string, out: string, says: RegExp][] = [
    [
      "a web app's folder with its own manifest.json",
      folder({ 'manifest.json': '{"name":"app"}', 'thesis.txt': 'three years' }),
      /it contains manifest\.json, thesis\.txt but no built\.json/,
    ],
    ['a folder with one file', folder({ 'thesis.txt': '' }), /is neither empty nor an intact build/],
    [
      'a folder with a built.json of another program',
      folder({ 'manifest.json': '{}', 'built.json': '{}' }),
      /built\.json does not match its manifest\.json/,
    ],
    ['a file', join(folder({ 'a.txt': 'a' }), 'a.txt'), /is not a folder/],
    ['the data', data, /which the build reads/],
    ['a new folder in the data', join(data, 'dist'), /which the build reads/],
    ['a new folder in the sources', join(projectRoot, 'runtime/dist'), /which the build reads/],
    ['the project', projectRoot, /is neither empty nor an intact build/],
    ['the root of the disk', '/', /is neither empty nor an intact build/],
  ];
  test.each(refused)('is refused and left untouched: %s', (_, out, says) => {
    const before = out.startsWith(join(projectRoot, '.test')) && lstatSync(out).isDirectory() ? digestsOf(out) : null;
    expect(() => lastBuildAt(outputPathOf(out, data))).toThrow(says);
    if (before !== null) expect(digestsOf(out)).toEqual(before);
  });

  test('ends the command with exit code 2 and keeps its content', async () => {
    const [, app] = refused[0] as [string, string, RegExp];
    const before = digestsOf(app);
    const { code, stderr } = await runBuild(['--out', app, '--as-of', testDay]);
    expect({ code, stack: /^\s+at /m.test(stderr) }, stderr).toEqual({ code: 2, stack: false });
    expect(stderr).toContain('Nothing was changed');
    expect(digestsOf(app)).toEqual(before);
    expect((await runBuild(['--out', ''])).code).toBe(2);
  });
});

describe('a build already in place', () => {
  test('is recognised, as are an empty folder and a missing one', () => {
    const dir = temporaryDirectory();
    expect(lastBuildAt(writeBuild(join(dir, 'dist'), old))).not.toBeNull();
    expect(lastBuildAt(join(dir, 'none'))).toBeNull();
    expect(lastBuildAt(temporaryDirectory())).toBeNull();
  });

  test.each([
    ['public/robots.txt', /contains files that are not part of a build: public\/robots\.txt\. Move/],
    ['notes/to-do.txt', /notes\/to-do\.txt/],
    [mark(1).replace('1', 'x'), /unfinished-x/],
  ])('is not replaced while it contains a file of a user: %s', (path, says) => {
    const dist = writeBuild(join(temporaryDirectory(), 'dist'), old);
    mkdirSync(join(dist, 'notes'));
    writeFileSync(join(dist, path), 'mine');
    expect(() => lastBuildAt(dist)).toThrow(says);
  });

  test('is not replaced while it contains a link', () => {
    const dist = writeBuild(join(temporaryDirectory(), 'dist'), old);
    symlinkSync('/', join(dist, 'public/everything'));
    expect(() => lastBuildAt(dist)).toThrow(/public\/everything/);
  });

  test('may contain snapshots and files of the Finder', () => {
    const dist = writeBuild(join(temporaryDirectory(), 'dist'), old);
    mkdirSync(join(dist, 'snapshot'));
    for (const path of ['snapshot/any.txt', '.DS_Store', 'public/.DS_Store']) writeFileSync(join(dist, path), '');
    expect(lastBuildAt(dist)).not.toBeNull();
  });

  test('is not replaced if its manifest was changed, since its own files are no longer known', () => {
    const dist = writeBuild(join(temporaryDirectory(), 'dist'), old);
    writeFileSync(join(dist, 'manifest.json'), `${readFileSync(join(dist, 'manifest.json'), 'utf8')}\n`);
    expect(() => lastBuildAt(dist)).toThrow(/cannot be distinguished from yours/);
  });

  test('is found through a link, which still leads to the build afterwards', () => {
    const dir = temporaryDirectory();
    writeBuild(join(dir, 'releases-1'), old);
    symlinkSync('releases-1', join(dir, 'dist'));
    const place = outputPathOf(join(dir, 'dist'), data);
    const next = freshDirectory(place);
    writeBuild(next, { 'server.cjs': 'new' });
    seal(next, place);
    expect(readlinkSync(join(dir, 'dist'))).toBe('releases-1');
    expect(readFileSync(join(dir, 'dist/server.cjs'), 'utf8')).toBe('new');
    expect(readdirSync(dir).sort()).toEqual(['dist', 'releases-1']);
    symlinkSync('nowhere', join(dir, 'dangling'));
    expect(() => outputPathOf(join(dir, 'dangling'), data)).toThrow(/is a broken link/);
  });
});

describe('a folder next to dist', () => {
  test('is kept, whatever its name, unless it has the mark of a killed build', () => {
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

  test('is kept while its build is running, even as another user', async () => {
    // Process 1 is always running; only root may signal it, so as root the check runs as another user.
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

test('a swap killed before any of its steps leaves the old or the new build, and all snapshots', async () => {
  const program = join(temporaryDirectory(), 'swap-killed.mjs');
  const entryPoints = [join(import.meta.dirname, 'swap-killed.ts')];
  await bundle({ entryPoints, outfile: program, bundle: true, platform: 'node', format: 'esm' });
  const oldDigests = {
    ...digestsOf(writeBuild(join(temporaryDirectory(), 'dist'), old)),
    'server.cjs': sha256(Buffer.from('edited')),
  };
  const newDigests = digestsOf(
    writeBuild(join(temporaryDirectory(), 'dist'), { 'server.cjs': 'new', 'public/a.json': 'new' }),
  );
  const run = async (nth: number) => {
    const parent = temporaryDirectory();
    const out = writeBuild(join(parent, 'dist'), old);
    mkdirSync(join(out, 'snapshot'));
    writeFileSync(join(out, 'snapshot/one.tar.gz'), 'one');
    writeFileSync(join(out, 'server.cjs'), 'edited');
    const [code, signal] = await once(spawn(process.execPath, [program, out, String(nth)]), 'close');
    expect(signal ?? code, `the end before step ${nth}`).toBe(code === 0 ? 0 : 'SIGKILL');
    recover(out);
    const { 'snapshot/one.tar.gz': snapshot, 'snapshot/two.tar.gz': second, ...digests } = digestsOf(out);
    expect(snapshot, `the snapshot after a kill before step ${nth}`).toBeDefined();
    expect([oldDigests, newDigests], `dist after a kill before step ${nth}`).toContainEqual(digests);
    const leftovers = readdirSync(parent).filter((name) => name !== 'dist' && !name.startsWith('dist.kept-'));
    expect(leftovers, `next to dist after a kill before step ${nth}`).toEqual([]);
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

test('a file edited since the last build is moved to a folder next to the new build', () => {
  const parent = temporaryDirectory();
  const out = writeBuild(join(parent, 'dist'), { 'hosts/nginx/nginx.conf': 'listen 80', 'server.cjs': 'old' });
  writeFileSync(join(out, 'hosts/nginx/nginx.conf'), 'listen 8080');
  mkdirSync(join(parent, 'dist.kept-1'));
  const next = freshDirectory(out);
  writeBuild(next, { 'server.cjs': 'new' });
  expect(seal(next, out)).toBe(join(parent, 'dist.kept-2'));
  expect(readFileSync(join(parent, 'dist.kept-2/hosts/nginx/nginx.conf'), 'utf8')).toBe('listen 8080');
  expect(readdirSync(parent).sort()).toEqual(['dist', 'dist.kept-1', 'dist.kept-2']);
});

test('a snapshot made during a build is in the new build', () => {
  const out = writeBuild(join(temporaryDirectory(), 'dist'), old);
  mkdirSync(join(out, 'snapshot'));
  writeFileSync(join(out, 'snapshot/snapshots.json'), '["one"]');
  const next = freshDirectory(out);
  writeBuild(next, { 'server.cjs': 'new' });
  keepSnapshots(out, next);
  writeFileSync(join(out, 'snapshot/snapshots.json'), '["one", "two"]');
  writeFileSync(join(out, 'snapshot/two.tar.gz'), 'two');
  seal(next, out);
  expect(readFileSync(join(out, 'snapshot/snapshots.json'), 'utf8')).toBe('["one", "two"]');
  expect(readFileSync(join(out, 'snapshot/two.tar.gz'), 'utf8')).toBe('two');
});

describe('a full disk', () => {
  test('ends the build with exit code 3 and leaves the last build unchanged', async () => {
    const parent = temporaryDirectory();
    const out = writeBuild(join(parent, 'dist'), old);
    const before = digestsOf(parent);
    // A limit on the size of a file (in blocks of 512 bytes) simulates it: writes fail halfway.
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
  test('without --out builds next to dist, in a folder named after the day', () => {
    expect(optionsFrom({ ...values, asOf: '2026-12-01' }).out).toBe(join(projectRoot, 'dist-as-of-2026-12-01'));
    expect(optionsFrom(values).out).toBe(join(projectRoot, 'dist'));
  });

  test('with --out builds in that folder', () => {
    expect(optionsFrom({ ...values, asOf: '2026-12-01', out: '/srv/x' }).out).toBe('/srv/x');
  });
});
