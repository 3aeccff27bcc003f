import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sourceCommit } from '../../build/snapshot/collect-files.ts';
import { archiveOf, snapshotOf } from '../../build/snapshot/make-snapshot.ts';
import { exitCodes, type ProblemKind } from '../../runtime/audit/exit-codes.ts';
import { type Files, jsonLine, names, outsideSums, type Snapshot } from '../../runtime/audit/layout.ts';
import { signatureFiles } from '../../runtime/audit/public-keys.ts';
import { sha256Of, sumsText } from '../../runtime/audit/sums.ts';
import { verifySnapshot } from '../../runtime/audit/verify-snapshot.ts';
import { jsonText, linesText } from '../../runtime/cli/output.ts';
import { failureLines, failureOf } from '../../runtime/cli/program.ts';
import { diffPrices } from '../../runtime/core/answers/price-diff.ts';
import { printable } from '../../runtime/core/values/printable.ts';
import { temporaryDirectory } from '../support/copies.ts';
import { dataset } from '../support/core/catalog.ts';
import { runCliIn } from '../support/run.ts';
import { smallDist } from '../support/small-dist.ts';
import { type Mutation, mutations } from './mutations.ts';
import { archiveWith, made, privateKey, program, publicKey, readBytes, snapshot, source, spoiled } from './support.ts';

