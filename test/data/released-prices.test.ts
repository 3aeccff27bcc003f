/** Prices that were released: what a file may gain, and what it may not change without saying why. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readData } from '../../build/data/read-data.ts';
import { checkAppendOnly, editedPrices, releasedData } from '../../build/data/released-prices.ts';
import type { DatedPrice } from '../../runtime/core/schemas/data-files/dated-price.ts';
import type { ModelFile } from '../../runtime/core/schemas/data-files/model-file.ts';
import type { ProviderFile } from '../../runtime/core/schemas/data-files/provider-file.ts';
import { frozenOn } from '../support/core/catalog.ts';
import { frozenFiles } from '../support/core/frozen-data.ts';
import { projectRoot } from '../support/project-root.ts';

const last = ({ prices }: ModelFile) => prices.at(-1) as DatedPrice;

describe('released prices', () => {
  const file = (id: string) =>
    JSON.parse(frozenFiles.find(({ path }) => path === `data/providers/${id}.json`)?.text ?? '') as ProviderFile;
  const against = (change: (provider: ProviderFile) => void): string[] => {
    const after = file('openai');
    change(after);
    const found: string[] = [];
    checkAppendOnly(file('openai'), after, (pointer, message) => found.push(`${pointer}: ${message}`));
    return found;
  };
  const sol = ({ models }: ProviderFile) => models.find(({ id }) => id === 'gpt-5.6-sol') as ModelFile;
  const correction = {
    model: 'gpt-5.6-sol',
    from: null,
    why: 'Misread.',
    on: frozenOn,
    sources: [{ name: 'made up', on: frozenOn }],
  };

  test('may gain sources, a later verification, a promise and prices after them', () => {
    const grown = against((provider) => {
      const price = last(sol(provider));
      price.sources.push({ name: 'another', on: frozenOn });
      Object.assign(price, {
        verifiedOn: frozenOn,
        holdsUntil: '2027-01-31',
        note: 'Longer.',
        cacheWrite1h: price.cacheWrite1h,
      });
      sol(provider).prices.push({ ...price, from: '2027-02-01' });
    });
    expect(grown).toEqual([]);
  });

  test('may not be changed or removed, nor may a model be removed', () => {
    expect(against((provider) => Object.assign(sol(provider).prices[0] as object, { output: 29 }))[0]).toMatch(
      /prices\/0\/output: 29 replaces the released 30 \(gpt-5\.6-sol\): append a price.*or list "was", "now" and "why" in "corrections"/,
    );
    expect(against((provider) => sol(provider).prices.shift())[0]).toMatch(
      /the released price from release is missing/,
    );
    expect(
      against((provider) => Object.assign(sol(provider).prices[0]?.longContext[0] as object, { output: 1 })),
    ).toHaveLength(1);
    expect(against((provider) => provider.models.splice(0, 1))[0]).toMatch(/released model "gpt-6-astra" is missing/);
  });

  test('may be corrected if the file lists the old value, the new value and why', () => {
    const corrected = (was: object, now: object | null) =>
      against((provider) => {
        provider.corrections = [{ ...correction, was: { ...was }, now: now && { ...now } }];
        if (now === null) sol(provider).prices.shift();
        else Object.assign(sol(provider).prices[0] as object, { output: 29 });
      });
    expect(corrected({ output: 30 }, { output: 29 })).toEqual([]);
    expect(corrected({ output: 31 }, { output: 29 })).toHaveLength(1);
    expect(corrected({ output: 30 }, { output: 28 })).toHaveLength(1);
    expect(corrected({ output: 30 }, null)).toEqual([]);
  });

  const dir = mkdtempSync(join(tmpdir(), 'agent-cost-released-'));
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  test('are those of the commit where the branch left main', () => {
    const git = (...args: string[]) => {
      const identity = ['-c', 'user.name=test', '-c', 'user.email=test@example.com'];
      const done = spawnSync('git', ['-C', dir, ...identity, ...args], { encoding: 'utf8' });
      expect(done.status, done.stderr).toBe(0);
    };
    expect(releasedData(dir)).toEqual({ missing: 'this is not a git repository' });
    cpSync(join(projectRoot, 'data'), join(dir, 'data'), { recursive: true });
    git('init', '--quiet', '--initial-branch', 'main');
    git('add', '.');
    git('commit', '--quiet', '--message', 'Released');
    git('switch', '--quiet', '--create', 'work');
    const path = join(dir, 'data/providers/xai.json');
    const before = readFileSync(path, 'utf8');
    writeFileSync(path, before.replace('"input": 2,', '"input": 3,'));
    git('commit', '--quiet', '--all', '--message', 'Edited');
    const released = releasedData(dir);
    if ('missing' in released) throw new Error(released.missing);
    expect(released.files.find((one) => one.path === 'data/providers/xai.json')?.text).toBe(before);
    const edited = editedPrices(dir, readData(join(dir, 'data')));
    const line = before.slice(0, before.indexOf('"input": 2,')).split('\n').length;
    expect(edited).toContainEqual(
      expect.objectContaining({
        file: 'data/providers/xai.json',
        line,
        message: expect.stringMatching(/^3 replaces the released 2 .*: append a price/),
      }),
    );
    git('branch', '--delete', '--force', 'main');
    expect(releasedData(dir)).toEqual({ missing: 'there is no main branch to compare with' });
  });
});
