/** Lists of names without prices: which of them the data price, and what is told of the others. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { comparedLists, listsText, newestOf, newNames, readNameLists, toldIn } from '../../build/prices/import/lock.ts';
import { catalog } from '../support/core/catalog.ts';
import { projectRoot } from '../support/project-root.ts';
import { writePackageFile } from './made-up-packages.ts';

const dir = mkdtempSync(join(tmpdir(), 'agent-cost-names-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const list = {
  ...{ name: '@acme/gateway', version: '2.0.0', on: '2026-11-13', integrity: '', dir },
  ...{ file: 'dist/index.d.ts', type: 'ModelId', prefix: '', unpriced: ['acme-1'] },
};
const state = (text: string) => writePackageFile(dir, 'dist/index.d.ts', text);

describe('a list of names in a type', () => {
  test('is read whole: known models are priced, ended ones are known, and the rest is told', () => {
    // Claude Sonnet 4 was shut down on 2026-06-15; the names of other types are no models.
    state(`declare type OtherId = 'acme-9';
type ModelId =
  | 'claude-sonnet-4-6' | "claude-sonnet-4"
  | 'acme-1' | 'acme-2' | (string & {});
type ModelIdOfMore = 'acme-8';`);
    const compared = comparedLists(catalog, [list]);
    expect(compared).toMatchObject([
      {
        names: 4,
        unpriced: [
          { id: 'acme-1', isNew: false },
          { id: 'acme-2', isNew: true },
        ],
      },
    ]);
    expect(newNames(compared)).toBe(1);
    expect(listsText(compared)[0]).toBe('@acme/gateway 2.0.0 of 2026-11-13: 4 names, 2 without a price:');
    // Once they are pinned they are told, and nothing is new.
    const pinned = toldIn(compared);
    expect(pinned).toMatchObject([{ name: '@acme/gateway', unpriced: ['acme-1', 'acme-2'] }]);
    expect(newNames(comparedLists(catalog, [{ ...list, ...pinned[0] }]))).toBe(0);
  });

  test('that is not there is an error, not an empty list', () => {
    state(`type ModelIds = 'acme-1';`);
    expect(() => comparedLists(catalog, [list])).toThrow('@acme/gateway 2.0.0: dist/index.d.ts has no names');
  });
});

test("the shipped lists have Vercel's gateway first, and each names its type", () => {
  const lists = readNameLists(join(projectRoot, 'data'));
  expect(lists[0]).toMatchObject({ name: '@ai-sdk/gateway', type: 'GatewayModelId', prefix: 'vercel_ai_gateway/' });
  expect(lists.map(({ on }) => on).every((on) => /^2026-\d\d-\d\d$/.test(on))).toBe(true);
});

test('the day of a newer version is that of its publication; one that is the newest stays as it was pinned', () => {
  const pinned = { name: 'made-up', version: '1.0.0', on: '2026-11-01', integrity: 'sha512-old' };
  const registry = (version: string) => () => ({
    version,
    time: { [version]: '2026-11-24T23:59:59.000Z' },
    'dist.integrity': 'sha512-new',
  });
  const newer = { name: 'made-up', version: '1.1.0', on: '2026-11-24', integrity: 'sha512-new' };
  expect(newestOf([pinned], registry('1.1.0'))).toEqual([newer]);
  expect(newestOf([pinned], registry('1.0.0'))).toEqual([pinned]);
});
