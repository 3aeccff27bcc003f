/** An existing snapshot is never replaced, and one that would not verify is never written. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sourceFiles } from '../../build/snapshot/collect-files.ts';
import { addKey, archiveOf, entryOf, snapshotOf, verifyMade, writeOnce } from '../../build/snapshot/make-snapshot.ts';
import { SnapshotProblem } from '../../runtime/audit/exit-codes.ts';
import type { SnapshotManifest } from '../../runtime/audit/layout.ts';
import { allowedSigner, fingerprint, publicKeyPem, readPublicKeys } from '../../runtime/audit/public-keys.ts';
import { recompute } from '../../runtime/audit/recompute.ts';
import { answersVersion, costModelVersion } from '../../runtime/core/dataset/version.ts';
import { copyData, temporaryDirectory } from '../support/copies.ts';
import { smallFiles } from '../support/core/small-data.ts';
import { archive, made, privateKey, program, snapshot, source } from './support.ts';

const entry = entryOf(snapshot, archive, privateKey);

test('a snapshot is written once: the same bytes already exist, and others are refused', () => {
  const dir = temporaryDirectory();
  const path = join(dir, 'snapshot', entry.file);
  expect(writeOnce(path, archive)).toBe(true);
  expect(writeOnce(path, archive)).toBe(false);
  expect(() => writeOnce(path, Buffer.from('others'))).toThrow(/never replaced/);
  expect(readFileSync(path).equals(archive)).toBe(true);
  expect(readdirSync(join(dir, 'snapshot')), 'nothing half-written is left').toEqual([entry.file]);
});

test('a new key is placed before the keys of earlier snapshots', () => {
  const [pem, signers] = ['public-key.pem', 'allowed_signers'].map((name) => join(temporaryDirectory(), name));
  const keys = [privateKey, generateKeyPairSync('ed25519').privateKey];
  for (const key of [...keys, keys[0] as KeyObject]) {
    addKey(pem as string, publicKeyPem(key));
    addKey(signers as string, allowedSigner(key, 'agent-cost'));
  }
  for (const path of [pem, signers]) {
    const trusted = readPublicKeys(readFileSync(path as string, 'utf8'), 'it', new Date());
    expect(trusted.map(fingerprint)).toEqual(keys.map(fingerprint).reverse());
  }
});

describe('a new snapshot is verified', () => {
  test('and accepted if it is right, signed or not', async () => {
    await verifyMade(archive, privateKey, program);
    await verifyMade(await archiveOf(snapshotOf(source, made, null)), null, program);
  });

  test('and refused if a number does not follow from the data', async () => {
    const path = 'public/api/v1/models.csv';
    const wrong = source.map((file) =>
      file.path === path
        ? { path, bytes: Buffer.from(Buffer.from(file.bytes).toString().replace(',0.1,', ',0.2,')) }
        : file,
    );
    const bad = await archiveOf(snapshotOf(wrong, made, privateKey));
    await expect(verifyMade(bad, privateKey, program)).rejects.toThrow(/models\.csv.* is .*recomputed from the data/);
  });

  test('and refused if it was cut off', async () => {
    await expect(verifyMade(archive.subarray(0, archive.length - 9), privateKey, program)).rejects.toThrow(
      SnapshotProblem,
    );
  });
});

test('the schemas in a snapshot are those the data was checked with, not files next to the data', () => {
  const data = copyData(join(temporaryDirectory(), 'data'), smallFiles);
  mkdirSync(join(data, 'schemas'), { recursive: true });
  writeFileSync(join(data, 'schemas/provider.schema.json'), '{"pattern":"(a+)+$"}');
  writeFileSync(join(data, 'schemas/mine.json'), '{}');
  const ofData = (files: typeof source) =>
    files
      .filter(({ path }) => path.startsWith('data/schemas/'))
      .map(({ path, bytes }) => `${path} ${Buffer.from(bytes)}`)
      .sort();
  expect(ofData(sourceFiles(data))).toEqual(ofData(source));
});

test('a snapshot of another cost model is distinguished from one whose numbers are wrong', () => {
  const bytes = Buffer.from(snapshot.files.get('manifest.json') as Uint8Array).toString('utf8');
  const other = JSON.parse(bytes.replace('"costModelVersion":', '"costModelVersion":1')) as SnapshotManifest;
  expect(other.costModelVersion).toBeGreaterThan(9);
  const again = () => recompute(snapshot.files, other, new Map(), program);
  expect(again).toThrow(expect.objectContaining({ kind: 'otherModel', exitCode: 48 }));
  expect(again).toThrow(`Made by cost model ${other.costModelVersion}, and this is cost model ${costModelVersion}.`);
});

test.each([undefined, 99])(
  'a snapshot with the same numbers in other words, version %s, is not called falsified',
  (words) => {
    const manifest = JSON.parse(Buffer.from(snapshot.files.get('manifest.json') as Uint8Array).toString('utf8'));
    expect(manifest.answersVersion).toBe(answersVersion);
    const again = () => recompute(snapshot.files, { ...manifest, answersVersion: words }, new Map(), program);
    expect(again).toThrow(expect.objectContaining({ kind: 'otherModel', exitCode: 48 }));
    // It sends nobody to the program of an archive.
    expect(again).toThrow(/built yourself/);
  },
);
