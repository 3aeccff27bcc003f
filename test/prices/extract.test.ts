import { execFileSync, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { extract, extractPlaced, PageError } from '../../build/prices/extract.ts';
import { run } from '../../build/prices/extract-cli.ts';
import { providers } from '../../build/prices/page/providers.ts';
import { expected, fixture, provider, row } from './support.ts';

describe('every fixture', () => {
  for (const [name, rows] of Object.entries(expected)) {
    it(`${name} gives exactly its rows`, () => {
      expect(extract(provider(name), fixture(name))).toEqual(rows.map(row));
    });
  }

  it('covers every provider', () => {
    const covered = new Set(Object.keys(expected).map(provider));
    expect(
      providers()
        .map((one) => one.id)
        .filter((id) => !covered.has(id)),
    ).toEqual([]);
  });
});

describe("another provider's page", () => {
  for (const name of Object.keys(expected)) {
    it(`${name} is refused for every other provider`, () => {
      for (const other of providers().filter((one) => one.id !== provider(name))) {
        expect(() => extract(other.id, fixture(name)), other.id).toThrow(PageError);
      }
    });
  }
});

describe('text that is not a price page', () => {
  it('a page rendered on the client is an error with the reason', () => {
    expect(() => extract('xai', fixture('client-rendered.html'))).toThrow(/filled in by its scripts/);
  });

  it('an empty page, prose and an unknown provider are errors', () => {
    expect(() => extract('zai', '  \n')).toThrow(/empty/);
    expect(() => extract('zai', '# Pricing\n\nOur GLM models cost little.\n')).toThrow(/no token prices/);
    expect(() => extract('nobody', 'x')).toThrow(/unknown provider "nobody"/);
  });
});

describe('the place of a row', () => {
  it('names the table, the heading above it and the row', () => {
    const placed = extractPlaced('zai', fixture('zai/page.md'));
    expect(placed[3]).toMatchObject({ row: { model: 'GLM-9V' }, place: 'price table 2 under "Vision Models", row 1' });
  });

  it('names the column where models are columns', () => {
    const placed = extractPlaced('deepseek', fixture('deepseek/page.html'));
    expect(placed.at(-1)?.place).toBe('price table 1, column 2');
  });
});

const path = (name: string): string => fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url));

describe('prices:extract', () => {
  it('prints the rows as JSON with the ten fields', async () => {
    const { code, out, err } = await run(['xai', path('xai/page.md')]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(JSON.parse(out)).toEqual(expected['xai/page.md']?.map(row));
    expect(Object.keys(JSON.parse(out)[0])).toEqual([
      'model',
      'input',
      'output',
      'cachedInput',
      'cacheWrite5m',
      'cacheWrite1h',
      'cacheWrite',
      'tier',
      'currency',
      'condition',
    ]);
  });

  it.each([
    ['a page without prices', ['xai', path('client-rendered.html')], /no token prices/],
    ['another provider', ['zai', path('xai/page.md')], /not a page of zai/],
    ['an unknown provider', ['nobody', path('xai/page.md')], /unknown provider/],
    ['a missing file', ['xai', path('nothing.md')], /cannot read/],
    ['missing arguments', ['xai'], /two arguments/],
  ])('%s: exit code 2 and the reason', async (_, args, reason) => {
    const { code, out, err } = await run(args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(reason);
  });

  it('prints its usage with --help', async () => {
    expect(await run(['--help'])).toMatchObject({ code: 0, err: '' });
  });

  it('works as a process: rows on stdout, reasons on stderr', () => {
    const cli = fileURLToPath(new URL('../../build/prices/extract-cli.ts', import.meta.url));
    const options = { encoding: 'utf8' as const };
    const good = execFileSync(process.execPath, ['--import', 'tsx', cli, 'zai', path('zai/page.md')], options);
    expect(JSON.parse(good)).toHaveLength(6);
    const bad = spawnSync(process.execPath, ['--import', 'tsx', cli, 'zai', path('client-rendered.html')], options);
    expect([bad.status, bad.stdout]).toEqual([2, '']);
    expect(bad.stderr).toMatch(/^prices:extract: not a page of zai/);
  });
});
