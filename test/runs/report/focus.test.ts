/**
 * Checks the rows of --focus against the rules of FOCUS 1.2, taken from the published specification (requirements of
 * the columns of the Cost and Usage dataset) as far as they concern usage at list prices.
 */
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import type { CallRecord } from '../../../runtime/logs/call-record.ts';
import { FocusCharges, type FocusVersion, focusCsv, focusHeader } from '../../../runtime/logs/report/focus-csv.ts';
import { LogReporter } from '../../../runtime/logs/report/log-reporter.ts';
import { RecordTariffs } from '../../../runtime/logs/report/record-tariffs.ts';
import { reportOf } from '../../../runtime/logs/report/report-of.ts';
import { catalog } from '../../support/core/catalog.ts';
import { runCliIn } from '../../support/run.ts';
import { call, jsonLines } from '../readers/read.ts';
import { at } from './records.ts';

type Row = Record<string, string>;

function rowsOf(records: readonly CallRecord[], version: FocusVersion = '1.2') {
  const tariffs = new RecordTariffs(catalog, { on: null, host: null });
  const shownName = (name: string) => name;
  const facts = {
    datasetVersion: 'v',
    version,
    day: catalog.asOf,
    shownName,
    shownPerson: (_: string, name: string) => name,
    hostNames: new Map([['bedrock', 'Amazon Bedrock']]),
  };
  let text = focusHeader(version);
  const charges = new FocusCharges(
    (record) => tariffs.of(record),
    (some) => {
      text += focusCsv(some, facts);
    },
  );
  const reporter = new LogReporter(catalog, {
    ...{ by: [], since: null, until: null, on: null, host: null },
    onCall: (record, tariff, price) => charges.add(record, tariff, price),
  });
  reporter.add(records);
  charges.end();
  return { rows: parse(text, { columns: true }) as Row[], report: reportOf(reporter), charges };
}

const mandatory = [
  ...['BilledCost', 'BillingAccountId', 'BillingAccountName', 'BillingCurrency', 'BillingPeriodEnd'],
  ...['BillingPeriodStart', 'ChargeCategory', 'ChargeClass', 'ChargeDescription', 'ChargePeriodEnd'],
  ...['ChargePeriodStart', 'ContractedCost', 'EffectiveCost', 'InvoiceIssuerName', 'ListCost', 'PricingQuantity'],
  ...['PricingUnit', 'ProviderName', 'PublisherName', 'ServiceCategory', 'ServiceName'],
];
/** Required of a provider with unit prices, measured usage, projects, regions and tags; and recommended columns. */
const conditional = [
  ...['ConsumedQuantity', 'ConsumedUnit', 'ContractedUnitPrice', 'ListUnitPrice', 'PricingCategory', 'RegionId'],
  ...['RegionName', 'SkuId', 'SkuMeter', 'SkuPriceDetails', 'SkuPriceId', 'SubAccountId', 'SubAccountName', 'Tags'],
  ...['ChargeFrequency', 'ServiceSubcategory', 'InvoiceId'],
];
const since13 = ['HostProviderName', 'ServiceProviderName'];
// BilledCost has no value on purpose, against the specification: no invoice says what is billed.
const mayBeNull = [
  'BilledCost',
  'ChargeClass',
  'InvoiceId',
  'RegionId',
  'RegionName',
  'SubAccountId',
  'SubAccountName',
  'Tags',
];
const decimals = ['EffectiveCost', 'ListCost', 'ListUnitPrice', 'ContractedCost', 'ContractedUnitPrice'];

/** A product of decimals, without rounding. */
function product(a: string, b: string): string {
  const parts = [a, b].map((text) => text.split('.') as [string, string?]);
  const digits = parts.map(([whole, fraction = '']) => BigInt(whole + fraction)) as [bigint, bigint];
  const places = parts.reduce((sum, [, fraction = '']) => sum + fraction.length, 0);
  const text = String(digits[0] * digits[1]).padStart(places + 1, '0');
  const fraction = places === 0 ? '' : text.slice(-places).replace(/0+$/, '');
  return `${text.slice(0, text.length - places)}${fraction === '' ? '' : `.${fraction}`}`;
}
const nanoOf = (usd: string): bigint => {
  const [whole = '', fraction = ''] = usd.split('.');
  return BigInt(whole + fraction.padEnd(9, '0'));
};

