import { once } from 'node:events';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { build, type Summary } from '../../build/build.ts';
import { Progress } from '../../runtime/io/progress.ts';
import { digestsOf, filesBelow, runBuild, sha256, startBuild } from '../support/build.ts';
import { copyData, copyProject, temporaryDirectory } from '../support/copies.ts';
import { frozenOn, testDay } from '../support/core/catalog.ts';
import { testDays } from '../support/core/raw-data.ts';
import { smallFiles } from '../support/core/small-data.ts';
import { copyDist } from '../support/dist.ts';
import { until } from '../support/server/until.ts';
import { smallDir, smallDist } from '../support/small-dist.ts';

const otherDay = '2026-12-01';
const somePath = 'public/api/v1/models/gpt-4.1.json';
/** The contents of these files do not depend on the day. */
const schemas = 'public/api/v1/schemas';
const steadyPath = `${schemas}/model.json`;

/** Builds in this process, with the settings of the tests' last build. */
async function buildTo(out: string, { asOf = testDay, data = smallDir } = {}): Promise<Summary> {
  const built = await build({ asOf, today: frozenOn, out, data, siteUrl: null }, new Progress(true));
  if (Array.isArray(built)) throw new Error(JSON.stringify(built));
  return built;
}

const newCopy = (): string => copyDist(join(temporaryDirectory(), 'dist'), smallDist);

/** Inode and modification time of every file. */
const identities = (dir: string) =>
  Object.fromEntries(
    filesBelow(dir).map((path) => {
      const { ino, mtimeMs } = statSync(join(dir, path));
      return [path, `${ino} ${mtimeMs}`];
    }),
  );

function flipByte(path: string): void {
  const bytes = readFileSync(path);
  const middle = bytes.length >> 1;
  bytes[middle] = (bytes[middle] as number) ^ 1;
  writeFileSync(path, bytes);
}

const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
const writeJson = (path: string, value: object) => writeFileSync(path, `${JSON.stringify(value)}\n`);

describe('a build with nothing changed', () => {
  test('reports it, and leaves every file untouched', async () => {
    const out = newCopy();
    const before = identities(out);
    const { code, stdout } = await runBuild(['--out', out, '--as-of', testDay, '--data', smallDir, '--json']);
    expect(code).toBe(0);
    const files = filesBelow(out);
    const bytes = files.reduce((sum, file) => sum + statSync(join(out, file)).size, 0);
    expect(JSON.parse(stdout)).toMatchObject({
      unchanged: true,
      files: files.length,
      bytes,
      pricesAsOf: testDays.from,
    });
    expect(identities(out)).toEqual(before);
    const printed = await runBuild(['--out', out, '--as-of', testDay, '--data', smallDir]);
    expect(printed.stderr).toContain(`Nothing changed, and ${out} is intact: ${files.length} files`);
  });

  test('leaves snapshots unchanged', async () => {
    const out = newCopy();
    mkdirSync(join(out, 'snapshot'));
    const snapshot = join(out, 'snapshot/snapshots.json');
    writeFileSync(snapshot, '[]');
    expect((await buildTo(out)).unchanged).toBe(true);
    expect(readFileSync(snapshot, 'utf8')).toBe('[]');
  });

  test('still checks the data, whose days must not be in the future', async () => {
    const out = newCopy();
    const before = identities(out);
    const problems = await build(
      { asOf: testDay, today: '2020-01-01', out, data: smallDir, siteUrl: null },
      new Progress(true),
    );
    expect(problems).toContainEqual(expect.objectContaining({ message: expect.stringContaining('is in the future') }));
    expect(identities(out)).toEqual(before);
  });
});

describe('is rebuilt completely', () => {
  const whole = digestsOf(smallDist);
  const flipped = (path: string): [string, (out: string) => void] => [
    `when ${path} was changed`,
    (out) => flipByte(join(out, path)),
  ];
  const damages: [string, (out: string) => void][] = [
    flipped(somePath),
    flipped(`${somePath}.br`),
    flipped('server.cjs'),
    flipped('pack'),
    [
      'when built.json names other inputs',
      (out) =>
        writeJson(join(out, 'built.json'), { ...readJson(join(out, 'built.json')), inputs: sha256(Buffer.from('')) }),
    ],
    ['when a file was removed', (out) => rmSync(join(out, `${somePath}.gz`))],
    ['when a file was cut short', (out) => writeFileSync(join(out, 'public/index.html'), '')],
  ];

  test.each(damages)('%s', async (_, damage) => {
    const out = newCopy();
    damage(out);
    expect(digestsOf(out)).not.toEqual(whole);
    // In the way of what a build writes to, which ends it there: each of these would go on to make the same files.
    const inTheWay = `${out}.next-${process.pid}`;
    mkdirSync(inTheWay);
    writeFileSync(join(inTheWay, 'a file of somebody'), '');
    await expect(buildTo(out)).rejects.toThrow('EEXIST');
  });

  test.each([0, 1])('and keeps changed files: those of every second damage, from %s', async (first) => {
    const out = newCopy();
    for (const [index, [, damage]] of damages.entries()) if (index % 2 === first) damage(out);
    const before = digestsOf(out);
    const { unchanged, kept } = await buildTo(out);
    expect(unchanged).toBe(false);
    expect(digestsOf(out)).toEqual(whole);
    const changed = Object.keys(whole).filter((path) => before[path] !== whole[path] && before[path] !== undefined);
    const edited = changed.filter((path) => path !== 'built.json');
    expect(kept === null ? {} : digestsOf(kept), 'changed files are not lost').toEqual(
      Object.fromEntries(edited.map((path) => [path, before[path]])),
    );
  });
});

