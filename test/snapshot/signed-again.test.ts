/** A publisher who changes files and signs again, with a manifest, checksums and signatures that fit: nothing passes. */
import { beforeAll, describe, expect, test } from 'vitest';
import { randomFrom } from '../../bench/random.ts';
import { snapshotOf } from '../../build/snapshot/make-snapshot.ts';
import { type ProblemKind, SnapshotProblem } from '../../runtime/audit/exit-codes.ts';
import type { Snapshot } from '../../runtime/audit/layout.ts';
import { verifySnapshot } from '../../runtime/audit/verify-snapshot.ts';
import { rounds } from '../support/rounds.ts';
import { made, privateKey, program, publicKey, snapshot, source } from './support.ts';

const bytesOf = (path: string): Uint8Array => {
  const file = source.find((one) => one.path === path);
  if (file === undefined) throw new Error(`no ${path}`);
  return file.bytes;
};

/** The snapshot that its publisher makes with one file changed, added, or (null) left out. */
const signedWith = (path: string, bytes: Uint8Array | null): Snapshot =>
  snapshotOf(
    [...source.filter((file) => file.path !== path), ...(bytes === null ? [] : [{ path, bytes }])],
    made,
    privateKey,
  );

/** Why it is refused; null: it is accepted. */
function refusalOf(from: Snapshot): SnapshotProblem | null {
  try {
    verifySnapshot(from, [publicKey], program);
    return null;
  } catch (error) {
    if (error instanceof SnapshotProblem) return error;
    throw error;
  }
}

const changed = (path: string, from: string | RegExp, to: string): Snapshot => {
  const before = Buffer.from(bytesOf(path)).toString('utf8');
  const after = before.replace(from, to);
  if (after === before) throw new Error(`${path} was not changed`);
  return signedWith(path, Buffer.from(after));
};

const flipped = (path: string, at: number, bit = 0): Snapshot => {
  const bytes = Uint8Array.from(bytesOf(path));
  bytes[at] = (bytes[at] as number) ^ (1 << bit);
  return signedWith(path, bytes);
};

/** A text in a file and what it becomes; the place of a bit that is flipped; other bytes; null: the file is left out. */
type Change = [from: string | RegExp, to: string] | number | Uint8Array | null;

const madeWith = (path: string, change: Change): Snapshot =>
  Array.isArray(change)
    ? changed(path, ...change)
    : typeof change === 'number'
      ? flipped(path, change)
      : signedWith(path, change);

