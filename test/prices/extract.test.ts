import { describe, expect, it } from 'vitest';
import { extract, extractPlaced, PageError } from '../../build/prices/extract.ts';
import { providers } from '../../build/prices/providers/index.ts';
import { expected } from './expected.ts';
import { fixture, provider, row } from './support.ts';

describe('every fixture', () => {
  for (const [name, rows] of Object.entries(expected)) {
    it(`${name} gives exactly its rows`, () => {
      expect(extract(provider(name), fixture(name))).toEqual(rows.map(row));
    });
  }

  it('covers every provider', () => {
    const covered = new Set(Object.keys(expected).map(provider));
    expect(providers.map((one) => one.id).filter((id) => !covered.has(id))).toEqual([]);
  });
});

describe("another provider's page", () => {
  for (const name of Object.keys(expected)) {
    it(`${name} is refused for every other provider`, () => {
      for (const other of providers.filter((one) => one.id !== provider(name))) {
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
