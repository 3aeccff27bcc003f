import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseCsv } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { documentText } from '../../runtime/api/feeds.ts';
import { changesOf } from '../../runtime/core/answers/changes.ts';
import type { Change } from '../../runtime/core/answers/schemas/change-schema.ts';
import type { Model } from '../../runtime/core/answers/schemas/model-schemas.ts';
import { modelFeeds } from '../../runtime/site/changes/model-feeds.ts';
import { catalogOn, dataset, testDay } from '../support/core/catalog.ts';
import { catalogOf } from '../support/core/dated.ts';
import { rawModels } from '../support/core/raw-data.ts';
import { testDist } from '../support/dist.ts';

const published = (file: string) => readFileSync(join(testDist, 'public/api/v1', file), 'utf8');
const data = <T>(file: string) => (JSON.parse(published(file)) as { data: T }).data;
const atom = published('changes.atom');

/** The result of xmllint for `xml` as a feed. */
const checkFeed = (xml: string) =>
  validateXML({
    xml: { fileName: 'changes.atom', contents: xml },
    schema: readFileSync(join(import.meta.dirname, 'atom.rng'), 'utf8'),
    extension: 'relaxng',
  });

describe('the feed of changes', () => {
  test('is valid Atom 1.0 according to xmllint', async () => {
    expect((await checkFeed(atom)).errors).toEqual([]);
  });

  test('is not valid without its id, or with a day instead of a time', async () => {
    expect((await checkFeed(atom.replace(/<id>.*?<\/id>/, ''))).valid).toBe(false);
    expect((await checkFeed(atom.replace(/T00:00:00Z/, ''))).valid).toBe(false);
  });

  test('links to itself and to the API by path, and by address where that of the site is known', async () => {
    const linksOf = (xml: string) => [...xml.matchAll(/<link [^>]*href="([^"]*)"/g)].map(([, href]) => href);
    expect(linksOf(atom)[0]).toBe('/api/v1/changes.atom');
    const known = documentText['/changes.atom'](catalogOn(testDay), 'https://example.com/costs/');
    expect((await checkFeed(known)).errors).toEqual([]);
    expect(linksOf(known)[0]).toBe('https://example.com/costs/api/v1/changes.atom');
    expect(linksOf(known)).toEqual(linksOf(atom).map((href) => `https://example.com/costs${href}`));
  });

  test('has one entry per change, each with a unique id', () => {
    const ids = [...atom.matchAll(/<entry>\s*<id>(.*?)<\/id>/g)].map(([, id]) => id);
    expect(ids).toHaveLength(data<Change[]>('changes.json').length);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('keeps the id of an entry when a scheduled change takes effect', () => {
    const id = 'tag:agent-cost,2026:changes/gemini-4-argon/2026-12-01';
    expect(atom).toContain(`<id>${id}</id>`);
    const kindOn = (day: string) =>
      changesOf(catalogOn(day)).find(({ modelId, on }) => modelId === 'gemini-4-argon' && on === '2026-12-01')?.kind;
    expect([kindOn('2026-11-30'), kindOn('2026-12-01')]).toEqual(['scheduled', 'changed']);
  });

  test('escapes special characters in names and notes', () => {
    const [provider] = structuredClone(dataset.providers);
    const model = provider?.models[0];
    if (!provider || !model?.prices[0]) throw new Error('no model');
    model.name = 'A < B & "C"';
    model.releaseDate = '2026-01-01';
    const [change] = changesOf(catalogOf({ ...dataset, providers: [{ ...provider, models: [model] }] }, testDay));
    expect(change?.modelName).toBe('A < B & "C"');
    expect(atom).not.toMatch(/&(?!amp;|lt;|gt;|quot;|#39;)/);
  });
});

describe('the list of changes', () => {
  test('is newest first and has the price before each change: Gemini 4 Argon doubles', () => {
    const changes = data<Change[]>('changes.json');
    expect(changes.map(({ on }) => on)).toEqual(
      changes
        .map(({ on }) => on)
        .sort()
        .reverse(),
    );
    expect(changes.find(({ modelId, kind }) => modelId === 'gemini-4-argon' && kind === 'scheduled')).toMatchObject({
      on: '2026-12-01',
      before: { inputPerMTok: 2, outputPerMTok: 10, cachedInputPerMTok: 0.1 },
      after: { inputPerMTok: 4, outputPerMTok: 20, cachedInputPerMTok: 0.2 },
    });
  });

  test('has one row for every dated price that replaced another, recounted from the data', () => {
    const replaced = catalogOn(testDay).models.flatMap(({ facts }) => facts.prices.slice(1));
    expect(data<Change[]>('changes.json').filter(({ before }) => before !== null)).toHaveLength(replaced.length);
  });
});

describe('the table of models', () => {
  const csv = published('models.csv');

  test('is RFC 4180: every line ends with CRLF, every record has the fields of the header', () => {
    expect(csv.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(csv.endsWith('\r\n')).toBe(true);
    // csv-parse refuses records with another number of fields.
    expect(parseCsv(csv, { record_delimiter: '\r\n', columns: true })).toHaveLength(rawModels.length);
  });

  test('has the values of the list of models, with an empty field for null', () => {
    const rows = parseCsv(csv, { record_delimiter: '\r\n', columns: true }) as Record<string, string>[];
    // A cell holds no object; seenAtProvider and seenInDatasets have the days of lastSeen.
    const models = data<Model[]>('models.json').map(({ lastSeen: _, ...model }) =>
      Object.fromEntries(Object.entries(model).map(([name, value]) => [name, value === null ? '' : String(value)])),
    );
    expect(rows).toEqual(models);
  });
});

describe('the feed and the calendar of one model', () => {
  const files = new Map(
    modelFeeds({ catalog: catalogOn(testDay), siteUrl: null }).map((file) => [file.path, file.content]),
  );
  const text = (path: string): string => files.get(path)?.() as string;

  test('exist for each model on sale, and the feed is valid', async () => {
    expect(files.size).toBe(2 * catalogOn(testDay).models.length);
    expect((await checkFeed(text('feeds/gemini-4-argon.atom'))).errors).toEqual([]);
  });

  test('have the changes of that model at its maker only, and its end', () => {
    const ids = (path: string) => [...text(path).matchAll(/<entry>\s*<id>(.*?)<\/id>/g)].map(([, id]) => id);
    const own = data<Change[]>('changes.json').filter(
      ({ modelId, host }) => modelId === 'gemini-4-argon' && host === null,
    );
    expect(ids('feeds/gemini-4-argon.atom')).toEqual(
      own.map(({ on }) => `tag:agent-cost,2026:changes/gemini-4-argon/${on}`),
    );
    const ending = catalogOn(testDay).models.find(({ facts }) => facts.lifecycle?.shutDown);
    const end = ending?.facts.lifecycle?.shutDown;
    expect(ids(`feeds/${ending?.id}.atom`)).toContain(`tag:agent-cost,2026:ends/${ending?.id}/${end}`);
  });

  test('the calendar has a day for each, in lines of at most 75 octets that end as RFC 5545 asks', () => {
    const calendar = text('feeds/gemini-4-argon.ics');
    expect(calendar).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\nPRODID:[^\r]+\r\n/);
    expect(calendar.endsWith('END:VCALENDAR\r\n')).toBe(true);
    expect(calendar.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    for (const line of calendar.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    const whole = calendar.replaceAll('\r\n ', '');
    expect(whole).toContain('DTSTART;VALUE=DATE:20261201\r\nSUMMARY:Price of Gemini 4 Argon');
    // A comma and a semicolon in a text are escaped.
    expect(whole).toMatch(/DESCRIPTION:From 2026-12-01: input \$2 to \$4\\, output/);
    expect(whole.match(/BEGIN:VEVENT/g)).toHaveLength(whole.match(/\r\nUID:/g)?.length ?? -1);
  });
});