/** Every rule that a row breaks. */
function brokenRules(row: Row): string[] {
  const rules: [string, boolean][] = [
    [
      'required columns are not null',
      [...mandatory, ...conditional].every((name) => row[name] !== '' || mayBeNull.includes(name)),
    ],
    [
      'numbers are decimals',
      [...decimals, 'ConsumedQuantity', 'PricingQuantity'].every((name) => /^\d+(\.\d+)?$/.test(row[name] ?? '')),
    ],
    [
      'list price times quantity is the list cost',
      product(row.ListUnitPrice ?? '', row.PricingQuantity ?? '') === row.ListCost,
    ],
    [
      'contracted price times quantity is the contracted cost',
      product(row.ContractedUnitPrice ?? '', row.PricingQuantity ?? '') === row.ContractedCost,
    ],
    ['nothing is said to be billed', row.BilledCost === ''],
    ['the provider issues the invoice', (row.ProviderName ?? row.ServiceProviderName) === row.InvoiceIssuerName],
    ['the currency is a code', row.BillingCurrency === 'USD'],
    [
      'times are UTC',
      ['BillingPeriodStart', 'BillingPeriodEnd', 'ChargePeriodStart', 'ChargePeriodEnd'].every((name) =>
        /^\d{4}-\d\d-\d\dT00:00:00Z$/.test(row[name] ?? ''),
      ),
    ],
    [
      'the charge is within its billing period',
      (row.BillingPeriodStart ?? '') <= (row.ChargePeriodStart ?? '') &&
        (row.ChargePeriodEnd ?? '') <= (row.BillingPeriodEnd ?? ''),
    ],
    ['the category is usage, not a correction', row.ChargeCategory === 'Usage' && row.ChargeClass === ''],
    [
      'frequency, pricing and service have allowed values',
      row.ChargeFrequency === 'Usage-Based' &&
        row.PricingCategory === 'Standard' &&
        row.ServiceCategory === 'AI and Machine Learning' &&
        row.ServiceSubcategory === 'Generative AI',
    ],
    [
      'units are plural, after a whole quantity',
      /^(1000000 Tokens|1000 Requests)$/.test(row.PricingUnit ?? '') &&
        /^(Tokens|Requests)$/.test(row.ConsumedUnit ?? ''),
    ],
    [
      'region and sub account have a name if and only if they have an id',
      (row.RegionId === '') === (row.RegionName === '') && (row.SubAccountId === '') === (row.SubAccountName === ''),
    ],
    [
      'tags are an object of texts, or true where a tag has no value',
      row.Tags === '' ||
        Object.values(JSON.parse(row.Tags ?? '')).every((value) => value === true || typeof value === 'string'),
    ],
    [
      'price details are an object with custom names',
      Object.keys(JSON.parse(row.SkuPriceDetails ?? '')).every((name) => name.startsWith('x_')),
    ],
    [
      'custom columns start with x_',
      Object.keys(row).every(
        (name) =>
          mandatory.includes(name) || conditional.includes(name) || since13.includes(name) || name.startsWith('x_'),
      ),
    ],
  ];
  return rules.filter(([, holds]) => !holds).map(([rule]) => rule);
}

const log = [
  call({
    model: 'claude-sonnet-4-6',
    at: at('2026-11-30'),
    input: 1201,
    cachedInput: 45_000,
    cacheWrite: 7,
    cacheWrite1h: 3,
    output: 850,
    project: 'web',
    tags: ['ci', 'a'],
  }),
  call({
    model: 'claude-sonnet-4-6',
    at: at('2026-11-30'),
    input: 1201,
    output: 1,
    searches: 3,
    project: 'web',
    tags: ['ci', 'a'],
  }),
  call({ model: 'gemini-2.5-pro', at: at('2026-09-01'), input: 200_001, output: 7, serviceTier: 'batch' }),
  call({ model: 'gemini-2.5-pro', at: at('2026-09-01'), input: 100, output: 7, serviceTier: 'batch' }),
  call({ model: 'anthropic.claude-sonnet-4-6-v1:0', at: at('2026-11-01'), input: 100, host: 'bedrock' }),
  call({ model: 'gpt-4o', at: null, input: 33 }),
  call({ model: 'my-own-model', at: at('2026-11-01'), input: 100 }),
];

