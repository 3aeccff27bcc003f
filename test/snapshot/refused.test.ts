import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync as zlibGzip } from 'node:zlib';
import { gzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { archiveOf } from '../../build/snapshot/make-snapshot.ts';
import { exitCodes, type ProblemKind, SnapshotProblem } from '../../runtime/audit/exit-codes.ts';
import { names, type Snapshot } from '../../runtime/audit/layout.ts';
import { readFolder, readSnapshot } from '../../runtime/audit/read-snapshot.ts';
import { defaultLimits, sha256Of } from '../../runtime/audit/sums.ts';
import { sealed } from '../../runtime/audit/tar.ts';
import { verifySnapshot } from '../../runtime/audit/verify-snapshot.ts';
import { temporaryDirectory } from '../support/copies.ts';
import {
  archive,
  archiveWith,
  program,
  publicKey,
  readBytes,
  remade,
  resummed,
  snapshot,
  spoiled,
  strangersKey,
  tarBytes,
  unpacked,
  unsigned,
} from './support.ts';

const top = snapshot.name;
const text = (value: string) => Buffer.from(value);

/** The problem that an action fails with. */
async function problemOf(action: () => unknown): Promise<SnapshotProblem> {
  try {
    await action();
  } catch (error) {
    if (error instanceof SnapshotProblem) return error;
    throw error;
  }
  throw new Error('the action was not refused');
}

describe('every problem', () => {
  test('has its own exit code, below those that shells use', () => {
    const codes = Object.values(exitCodes).map(([code]) => code);
    expect(new Set(codes).size).toBe(codes.length);
    expect(Math.max(...codes)).toBeLessThan(126);
  });
});

describe('an archive is refused', () => {
  const device = { devmajor: 1, devminor: 3 } as const;
  const cases: [what: string, kind: ProblemKind, says: RegExp, entries: Parameters<typeof archiveWith>[0]][] = [
    ['with a path that climbs out', 'climbs', /leads out/, [[{ name: `${top}/../../etc/passwd` }]]],
    ['with a path that climbs out at the end', 'climbs', /leads out/, [[{ name: `${top}/data/..` }]]],
    ['with an absolute path', 'absolute', /absolute/, [[{ name: '/etc/passwd' }]]],
    ['with an absolute Windows path', 'absolute', /absolute/, [[{ name: 'C:\\Windows\\win.ini' }]]],
    ['with a backslash', 'climbs', /leads out/, [[{ name: `${top}\\..\\x` }]]],
    ['with a symbolic link', 'symbolicLink', /symbolic link/, [[{ name: `${top}/a`, type: 'symlink', linkname: '/' }]]],
    ['with a hard link', 'hardLink', /hard link/, [[{ name: `${top}/a`, type: 'link', linkname: '/etc/passwd' }]]],
    ['with a device', 'device', /device/, [[{ name: `${top}/a`, type: 'character-device', ...device }]]],
    ['with a pipe', 'device', /pipe/, [[{ name: `${top}/a`, type: 'fifo' }]]],
    ['with a directory', 'otherKind', /directory/, [[{ name: `${top}/a/`, type: 'directory' }]]],
    ['with a path twice', 'duplicate', /twice/, [[{ name: `${top}/a` }], [{ name: `${top}/a` }, text('other')]]],
    [
      'with a path twice, not in a row',
      'duplicate',
      /twice/,
      [...['a', 'b', 'a'].map((name): [{ name: string }] => [{ name: `${top}/${name}` }])],
    ],
    ['with paths that differ in case', 'caseClash', /case/, [[{ name: `${top}/DATA` }], [{ name: `${top}/data` }]]],
    ['with a newline in a name', 'badName', /characters/, [[{ name: `${top}/a\nb` }]]],
    ['with an empty name', 'badName', /characters/, [[{ name: `${top}/` }]]],
    ['with a name that is not ASCII', 'badName', /characters/, [[{ name: `${top}/ä` }]]],
    ['out of order', 'reordered', /order/, [[{ name: `${top}/b` }], [{ name: `${top}/a` }]]],
    [
      'with two directories',
      'notASnapshot',
      /one directory/,
      [[{ name: `${top}/a` }], [{ name: 'agent-cost-2030-01-01-00000000/a' }]],
    ],
    ['of something else', 'notASnapshot', /one directory/, [[{ name: 'package/index.js' }]]],
    ['without files', 'empty', /no files/, []],
    ['owned by a user', 'otherForm', /owners/, [[{ name: `${top}/a`, uid: 1000, mtime: new Date('2026-11-11') }]]],
    ['with a set-uid file', 'otherForm', /modes/, [[{ name: `${top}/a`, mode: 0o4755 }]]],
  ];
  test.each(cases)('%s', async (_what, kind, says, entries) => {
    const bytes = await archiveWith(entries);
    const problem = await problemOf(() => readBytes(bytes));
    expect([problem.kind, problem.message]).toEqual([kind, expect.stringMatching(says)]);
  });

  test('with other bytes after its end', async () => {
    const tar = await tarBytes(snapshot);
    const more = sealed(gzipSync(Buffer.concat([tar, Buffer.alloc(1024)])));
    expect((await problemOf(() => readBytes(more))).kind).toBe('otherForm');
  });

  test('that was compressed by another program', async () => {
    const problem = await problemOf(async () => readBytes(zlibGzip(await tarBytes(snapshot))));
    expect([problem.kind, problem.message]).toEqual(['otherForm', expect.stringMatching(/another program/)]);
  });

  test('with another archive appended', async () => {
    expect((await problemOf(() => readBytes(Buffer.concat([archive, archive])))).kind).toBeTypeOf('string');
  });

  test('that is not an archive, or is empty', async () => {
    expect((await problemOf(() => readBytes(text('%PDF-1.7 something else')))).kind).toBe('notASnapshot');
    expect((await problemOf(() => readBytes(zlibGzip('x'.repeat(2000))))).kind).toBe('damaged');
    expect((await problemOf(() => readBytes(Buffer.alloc(0)))).kind).toBe('empty');
  });
});

describe('a bomb is refused before it fills memory', () => {
  const limits = { archiveBytes: 2 ** 20, totalBytes: 2 ** 20, fileBytes: 2 ** 16, files: 100 };

  test('by the bytes it unpacks to', async () => {
    // 64 MB of zeros in 64 KB: reading stops after the first of them.
    const bomb = zlibGzip(Buffer.alloc(64 * 2 ** 20));
    const problem = await problemOf(() => readBytes(bomb, { ...limits, totalBytes: 2 ** 16 }));
    expect(['tooLarge', 'empty', 'damaged']).toContain(problem.kind);
    const files = Array.from({ length: 40 }, (_, i): [{ name: string }, Buffer] => [
      { name: `${top}/${String(i).padStart(3, '0')}` },
      Buffer.alloc(2 ** 16),
    ]);
    expect(await problemOf(async () => readBytes(await archiveWith(files), limits))).toMatchObject({
      kind: 'tooLarge',
      message: 'The unpacked archive must be at most 1048576 bytes.',
    });
  });

  test('by the size of one file in its header, before it is read', async () => {
    const entries = [[{ name: `${top}/a` }, Buffer.alloc(2 ** 16 + 1)]] as Parameters<typeof archiveWith>[0];
    expect(await problemOf(async () => readBytes(await archiveWith(entries), limits))).toMatchObject({
      kind: 'tooLarge',
      message: expect.stringContaining('larger than 65536 bytes'),
    });
  });

  test('by the number of its files', async () => {
    const entries = Array.from({ length: 101 }, (_, i): [{ name: string }] => [{ name: `${top}/${1000 + i}` }]);
    expect((await problemOf(async () => readBytes(await archiveWith(entries), limits))).kind).toBe('tooMany');
    expect((await problemOf(async () => readBytes(await archiveWith(entries.slice(1)), limits))).kind).toBe(
      'otherForm',
    );
  });

  test('by its own size', async () => {
    expect(await problemOf(() => readBytes(archive, { ...defaultLimits, archiveBytes: 1000 }))).toMatchObject({
      kind: 'tooLarge',
      message: 'The archive must be at most 1000 bytes.',
    });
  });
});

describe('a directory', () => {
  const few = { name: top, files: new Map([...snapshot.files].slice(0, 3)) };

  test('has the same files as the archive', async () => {
    const [fromDisk, fromArchive] = [await readSnapshot(unpacked(snapshot)), await readBytes(archive)];
    expect(fromDisk.name).toBe(fromArchive.name);
    expect([...fromDisk.files.keys()]).toEqual([...fromArchive.files.keys()]);
    expect([...fromDisk.files.values()].map(sha256Of)).toEqual([...fromArchive.files.values()].map(sha256Of));
  });

  test('with a link in it is refused, and the link is not followed', async () => {
    const dir = unpacked(few);
    symlinkSync('/etc/passwd', join(dir, 'link'));
    expect((await problemOf(() => readFolder(dir))).kind).toBe('symbolicLink');
  });

  test('that is missing, empty or something else: each has its own exit code', async () => {
    const dir = temporaryDirectory();
    expect((await problemOf(() => readSnapshot(join(dir, 'nothing')))).kind).toBe('notFound');
    expect((await problemOf(() => readSnapshot(dir))).kind).toBe('empty');
    writeFileSync(join(dir, 'file'), '');
    expect((await problemOf(() => readSnapshot(join(dir, 'file')))).kind).toBe('empty');
    writeFileSync(join(dir, 'file'), 'x');
    expect((await problemOf(async () => verify(await readSnapshot(dir)))).kind).toBe('notASnapshot');
  });

  test('with too many or too large files is refused', async () => {
    const dir = unpacked(few);
    expect((await problemOf(() => readFolder(dir, { ...defaultLimits, files: 2 }))).kind).toBe('tooMany');
    expect((await problemOf(() => readFolder(dir, { ...defaultLimits, fileBytes: 10 }))).kind).toBe('tooLarge');
  });
});

const verify = (from: Snapshot, keys = [publicKey]) => verifySnapshot(from, keys, program);
const withFile = (path: string, bytes: Uint8Array | null): Snapshot => ({
  name: top,
  files: spoiled(snapshot.files, path, bytes),
});

/** Another snapshot with the signature of the right one. */
function underOldSignature({ files }: Snapshot): Snapshot {
  const signed = [names.signature, names.sshSignature].reduce(
    (copy, path) => spoiled(copy, path, snapshot.files.get(path) as Uint8Array),
    spoiled(files, names.unsigned, null),
  );
  return { name: top, files: signed };
}

describe('the content is refused', () => {
  const page = 'public/index.html';
  const cases: [what: string, kind: ProblemKind, from: Snapshot, keys?: (typeof publicKey)[]][] = [
    ['with a changed file', 'changed', withFile(page, text('<p>'))],
    ['with an emptied file', 'changed', withFile(page, Buffer.alloc(0))],
    ['with a file missing', 'missing', withFile(page, null)],
    ['with a file added', 'added', withFile('public/evil.js', text('x'))],
    ['without its checksums', 'missing', withFile(names.sums, null)],
    ['without its manifest', 'missing', withFile(names.manifest, null)],
    ['without one of its signatures', 'missing', withFile(names.signature, null)],
    ['rebuilt under the old signature', 'badSignature', underOldSignature(remade('LICENSE', (text) => `${text}!`))],
    ['with both UNSIGNED and a signature', 'badSignature', withFile(names.unsigned, text('x'))],
    ['with a truncated signature', 'badSignature', withFile(names.signature, Buffer.alloc(63))],
    ['signed with another key', 'wrongKey', snapshot, [strangersKey]],
    ['not signed, although a key is given', 'unsigned', unsigned],
    ['of a newer format', 'newerFormat', withFile(names.manifest, text('{"format":2,"files":{}}'))],
    ['under the name of another dataset', 'inconsistent', { ...snapshot, name: 'agent-cost-2030-01-01-00000000' }],
  ];
  test.each(cases)('%s', async (_what, kind, from, keys) => {
    expect((await problemOf(() => verify(from, keys))).kind).toBe(kind);
  });

  test('with checksum lines out of order', async () => {
    const lines = Buffer.from(snapshot.files.get(names.sums) as Uint8Array)
      .toString()
      .trimEnd()
      .split('\n');
    const swapped = [lines[1], lines[0], ...lines.slice(2)].join('\n');
    expect((await problemOf(() => verify(withFile(names.sums, text(`${swapped}\n`))))).kind).toBe('reordered');
    const climbing = [`${'0'.repeat(64)}  ../x`, ...lines].join('\n');
    expect((await problemOf(() => verify(withFile(names.sums, text(`${climbing}\n`))))).kind).toBe('climbs');
  });

  test('with a different manifest or statement, even with matching checksums', async () => {
    for (const path of [names.manifest, names.statement]) {
      const before = Buffer.from(unsigned.files.get(path) as Uint8Array).toString();
      for (const [from, to] of [
        [sha256Of(unsigned.files.get('LICENSE') as Uint8Array), '0'.repeat(64)],
        ['"LICENSE"', '"LICENCE"'],
      ] as const) {
        const files = spoiled(unsigned.files, path, text(before.replace(from, to)));
        const forged = resummed({ name: top, files });
        expect((await problemOf(() => verify(forged, []))).kind, `${path} ${from}`).toBe('inconsistent');
      }
    }
  });
});

describe('a consistent but false snapshot is detected', () => {
  const estimate = 'public/api/v1/estimate/coding/claude-sonnet-4-6.json';

  test('by a changed number: the file, the field, and both values', async () => {
    const right = JSON.parse(Buffer.from(snapshot.files.get(estimate) as Uint8Array).toString()).data.costPerTask;
    const forged = remade(estimate, (json) => json.replace(`"costPerTask":${right}`, '"costPerTask":0.5'));
    const problem = await problemOf(() => verify(forged, []));
    expect(problem.kind).toBe('different');
    expect(problem.details).toEqual({
      path: estimate,
      pointer: '/data/costPerTask',
      expected: String(right),
      found: '0.5',
    });
    expect(problem.message).toContain(`#/data/costPerTask is 0.5; recomputed from the data it is ${right}.`);
  });

  test.each([
    ['a ranking', 'public/api/v1/estimate/compare/rag.json', /"rank":1,/, '"rank":2,'],
    ['a price list', 'public/api/v1/models.csv', /anthropic/, 'Anthropic'],
    ['a feed', 'public/api/v1/changes.atom', /LLM price changes/, 'LLM prices'],
    ['a space', 'public/api/v1/meta.json', /,/, ', '],
    ['the data in one file', 'catalog.json', /"input":3,/, '"input":4,'],
  ])('by %s', async (_what, path, from, to) => {
    const forged = remade(path, (content) => content.replace(from, to));
    expect(await problemOf(() => verify(forged, []))).toMatchObject({ kind: 'different', details: { path } });
  });

  test('by a price changed only in the source data', async () => {
    const path = 'data/providers/anthropic.json';
    const forged = remade(path, (content) => content.replace('"input": 3,', '"input": 2,'));
    expect((await problemOf(() => verify(forged, []))).kind).toBe('different');
  });

  test('by a value that no schema allows', async () => {
    const forged = remade('data/presets.json', (content) =>
      content.replace('"retryRatePct": 3', '"retryRatePct": 300'),
    );
    expect(await problemOf(() => verify(forged, []))).toMatchObject({
      kind: 'schema',
      details: { path: 'data/presets.json', pointer: '/presets/0/workflow/retryRatePct' },
    });
  });

  test('and a different program version is named as a possible reason', async () => {
    const forged = remade(estimate, (json) => json.replace('"retryRatePct":3', '"retryRatePct":4'));
    const problem = await problemOf(() =>
      verifySnapshot(forged, [], { ...program, version: '9.9.9', programs: new Map([['cli.js', '']]) }),
    );
    expect(problem.message).toMatch(/9\.9\.9.*0\.1\.0/);
  });
});

test('an unchanged snapshot is accepted', async () => {
  const found = verify(await readBytes(await archiveOf(snapshot)));
  expect(found.signature).toMatchObject({ state: 'signed', trusted: true });
  expect(verify(unsigned, []).signature).toEqual({ state: 'unsigned', key: null, trusted: false });
  expect(verify(snapshot, [strangersKey, publicKey]).signature.trusted, 'the old key next to the new one').toBe(true);
  expect(readFileSync('docs/audit.md')).toEqual(Buffer.from(found && (snapshot.files.get('AUDIT.md') as Uint8Array)));
});
