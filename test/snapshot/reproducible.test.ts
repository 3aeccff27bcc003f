import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { readSnapshot } from '../../runtime/audit/read-snapshot.ts';
import { digestsOf, filesBelow, sha256 } from '../support/build.ts';
import { copyProject, linkPackages, temporaryDirectory } from '../support/copies.ts';

const day = '2026-12-01';
const dir = temporaryDirectory();

/** Runs a program and returns what it printed; throws when it fails. */
const run = (program: string, args: string[], cwd: string, env: Record<string, string> = {}): string =>
  execFileSync(program, args, {
    cwd,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });

async function makeSnapshot(
  project: string,
  out: string,
  cwd: string,
  env: Record<string, string>,
  asOf = day,
): Promise<string> {
  const args = [
    '--import',
    join(project, 'node_modules/tsx/dist/loader.mjs'),
    join(project, 'build/snapshot/snapshot-cli.ts'),
  ];
  const making = spawn(process.execPath, [...args, '--as-of', asOf, '--out', out, '--json'], {
    cwd,
    // tsx looks for the JSX settings in the working directory, which is the project under `npm run`.
    env: { ...process.env, ...env, TSX_TSCONFIG_PATH: join(project, 'tsconfig.json') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  making.stdout.on('data', (chunk) => {
    printed += chunk;
  });
  const [code] = await once(making, 'close');
  if (code !== 0) throw new Error(`exit code ${code}`);
  return join(out, 'snapshot', (JSON.parse(printed) as { file: string }).file);
}

const keyFile = join(dir, 'key.pem');
const publicFile = join(dir, 'key.pub.pem');
let commit: string;
let first: string;
let second: string;
/** The last day before the next change. */
let laterDay: string;

/** Two clones of one commit in different places, the second built on a later day with the same prices. */
beforeAll(async () => {
  const clone = copyProject(join(dir, 'a clone'));
  const author = {
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a@example.com',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@example.com',
  };
  run('git', ['init', '-q'], clone);
  run('git', ['add', '-A'], clone);
  run('git', ['commit', '-q', '-m', 'all'], clone, author);
  commit = run('git', ['rev-parse', 'HEAD'], clone).trim();
  const other = join(dir, 'deeper/down/Ünlike the other');
  run('git', ['clone', '-q', clone, other], dir);
  linkPackages(other);
  run('openssl', ['genpkey', '-algorithm', 'ed25519', '-out', keyFile], dir);
  run('openssl', ['pkey', '-in', keyFile, '-pubout', '-out', publicFile], dir);
  const pem = readFileSync(keyFile, 'utf8');
  first = await makeSnapshot(clone, join(clone, 'dist'), '/', {
    TZ: 'Pacific/Kiritimati',
    LC_ALL: 'C',
    SNAPSHOT_SIGNING_KEY: pem,
  });
  const { meta } = JSON.parse(readFileSync(join(clone, 'dist/public/api/v1/meta.json'), 'utf8'));
  laterDay = meta.pricesInForce.until ?? '2100-01-01';
  const elsewhere = { TZ: 'America/St_Johns', LC_ALL: 'tr_TR.UTF-8', SNAPSHOT_SIGNING_KEY: pem };
  second = await makeSnapshot(other, join(other, 'dist'), other, elsewhere, laterDay);
}, 240_000);

describe('two clones in different directories, time zones and locales, built on different days of the same prices', () => {
  test('produce the same bytes, and name their commit', () => {
    expect(laterDay > day).toBe(true);
    const builds = [first, second].map((file) => digestsOf(join(file, '../..')));
    expect(Object.keys(builds[0] ?? {})).toContain('server.cjs');
    expect(builds[1]).toEqual(builds[0]);
    expect(sha256(readFileSync(first))).toBe(sha256(readFileSync(second)));
    const index = JSON.parse(readFileSync(join(first, '../snapshots.json'), 'utf8'));
    expect(index).toEqual({
      format: 2,
      snapshots: [
        {
          file: expect.stringMatching(/^agent-cost-\d{4}-\d\d-\d\d-[0-9a-f]{8}\.tar\.gz$/),
          datasetVersion: expect.any(String),
          pricesAsOf: day,
          commit,
          bytes: readFileSync(first).length,
          sha256: sha256(readFileSync(first)),
          signedBy: expect.stringMatching(/^SHA256:/),
          previous: null,
        },
      ],
    });
    expect(readFileSync(join(first, '../public-key.pem'), 'utf8')).toBe(readFileSync(publicFile, 'utf8'));
  });

  test('the same snapshot again already exists; a different one is refused, and the first one stays', () => {
    const project = join(first, '../../..');
    const before = digestsOf(join(project, 'dist/snapshot'));
    const program = [
      '--import',
      join(project, 'node_modules/tsx/dist/loader.mjs'),
      join(project, 'build/snapshot/snapshot-cli.ts'),
    ];
    const again = (env: Record<string, string>) =>
      spawnSync(process.execPath, [...program, '--as-of', laterDay, '--out', join(project, 'dist')], {
        env: { ...process.env, ...env },
        encoding: 'utf8',
      });
    const same = again({ SNAPSHOT_SIGNING_KEY: readFileSync(keyFile, 'utf8') });
    expect(same.stderr).toContain(`${first} exists already`);
    expect(same.status).toBe(0);
    const unsigned = again({});
    expect(unsigned.stderr).toContain('No snapshot was written');
    expect(unsigned.status).toBe(49);
    expect(digestsOf(join(project, 'dist/snapshot'))).toEqual(before);
  }, 120_000);

  test('a later build keeps the snapshot', async () => {
    const project = join(first, '../../..');
    const loader = join(project, 'node_modules/tsx/dist/loader.mjs');
    const args = ['--import', loader, join(project, 'build/build.ts'), '--as-of', '2026-11-20'];
    run(process.execPath, [...args, '--out', join(project, 'dist')], project);
    expect(sha256(readFileSync(first))).toBe(sha256(readFileSync(second)));
  }, 120_000);
});

describe('third-party tools agree', () => {
  let files: string;
  beforeAll(() => {
    const target = join(dir, 'unpacked');
    mkdirSync(target);
    run('tar', ['xzf', second, '-C', target], dir);
    files = join(target, readdirSync(target)[0] as string);
  });

  test('GNU tar: plain files owned by root, sorted by name, dated like the data', () => {
    const lines = run('tar', ['tzvf', second, '--utc', '--numeric-owner', '--full-time'], dir, { LC_ALL: 'C' })
      .trimEnd()
      .split('\n');
    const dataDay = /agent-cost-(\d{4}-\d\d-\d\d)/.exec(second)?.[1];
    const names = lines.map((line) => {
      const [, mode, owner, time, name] = /^(\S+) (\S+) +\d+ (\S+ \S+) (.+)$/.exec(line) ?? [];
      expect([mode, owner, time], line).toEqual(['-rw-r--r--', '0/0', `${dataDay} 00:00:00`]);
      return name as string;
    });
    expect(names).toEqual([...names].sort());
    expect(names.length).toBeGreaterThan(300);
  });

  test('GNU tar unpacks the same files as our reader', async () => {
    const read = await readSnapshot(second);
    expect(filesBelow(files)).toEqual([...read.files.keys()]);
    for (const [path, bytes] of read.files) expect(readFileSync(join(files, path)).equals(bytes), path).toBe(true);
  });

  test('sha256sum -c', () => {
    expect(run('sha256sum', ['-c', '--quiet', '--strict', 'SHA256SUMS'], files)).toBe('');
    writeFileSync(join(files, 'LICENSE'), 'x');
    expect(spawnSync('sha256sum', ['-c', '--quiet', 'SHA256SUMS'], { cwd: files }).status).toBe(1);
  });

  test('openssl verifies the signature, and refuses another key', () => {
    const check = (key: string) =>
      spawnSync(
        'openssl',
        ['pkeyutl', '-verify', '-pubin', '-inkey', key, '-rawin', '-in', 'SHA256SUMS', '-sigfile', 'SHA256SUMS.sig'],
        { cwd: files },
      ).status;
    expect(check(publicFile)).toBe(0);
    run('openssl', ['genpkey', '-algorithm', 'ed25519', '-out', 'other.pem'], dir);
    run('openssl', ['pkey', '-in', 'other.pem', '-pubout', '-out', 'other.pub.pem'], dir);
    expect(check(join(dir, 'other.pub.pem'))).toBe(1);
  });

  test('ssh-keygen verifies the signature, and refuses other checksums', () => {
    const signers = join(first, '../allowed_signers');
    const sums = readFileSync(join(files, 'SHA256SUMS'));
    const check = (input: Buffer) =>
      spawnSync(
        'ssh-keygen',
        ['-Y', 'verify', '-f', signers, '-I', 'agent-cost', '-n', 'agent-cost', '-s', 'SHA256SUMS.sshsig'],
        { cwd: files, input },
      ).status;
    expect(check(sums)).toBe(0);
    expect(check(sums.subarray(1))).not.toBe(0);
  });

  test('our own check, by the program in the snapshot, without any packages', () => {
    expect(existsSync(join(files, 'node_modules'))).toBe(false);
    const printed = run(process.execPath, ['cli.js', 'verify', second, '--key', publicFile, '--json'], files);
    expect(JSON.parse(printed)).toMatchObject({
      verdict: 'verified',
      exitCode: 0,
      snapshot: { commit, pricesAsOf: day },
    });
  });
});