const raw = /[^\P{Cc}\n]|[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
const text = (value: string) => Buffer.from(value);

/** The outcome of the check of a mutation, and its output. */
async function outcomeOf({ archive, snapshot: from }: Mutation, keys = [publicKey]) {
  try {
    const read = from ?? (await readBytes(archive as Uint8Array));
    verifySnapshot(read, from?.files.has(names.unsigned) ? [] : keys, program);
    return { kind: 'verified', exitCode: 0, printed: '' } as const;
  } catch (error) {
    const failure = failureOf(error);
    return { ...failure, printed: linesText(failureLines(failure)) + jsonText({ failure }) };
  }
}

/** Changed by its publisher: new checksums and signatures by the trusted key. */
function signedAgain(files: Files): Snapshot {
  const listed = [...files].filter(([path]) => !outsideSums.includes(path));
  const sums = text(sumsText(new Map(listed.map(([path, bytes]) => [path, sha256Of(bytes)]))));
  const all = [...listed, [names.sums, sums] as const, ...signatureFiles(sums, privateKey)];
  return { name: snapshot.name, files: new Map(all.sort(([a], [b]) => (a < b ? -1 : 1))) };
}

const rewritten = (path: string, change: (value: Record<string, unknown>) => object): Snapshot =>
  signedAgain(
    spoiled(
      snapshot.files,
      path,
      text(jsonLine(change(JSON.parse(Buffer.from(snapshot.files.get(path) as Uint8Array).toString())))),
    ),
  );

/** Built and signed by the publisher from other source files. */
const madeFrom = (path: string, bytes: string): Snapshot =>
  snapshotOf([...source.filter((file) => file.path !== path), { path, bytes: text(bytes) }], made, privateKey);

describe('under the trusted key', () => {
  const schema = 'public/api/v1/schemas/estimate.json';
  const slow = { type: 'object', properties: { data: { pattern: '^(([A-Za-z ,:.]+)+)+$#' } } };
  const provider = 'data/providers/anthropic.json';
  const providerText = Buffer.from(snapshot.files.get(provider) as Uint8Array).toString();
  const cases: [what: string, kind: ProblemKind, from: Snapshot][] = [
    ['an emptied predicate', 'inconsistent', rewritten(names.statement, (value) => ({ ...value, predicate: {} }))],
    ['a statement that is null', 'inconsistent', rewritten(names.statement, () => null as unknown as object)],
    [
      'a commit only in the manifest',
      'inconsistent',
      rewritten(names.manifest, (value) => ({ ...value, commit: 'a'.repeat(40) })),
    ],
    ['a manifest that is null', 'inconsistent', rewritten(names.manifest, () => null as unknown as object)],
    [
      'a manifest with an additional field',
      'inconsistent',
      rewritten(names.manifest, (value) => ({ ...value, more: 1 })),
    ],
    [
      'a data package with another title',
      'inconsistent',
      rewritten(names.datapackage, (value) => ({ ...value, title: 'x' })),
    ],
    ['an emptied schema', 'different', madeFrom(schema, '{}\n')],
    ['a schema whose pattern takes forever', 'different', madeFrom(schema, jsonLine(slow))],
    ['a schema that refers to itself', 'different', madeFrom(schema, jsonLine({ $ref: '#' }))],
    ['a file of another API version', 'unaccounted', madeFrom('public/api/v2/meta.json', '{}\n')],
    ['an answer without source data', 'unaccounted', madeFrom('public/api/v1/estimate/coding/evil.json', '{}\n')],
    ['an additional program', 'unaccounted', madeFrom('install.sh', 'x')],
    ['endlessly nested data', 'tooLarge', madeFrom(provider, '['.repeat(1_000_000))],
    ['an endless list of presets', 'tooLarge', madeFrom('data/presets.json', `{"presets":[${'0,'.repeat(50_000)}0]}`)],
    ['a negative price', 'schema', madeFrom(provider, providerText.replace(/"input": \d+/, '"input": -1'))],
    [
      'a string of megabytes',
      'schema',
      madeFrom(provider, providerText.replace(/"pricingUrl": "/, `$&http://${'a'.repeat(9_000_000)}\\n`)),
    ],
  ];
  test.each(cases)('%s is refused', async (_what, kind, from) => {
    expect(await outcomeOf({ what: '', snapshot: from })).toMatchObject({ kind });
  });

  test('80,000 price records are refused in one model, and compared in many', () => {
    const [first] = dataset.providers;
    const model = first?.models[0];
    if (first === undefined || model === undefined) throw new Error('no model');
    const prices = Array.from({ length: 80_000 }, (_, i) => ({
      ...(model.prices[0] as (typeof model.prices)[number]),
      from: new Date(Date.UTC(1800, 0, 1 + i)).toISOString().slice(0, 10),
    }));
    const long = madeFrom(`data/providers/${first.id}.json`, jsonLine({ ...first, models: [{ ...model, prices }] }));
    const failure = (() => {
      try {
        return verifySnapshot(long, [publicKey], program);
      } catch (error) {
        return failureOf(error);
      }
    })();
    expect(failure).toMatchObject({ kind: 'tooMany' });
    const models = Array.from({ length: 40 }, (_, i) => ({ ...model, id: `m${i}`, prices: prices.slice(0, 2000) }));
    expect(diffPrices([{ ...first, models }], [{ ...first, models }])).toEqual([]);
    const bare = models.map((of) => ({ ...of, prices: model.prices }));
    expect(diffPrices([{ ...first, models: bare }], [{ ...first, models }]).length).toBeGreaterThanOrEqual(80_000);
  });
});

describe('an archive', () => {
  const top = snapshot.name;
  test.each([
    ['an extended header of megabytes', { comment: 'x'.repeat(5_000_000) }],
    ['a negative size in an extended header', { size: '-5' }],
    ['an endless size in an extended header', { size: '9'.repeat(400) }],
    ['a path in an extended header', { path: `${top}/\u001b[2J` }],
  ])('with %s is refused with a specific code', async (_what, pax) => {
    const bytes = await archiveWith([[{ name: `${top}/a`, pax } as { name: string }]]);
    const { kind, exitCode, printed } = await outcomeOf({ what: '', archive: bytes });
    expect(['damaged', 'otherForm', 'badName', 'tooLarge', 'truncated']).toContain(kind);
    expect([exitCode > 1, raw.test(printed)]).toEqual([true, false]);
  });

  test('with a name that looks like a result has it printed on one line', async () => {
    const bytes = await archiveWith([[{ name: `${top}/a\nVERIFIED in 0.612 s\n\u001b[2J` }]]);
    const { printed } = await outcomeOf({ what: '', archive: bytes });
    expect(printed).not.toMatch(/^VERIFIED/m);
    expect(raw.test(printed)).toBe(false);
    expect(printed).toContain('VERIFIED in 0.612 s');
  });
});

test('terminal control characters are escaped, and stay valid inside JSON', () => {
  expect(printable('a\u0000\u001b[31m\u007f\u0085\r\n\u202e\u2066\u2028\ufeff\ud800z')).toBe(
    'a\\u0000\\u001b[31m\\u007f\\u0085\\u000d\\u000a\\u202e\\u2066\\u2028\\ufeff\\ud800z',
  );
  expect(printable('Zürich – 10 €, 漢字, 😀')).toBe('Zürich – 10 €, 漢字, 😀');
  const value = { 'k\u009b': '\u007f\u202e\u{e0041}\n' };
  expect(raw.test(jsonText(value))).toBe(false);
  expect(JSON.parse(jsonText(value))).toEqual(value);
});

/** The environment may ask for more and different ones: MUTATIONS=3000 MUTATION_SEED=7. */
const count = Number(process.env.MUTATIONS ?? 300);
const seed = Number(process.env.MUTATION_SEED ?? 20_261_121);

test(`${count} random mutations: each ends with a documented code, and none of it is printed raw`, {
  timeout: 2000 * count,
}, async () => {
  const faults: object[] = [];
  const ends = new Map<string, number>();
  let slowest = { ms: 0, what: '' };
  for (const mutation of mutations(seed, count)) {
    const started = performance.now();
    const { kind, exitCode, printed } = await outcomeOf(mutation);
    const ms = Math.round(performance.now() - started);
    if (ms > slowest.ms) slowest = { ms, what: mutation.what };
    ends.set(kind, (ends.get(kind) ?? 0) + 1);
    const isDocumented = Object.entries(exitCodes).some(([name, [code]]) => name === kind && code === exitCode);
    const isRefusal = !['verified', 'failed', 'differs', 'output'].includes(kind);
    if (isDocumented && isRefusal && !raw.test(printed) && !/^VERIFIED/m.test(printed)) continue;
    faults.push({ what: mutation.what, kind, printed });
  }
  if (process.env.MUTATIONS) console.log({ seed, slowest, ends: Object.fromEntries(ends), faults });
  expect(faults).toEqual([]);
});

describe('agent-cost verify diff', () => {
  const dir = temporaryDirectory();
  const run = (...args: string[]) => runCliIn(dir, ['diff', ...args], {}, smallDist);

  test('exits with a code other than 1 if it cannot compare, and reports it as JSON', async () => {
    const provider = 'data/providers/anthropic.json';
    const before = Buffer.from(snapshot.files.get(provider) as Uint8Array).toString();
    const negative = madeFrom(provider, before.replace(/"input": \d+/, '"input": -1'));
    const spoofed = madeFrom(provider, before.replace(/"name": "Claude/, '"name": "\\u001b[2J\\nClaude'));
    for (const [name, from] of Object.entries({ right: snapshot, negative, spoofed })) {
      writeFileSync(join(dir, name), await archiveOf(from));
    }
    const right = join(dir, 'right');
    expect((await run(right, right)).code).toBe(0);
    const refused = await run(right, join(dir, 'negative'), '--json');
    expect([refused.code, JSON.parse(refused.stdout).problem.kind]).toEqual([exitCodes.schema[0], 'schema']);
    const missing = await run(right, join(dir, 'missing'), '--json');
    expect([missing.code, JSON.parse(missing.stdout).problem.kind]).toEqual([exitCodes.notFound[0], 'notFound']);
    for (const options of [[], ['--markdown'], ['--json']]) {
      const differs = await run(right, join(dir, 'spoofed'), ...options);
      expect([differs.code, raw.test(differs.stdout + differs.stderr)]).toEqual([1, false]);
      expect(differs.stdout).toContain('[2J');
    }
  });
});

describe('a commit is named only if it contains everything', () => {
  const dir = temporaryDirectory();
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
      cwd: dir,
      encoding: 'utf8',
    });
  const put = (path: string, content = 'x') => {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), content);
  };
  const data = join(dir, 'data');
  const at = (from = data) => sourceCommit(dir, from);

  test('otherwise the reason is given', () => {
    for (const path of ['data/providers/a.json', 'build/b.ts', 'runtime/r.ts', 'LICENSE', 'docs/audit.md', 'README.md'])
      put(path);
    expect(at()).toEqual({ commit: null, commitNote: 'The sources are not a git checkout.' });
    git('init', '-q');
    put('.gitignore', 'data/providers/ignored.json\n');
    git('add', '-A');
    git('commit', '-q', '-m', 'all');
    const clean = { commit: git('rev-parse', 'HEAD').trim(), commitNote: null };
    expect(at()).toEqual(clean);
    put('notes.txt');
    expect(at(), 'a file that is not part of the build').toEqual(clean);
    for (const [path, why] of [
      ['data/providers/new.json', 'data/providers/new.json is not in the commit.'],
      ['data/providers/ignored.json', 'data/providers/ignored.json is not in the commit.'],
      ['runtime/new.ts', 'runtime/new.ts is not in the commit.'],
      ['README.md', 'README.md is not as it was committed.'],
    ] as const) {
      put(path, 'other');
      expect(at()).toEqual({ commit: null, commitNote: why });
      git('clean', '-qfdx', 'data', 'runtime');
      git('checkout', '-q', '.');
    }
    git('update-index', '--assume-unchanged', 'data/providers/a.json');
    put('data/providers/a.json', 'other');
    expect(at().commitNote).toBe('git ignores changes of data/providers/a.json.');
    git('update-index', '--no-assume-unchanged', 'data/providers/a.json');
    git('checkout', '-q', '.');
    const elsewhere = join(temporaryDirectory(), 'data');
    cpSync(data, elsewhere, { recursive: true });
    expect(at(elsewhere)).toEqual({ commit: null, commitNote: 'The data lie outside of the repository.' });
    expect(at()).toEqual(clean);
  });
});
