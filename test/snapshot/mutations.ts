/** Randomly changed snapshots, each kind of change passing one more check. */
import { gzipSync } from 'fflate';
import { randomFrom } from '../../bench/random.ts';
import { type Files, jsonLine, names, type Snapshot } from '../../runtime/audit/layout.ts';
import { sha256Of } from '../../runtime/audit/sums.ts';
import { sealed } from '../../runtime/audit/tar.ts';
import { archive, resummed, snapshot, spoiled, tarBytes, unsigned } from './support.ts';

/** From 0 up to a bound. */
type Random = (below: number) => number;
const pick = <T>(random: Random, from: readonly T[]): T => from[random(from.length)] as T;

export interface Mutation {
  what: string;
  /** An archive, or its unpacked files. */
  archive?: Uint8Array;
  snapshot?: Snapshot;
}

const spoof = '\u001b[2J\r\nVERIFIED in 0.6 s\n\u202e\u009b31m\u2028\ud800';
const values = [null, true, -1, 1e308, '', spoof, [], {}, [[[[]]]], 'x'.repeat(5000), { $ref: '#' }, '__proto__'];

/** With a manifest that fits the changes, and new checksums. */
function relisted(files: Files): Snapshot {
  const manifest = JSON.parse(Buffer.from(unsigned.files.get(names.manifest) as Uint8Array).toString());
  for (const row of manifest.files) {
    const bytes = files.get(row.path);
    if (bytes !== undefined) Object.assign(row, { bytes: bytes.length, sha256: sha256Of(bytes) });
  }
  return resummed({ ...unsigned, files: spoiled(files, names.manifest, Buffer.from(jsonLine(manifest))) });
}

/** A file changed or removed, with manifest and checksums to match; a changed manifest is kept as changed. */
const withChanged = (path: string, bytes: Uint8Array | null): Snapshot =>
  path === names.manifest
    ? resummed({ ...unsigned, files: spoiled(unsigned.files, path, bytes) })
    : relisted(spoiled(unsigned.files, path, bytes));

function flipped(bytes: Uint8Array, random: Random): Uint8Array {
  const copy = Uint8Array.from(bytes);
  for (let flips = 1 + random(4); flips > 0 && copy.length > 0; flips--) {
    const at = random(copy.length);
    copy[at] = (copy[at] as number) ^ (1 + random(255));
  }
  return copy;
}

/** A JSON text with a value somewhere replaced, removed or duplicated. */
function rewritten(bytes: Uint8Array, random: Random): Uint8Array {
  const root = { value: JSON.parse(Buffer.from(bytes).toString()) };
  let parent: Record<string, unknown> = root;
  let key = 'value';
  for (let depth = random(9); depth > 0; depth--) {
    const child = parent[key];
    if (typeof child !== 'object' || child === null || Object.keys(child).length === 0) break;
    parent = child as Record<string, unknown>;
    key = pick(random, Object.keys(parent));
  }
  const how = random(4);
  if (how === 0) delete parent[key];
  else if (how === 1) parent[`${key}${pick(random, ['', spoof, '2'])}`] = pick(random, values);
  else if (how === 2 && typeof parent[key] === 'number') parent[key] = (parent[key] as number) + 1e-9;
  else parent[key] = pick(random, values);
  const changed = jsonLine((root.value ?? null) as object);
  const isChange = changed !== jsonLine(JSON.parse(Buffer.from(bytes).toString()));
  return isChange ? Buffer.from(changed) : rewritten(bytes, random);
}

const jsonPaths = [...unsigned.files.keys()].filter((path) => path.endsWith('.json'));
const describing = [names.manifest, names.statement, names.datapackage, names.catalog];
const sources = jsonPaths.filter((path) => path.startsWith('data/'));
const extras = [
  'public/api/v2/meta.json',
  'public/api/v1/estimate/coding/evil.json',
  'evil.sh',
  'data/providers/x.json',
];

const small: Snapshot = { name: snapshot.name, files: new Map([...snapshot.files].slice(0, 30)) };
const tar = await tarBytes(small);