describe('a build over an existing one', () => {
  const fresh = join(temporaryDirectory(), 'dist');
  beforeAll(async () => {
    await buildTo(fresh, { asOf: otherDay });
  });

  test('has the same bytes as a fresh one: from other data, with the remaining files unchanged', async () => {
    const dir = temporaryDirectory();
    const data = copyData(join(dir, 'data'), smallFiles);
    const path = join(data, 'providers/mistral.json');
    const provider = readJson(path);
    provider.models[0].prices.at(-1).output += 0.5;
    writeJson(path, provider);
    const over = newCopy();
    const empty = join(dir, 'empty');
    expect((await buildTo(over, { data })).unchanged).toBe(false);
    await buildTo(empty, { data });
    const [before, after] = [digestsOf(smallDist), digestsOf(over)];
    expect(after).toEqual(digestsOf(empty));
    expect(after[`public/api/v1/models/${provider.models[0].id}.json`]).not.toBe(
      before[`public/api/v1/models/${provider.models[0].id}.json`],
    );
    for (const path of Object.keys(before).filter((path) =>
      /^(server\.js|cli\.js|public\/api\/v1\/schemas)/.test(path),
    )) {
      expect(after[path], path).toBe(before[path]);
    }
  });

  test('never reuses damaged files', async () => {
    const out = newCopy();
    const [br, gz, gone] = ['model.json.br', 'presets.json.gz', 'error.json.gz'] as const;
    flipByte(join(out, schemas, br));
    flipByte(join(out, schemas, gz));
    rmSync(join(out, schemas, gone));
    await buildTo(out, { asOf: otherDay });
    expect(digestsOf(out)).toEqual(digestsOf(fresh));
    expect(digestsOf(out)).not.toEqual(digestsOf(smallDist));
  });

  /** A last build with one Brotli file that is valid but not what this build would make. */
  function withOtherBrotli(): { out: string; other: string } {
    const out = newCopy();
    const path = `${steadyPath}.br`;
    const bytes = brotliCompressSync(readFileSync(join(out, steadyPath)), {
      params: { [constants.BROTLI_PARAM_QUALITY]: 1 },
    });
    writeFileSync(join(out, path), bytes);
    const manifest = readJson(join(out, 'manifest.json'));
    manifest.files[path] = { bytes: bytes.length, sha256: sha256(bytes) };
    writeJson(join(out, 'manifest.json'), manifest);
    const built = readJson(join(out, 'built.json'));
    writeJson(join(out, 'built.json'), { ...built, manifest: sha256(readFileSync(join(out, 'manifest.json'))) });
    return { out, other: sha256(bytes) };
  }

  test('reuses the encodings of an unchanged file', async () => {
    const { out, other } = withOtherBrotli();
    expect((await buildTo(out, { asOf: otherDay })).unchanged).toBe(false);
    const [digests, wanted] = [digestsOf(out), digestsOf(fresh)];
    expect(digests[`${steadyPath}.br`]).toBe(other);
    // Apart from it, and from what names its digest or holds it, a fresh build for another day has the same bytes.
    const others = [`${steadyPath}.br`, 'manifest.json', 'built.json', 'pack', 'pack.index'];
    for (const path of others) {
      expect(digests[path], path).not.toBe(wanted[path]);
      digests[path] = wanted[path] as string;
    }
    expect(digests).toEqual(wanted);
    expect(brotliDecompressSync(readFileSync(join(out, `${steadyPath}.br`)))).toEqual(
      readFileSync(join(fresh, steadyPath)),
    );
  });

  test('reuses nothing made by another compressor', async () => {
    const { out } = withOtherBrotli();
    const path = join(out, 'built.json');
    const built = readJson(path);
    expect(built.compressor).toContain(process.versions.zlib);
    expect(built.compressor).toContain(process.versions.brotli);
    writeJson(path, { ...built, compressor: built.compressor.replace(process.versions.brotli, '0.0.1') });
    await buildTo(out, { asOf: otherDay });
    expect(digestsOf(out)).toEqual(digestsOf(fresh));
  });
});

test('a changed source, package or setting causes a new build', async () => {
  const dir = temporaryDirectory();
  const project = copyProject(join(dir, 'project'));
  const out = join(dir, 'dist');
  const isUnchanged = async () => {
    const { code, stdout, stderr } = await runBuild(['--out', out, '--as-of', testDay, '--json'], {}, project);
    expect(code, stderr).toBe(0);
    return JSON.parse(stdout).unchanged;
  };
  /** Whether a build begins to write, which ends it. */
  const writes = async () => {
    const building = startBuild(['--out', out, '--as-of', testDay, '--json'], {}, project);
    const ended = once(building, 'exit');
    const begun = () => existsSync(`${out}.next-${building.pid}`);
    await until(() => begun() || building.exitCode !== null, 600);
    const result = begun();
    building.kill('SIGKILL');
    await ended;
    return result;
  };
  expect(await isUnchanged()).toBe(false);
  expect(await isUnchanged()).toBe(true);
  for (const path of ['build/output/encode.mjs', 'data/lists/elsewhere.json', 'package-lock.json', 'tsconfig.json']) {
    const before = readFileSync(join(project, path));
    appendFileSync(join(project, path), '\n');
    expect(await writes(), path).toBe(true);
    writeFileSync(join(project, path), before);
  }
  expect(await isUnchanged(), 'what was changed is as it was').toBe(true);
  appendFileSync(join(project, 'runtime/core/values/did-you-mean.ts'), '\n');
  expect(await isUnchanged()).toBe(false);
  expect(await isUnchanged()).toBe(true);
});