describe('a publisher who signs again is refused', () => {
  test('and what is not changed is accepted, with nothing left to SHA256SUMS alone', () => {
    const { recomputed } = verifySnapshot(snapshotOf(source, made, privateKey), [publicKey], program);
    expect(recomputed.notRecomputed).toEqual([]);
    const accounted = recomputed.files + recomputed.pages + recomputed.code + program.programs.size;
    // Besides: the data, the texts about a snapshot, and the schemas.
    const others = [...snapshot.files.keys()].filter(
      (path) => !path.startsWith('public/') || path.includes('/schemas/'),
    );
    expect(accounted + others.length).toBeGreaterThanOrEqual(snapshot.files.size);
  });

  const middle = (path: string) => Math.floor(bytesOf(path).length / 2);
  const parquet = 'public/api/v1/prices.parquet';
  const model = 'public/models/gpt-4o.html';
  test.each<[what: string, kind: ProblemKind, path: string, change: Change]>([
    ['a price on the page of a model', 'different', model, ['$2.50', '$9.99']],
    ['an answer on the front page', 'different', 'public/index.html', [/\$0\./, '$9.']],
    ['a rate on a board', 'different', 'public/measured.html', [/[0-9]<\/td>/, '99$&']],
    ['a number in a document', 'different', 'docs/cost-model.md', [/\d/, '9.99']],
    ['one in its page', 'different', 'public/docs/cost-model.html', [/(<p>[^<]*)\d/, '$19.99']],
    ['an example', 'different', 'public/api/v1/openapi.json', [/"costPerTask":0/, '"costPerTask":9']],
    ['a bit of the Parquet file', 'different', parquet, middle(parquet)],
    ['a row of a CSV', 'different', 'public/api/v1/prices.csv', [/,2\.5,/, ',9.9,']],
    ['a price in the data of a script', 'different', 'public/assets/data.js', [/"input":\d+/, '"input":99']],
    ['one that the front page computes from', 'different', 'public/assets/cost.js', [/"output":\[\d+/, '"output":[99']],
    ['a price in the worker', 'different', 'public/assets/log-worker-code.js', [/"input":\d+/, '"input":99']],
    ['a price in the library', 'different', 'index.js', [/"input":\d+/, '"input":99']],
    ['a bit of a script', 'different', 'public/assets/tokens.js', 100],
    ['a style that shows a price', 'different', 'public/assets/site.css', [/$/, 'td::after{content:"$9.99"}']],
    ['a bit of a picture', 'different', 'public/assets/share.png', 1000],
    ['these instructions', 'different', 'AUDIT.md', [/\d/, '9']],
    ['another command', 'otherModel', 'cli.js', middle('cli.js')],
    ['another maker of pages', 'otherModel', 'pages.js', middle('pages.js')],
    ['a page of another model', 'unaccounted', 'public/models/evil.html', bytesOf(model)],
    ['another script', 'unaccounted', 'public/assets/evil.js', Buffer.from('x')],
    ['another text of the data', 'unaccounted', 'data/prices.md', Buffer.from('$9.99')],
    ['a price in the catalog', 'different', 'catalog.json', [/"input":2\.5\b/, '"input":9.9']],
    ['a page left out', 'missing', model, null],
  ])('with %s', (_what, kind, path, change) => {
    const problem = refusalOf(madeWith(path, change));
    expect(problem).toMatchObject({ kind, details: { path } });
    // Nobody is told to run what was just found to be another program.
    expect(problem?.message).not.toMatch(/(cli|pages)\.js in it/);
  });

  test('with another address of the site than its pages state', () => {
    const other = snapshotOf(source, { ...made, siteUrl: 'https://evil.example/' }, privateKey);
    expect(refusalOf(other)).toMatchObject({ kind: 'different' });
    for (const siteUrl of ['evil', 'https://evil.example', 'https://evil.example/?a=/', 'javascript:/']) {
      expect(refusalOf(snapshotOf(source, { ...made, siteUrl }, privateKey)), siteUrl).toMatchObject({
        kind: 'inconsistent',
      });
    }
  });

  test('and the message names the place of a change in a long line of a page', () => {
    const problem = refusalOf(changed('public/models/gpt-4o.html', '$2.50', '$9.99'));
    expect(problem?.details.found).toContain('$9.99');
    expect(problem?.details.expected).toContain('$2.50');
  });
});

const count = rounds(300);

describe(`${count} random changes by a publisher who signs again`, () => {
  const shown = /\.(html|parquet|csv)$/;
  // A snapshot is made from catalog.json, which must stay JSON for that.
  const paths = source.map(({ path }) => path).filter((path) => path !== 'catalog.json');
  const groups = {
    shown: paths.filter((path) => shown.test(path)),
    others: paths.filter((path) => !shown.test(path)),
  };
  // The same in every run; MUTATION_SEED chooses others.
  const { whole, pick } = randomFrom(Number(process.env.MUTATION_SEED ?? 20_261_122));

  /** A digit becomes another one; a file without digits, or every fourth, gets another bit. */
  function mutated(path: string): [what: string, from: Snapshot] {
    const bytes = Uint8Array.from(bytesOf(path));
    const digits = [...bytes.keys()].filter((at) => (bytes[at] as number) >= 0x30 && (bytes[at] as number) <= 0x39);
    if (digits.length > 0 && whole(0, 3) > 0) {
      const at = pick(digits);
      bytes[at] = 0x30 + (((bytes[at] as number) - 0x30 + whole(1, 9)) % 10);
      return [`digit ${at} of ${path}`, signedWith(path, bytes)];
    }
    const at = whole(0, bytes.length - 1);
    return [`byte ${at} of ${path}`, flipped(path, at, whole(0, 7))];
  }

  let accepted: string[];
  let inShown = 0;
  beforeAll(() => {
    accepted = [];
    for (let round = 0; round < count; round++) {
      const isShown = round % 2 === 0;
      if (isShown) inShown++;
      // The Parquet and CSV files are few among the pages: every sixth change of what is shown is in one of them.
      const path = pick(
        round % 12 === 0 ? groups.shown.filter((one) => !one.endsWith('.html')) : groups[isShown ? 'shown' : 'others'],
      );
      const [what, from] = mutated(path);
      if (refusalOf(from) === null) accepted.push(what);
    }
    // As long as 300 checks of a snapshot, which on a busy machine is more than the usual limit.
  }, 1_800_000);

  test('half of them in pages, Parquet and CSV', () => {
    expect(inShown).toBe(Math.ceil(count / 2));
    expect(groups.shown.length).toBeGreaterThan(50);
  });

  test('are all refused', () => {
    expect(accepted).toEqual([]);
  });
});