describe('FOCUS', () => {
  const { rows, report, charges } = rowsOf(log);

  test('of version 1.4 has its columns instead of those of 1.2, in order, and the same amounts', () => {
    const records = [
      call({ at: at('2026-11-02'), model: 'claude-sonnet-4-6', input: 1000, output: 10, host: 'bedrock' }),
      call({ at: at('2026-11-02'), model: 'gpt-4o', input: 1000 }),
    ];
    const [now, before] = [rowsOf(records, '1.4').rows, rowsOf(records).rows];
    const columns = Object.keys(now[0] ?? {});
    const dropped = ['ProviderName', 'PublisherName'];
    const wanted = mandatory.filter((column) => !dropped.includes(column));
    expect(columns).toEqual(expect.arrayContaining([...wanted, 'HostProviderName', 'ServiceProviderName']));
    expect(columns.filter((column) => dropped.includes(column))).toEqual([]);
    expect(columns).toEqual([...columns].sort((a, b) => (a < b ? -1 : 1)));
    const seller = ({ HostProviderName, ServiceProviderName, x_PublisherName }: Row) => [
      HostProviderName,
      ServiceProviderName,
      x_PublisherName,
    ];
    expect(now.map(seller)).toEqual([
      ['Amazon Bedrock', 'Amazon Bedrock', 'Anthropic'],
      ['Amazon Bedrock', 'Amazon Bedrock', 'Anthropic'],
      ['OpenAI', 'OpenAI', 'OpenAI'],
    ]);
    expect(now.map(({ EffectiveCost }) => EffectiveCost)).toEqual(before.map(({ EffectiveCost }) => EffectiveCost));
  });

  test('has the mandatory columns and follows the rules in every row', () => {
    expect(Object.keys(rows[0] as Row)).toEqual(expect.arrayContaining([...mandatory, ...conditional]));
    expect(rows.flatMap((row) => brokenRules(row))).toEqual([]);
  });

  test('a wrong row breaks the rules', () => {
    const wrong = { ...rows[0], ListCost: '1', ServiceName: '', ChargePeriodEnd: '2027-01-01T00:00:00Z', own: '' };
    expect(brokenRules(wrong)).toHaveLength(4);
  });

  test('a price id has one SKU and one meter', () => {
    const parents = new Map<string, Set<string>>();
    for (const { SkuPriceId = '', SkuId = '', SkuMeter = '' } of rows) {
      parents.set(SkuPriceId, new Set([...(parents.get(SkuPriceId) ?? []), `${SkuId} ${SkuMeter}`]));
    }
    expect([...parents.values()].every((found) => found.size === 1)).toBe(true);
  });

  test('EffectiveCost adds up to the bill to the nano-dollar, and unpriced calls are in no row', () => {
    const billed = rows.reduce((sum, { EffectiveCost = '' }) => sum + nanoOf(EffectiveCost), 0n);
    expect(String(billed)).toBe(report.total.nanoUsd);
    expect(charges.unpricedCalls).toBe(1);
    expect(rows.some(({ x_Model }) => x_Model === 'my-own-model')).toBe(false);
  });

  test('a row is one part of the calls of one day at one price', () => {
    // Two calls of 1,201 tokens each at $3 a million: 2 x 0.003603.
    const input = rows.filter(
      (row) => row.x_Model === 'claude-sonnet-4-6' && row.SkuMeter === 'Input Tokens' && row.SubAccountId === 'web',
    );
    expect(input).toHaveLength(1);
    expect(input[0]).toMatchObject({
      ...{ EffectiveCost: '0.007206', ListCost: '0.007206', ListUnitPrice: '3', PricingQuantity: '0.002402' },
      ...{ ConsumedQuantity: '2402', x_Calls: '2', ChargePeriodStart: '2026-11-30T00:00:00Z' },
      ...{ ChargePeriodEnd: '2026-12-01T00:00:00Z', BillingPeriodEnd: '2026-12-01T00:00:00Z' },
      ...{ Tags: '{"a":true,"ci":true}', ProviderName: 'Anthropic', PublisherName: 'Anthropic' },
    });
    // Three searches at $10 for a thousand.
    const search = rows.find(({ SkuMeter }) => SkuMeter === 'Web Searches');
    expect(search).toMatchObject({ EffectiveCost: '0.03', PricingQuantity: '0.003', ListUnitPrice: '10' });
    // In batch: $1.25 a million above 200,000 tokens, $0.625 below.
    const long = rows.filter((row) => row.x_Model === 'gemini-2.5-pro' && row.SkuMeter === 'Input Tokens');
    expect(long.map((row) => [row.ListUnitPrice, row.x_PromptAboveTokens, row.SkuPriceId])).toEqual([
      ['1.25', '200000', 'google/gemini-2.5-pro/input/batch/above-200000'],
      ['0.625', '', 'google/gemini-2.5-pro/input/batch'],
    ]);
    expect(rows.find(({ ProviderName }) => ProviderName === 'Amazon Bedrock')).toMatchObject({
      PublisherName: 'Anthropic',
      InvoiceIssuerName: 'Amazon Bedrock',
    });
  });

  test('the user, the key and tags have a name and a value, and a tag without one is true', () => {
    const tags = ['ci', 'env:prod', 'team = web', 'env:test', 'https://example.com', 'a:'];
    const who = { user: 'ann', key: 'apikey_1', machine: null, team: null };
    const [row] = rowsOf([call({ model: 'gpt-4o', at: at('2026-11-01'), input: 1, who, tags })]).rows;
    expect(brokenRules(row as Row)).toEqual([]);
    expect(JSON.parse(row?.Tags ?? '')).toEqual({
      ...{ user: 'ann', api_key: 'apikey_1', env: 'prod', team: 'web' },
      ...{ ci: true, 'env:test': true, 'https://example.com': true, 'a:': true },
    });
    const keys = [who, { ...who, key: 'apikey_2' }, null].map((one) =>
      call({ model: 'gpt-4o', at: at('2026-11-01'), input: 1, who: one }),
    );
    expect(rowsOf([...keys, ...keys]).rows.map(({ Tags, x_Calls }) => [Tags, x_Calls])).toEqual([
      ['{"user":"ann","api_key":"apikey_1"}', '2'],
      ['{"user":"ann","api_key":"apikey_2"}', '2'],
      ['', '2'],
    ]);
  });

  test('a provider logged as the host is not another seller', () => {
    const own = call({ model: 'claude-sonnet-4-6', at: at('2026-11-01'), input: 100 });
    const sellers = rowsOf([own, { ...own, host: 'anthropic' }]).rows.map((row) => [row.ProviderName, row.SkuId]);
    expect(sellers).toEqual([
      ['Anthropic', 'anthropic/claude-sonnet-4-6/input'],
      ['Anthropic', 'anthropic/claude-sonnet-4-6/input'],
    ]);
  });

  test('charges beyond the limit are written in between without loss', () => {
    const many = Array.from({ length: 45_000 }, (_, index) =>
      call({ model: 'gpt-4o', at: at('2026-11-01'), input: 1, project: `p${index % 22_500}` }),
    );
    const { rows: written, report: whole } = rowsOf(many);
    expect(written.length).toBeGreaterThan(22_500);
    expect(written.reduce((sum, { ConsumedQuantity }) => sum + Number(ConsumedQuantity), 0)).toBe(45_000);
    expect(String(written.reduce((sum, { EffectiveCost = '' }) => sum + nanoOf(EffectiveCost), 0n))).toBe(
      whole.total.nanoUsd,
    );
  });

  test('is written in addition to the report, with list prices and those of an overlay', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'focus-'));
    const row = { time: '2026-11-01', model: 'gpt-4o', input: 1_000_000, output: 0, project: '\u001b[2J,"x"' };
    writeFileSync(join(dir, 'calls.jsonl'), jsonLines(row, { ...row, model: 'nobody' }));
    writeFileSync(
      join(dir, 'own.json'),
      JSON.stringify({ name: 'own', rules: [{ provider: 'openai', discountPct: 20 }] }),
    );
    const args = ['report', 'calls.jsonl', '--focus', 'charges.csv', '--overlay', 'own.json', '--json'];
    const { code, stdout, stderr } = await runCliIn(dir, args);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: '--focus: without a price, and not in charges.csv: 1 call.\n',
    });
    expect(JSON.parse(stdout).total.usd).toBe(2);
    const [charge, ...others] = parse(readFileSync(join(dir, 'charges.csv'), 'utf8'), { columns: true }) as Row[];
    expect(others).toEqual([]);
    expect(brokenRules(charge as Row)).toEqual([]);
    // $2.50 a million, less 20 %.
    expect(charge).toMatchObject({
      EffectiveCost: '2',
      ContractedUnitPrice: '2',
      ListCost: '2.5',
      ListUnitPrice: '2.5',
    });
    expect(charge?.SubAccountId).toBe('\\u001b[2J,"x"');
    const failed = await runCliIn(dir, ['report', 'none.jsonl', '--focus', 'not.csv', '--html', 'not.html']);
    expect(failed.code).toBe(2);
    expect(readdirSync(dir).sort()).toEqual(['calls.jsonl', 'charges.csv', 'own.json']);
    const nowhere = await runCliIn(dir, ['report', 'calls.jsonl', '--focus', 'no/such/folder.csv']);
    expect(nowhere.stderr).toMatch(/^--focus: no\/such\/folder\.csv cannot be written \(ENOENT/);
    await runCliIn(dir, ['report', 'calls.jsonl', '--focus', 'other.csv', '--html', 'no/such/page.html']);
    expect(readdirSync(dir).sort()).toEqual(['calls.jsonl', 'charges.csv', 'own.json']);
  });
});