const kinds: ((random: Random) => Mutation)[] = [
  (random) => ({ what: 'bytes of the archive', archive: flipped(archive, random) }),
  (random) => ({ what: 'the archive cut off', archive: archive.subarray(0, random(archive.length)) }),
  (random) => ({
    what: 'bytes of the tar, resealed',
    archive: sealed(gzipSync(flipped(tar, random), { level: 1 })),
  }),
  (random) => {
    // A header: name, mode, size, checksum, type, prefix.
    const copy = Uint8Array.from(tar);
    const header = 512 * random(4);
    const size = Buffer.from(
      pick(random, ['77777777777', '-0000000001', '\x80\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff', 'zzzzzzzzzzz']),
      'latin1',
    );
    const how = random(3);
    if (how === 0) copy.set(size, header + 124);
    if (how === 1)
      copy[header + 156] = pick(
        random,
        [...'0123457xgLKSV'].map((type) => type.charCodeAt(0)),
      );
    if (how === 2) copy.set(Buffer.from(spoof), header + random(60));
    copy.fill(0x20, header + 148, header + 156);
    const sum = copy.subarray(header, header + 512).reduce((total, byte) => total + byte, 0);
    copy.set(Buffer.from(`${sum.toString(8).padStart(6, '0')}\0 `), header + 148);
    return { what: 'a tar header, with a new checksum', archive: sealed(gzipSync(copy, { level: 1 })) };
  },
  (random) => {
    const path = pick(random, [...snapshot.files.keys()]);
    return {
      what: `bytes of ${path}`,
      snapshot: {
        ...snapshot,
        files: spoiled(snapshot.files, path, flipped(snapshot.files.get(path) as Uint8Array, random)),
      },
    };
  },
  (random) => {
    // Not the checksums, which are recomputed.
    const path = pick(
      random,
      [...unsigned.files.keys()].filter((name) => name !== names.sums),
    );
    return { what: `${path} removed`, snapshot: withChanged(path, null) };
  },
  (random) => {
    const path = pick(random, extras);
    return { what: `${path} added`, snapshot: relisted(spoiled(unsigned.files, path, Buffer.from(spoof))) };
  },
  (random) => {
    const path = pick(random, describing);
    return {
      what: `${path} rewritten`,
      snapshot: resummed({
        ...unsigned,
        files: spoiled(unsigned.files, path, rewritten(unsigned.files.get(path) as Uint8Array, random)),
      }),
    };
  },
  (random) => {
    const path = pick(random, sources);
    return {
      what: `${path} rewritten`,
      snapshot: withChanged(path, rewritten(unsigned.files.get(path) as Uint8Array, random)),
    };
  },
  (random) => {
    const path = pick(random, jsonPaths);
    return {
      what: `${path} rewritten`,
      snapshot: withChanged(path, rewritten(unsigned.files.get(path) as Uint8Array, random)),
    };
  },
  (random) => {
    const path = pick(random, jsonPaths);
    return {
      what: `bytes of ${path}, with new checksums`,
      snapshot: withChanged(path, flipped(unsigned.files.get(path) as Uint8Array, random)),
    };
  },
  (random) => {
    const lines = Buffer.from(unsigned.files.get(names.sums) as Uint8Array)
      .toString()
      .split('\n');
    // Not what follows the last line: it is empty already.
    lines[random(lines.length - 1)] = pick(random, [
      '',
      spoof,
      `${'0'.repeat(64)}  ../x`,
      `${'0'.repeat(64)}  ${'x'.repeat(9000)}`,
    ]);
    return {
      what: 'lines of SHA256SUMS',
      snapshot: { ...unsigned, files: spoiled(unsigned.files, names.sums, Buffer.from(lines.join('\n'))) },
    };
  },
];

/** `count` mutations, cycling through the kinds. */
export function* mutations(seed: number, count: number): Generator<Mutation> {
  const { next } = randomFrom(seed);
  const random = (below: number) => Math.floor(next() * below);
  for (let i = 0; i < count; i++) yield (kinds[i % kinds.length] as (typeof kinds)[number])(random);
}
