/** `agent-cost report reconcile`, and what `report` says of an invoice. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../../support/copies.ts';
import { runCliIn } from '../../support/run.ts';

const dir = temporaryDirectory();
const file = (name: string, content: unknown) =>
  writeFileSync(join(dir, name), typeof content === 'string' ? content : JSON.stringify(content));
const run = (...args: string[]) => runCliIn(dir, args);

// A million tokens of input and 100,000 of output on each of four days: 3 + 1.5 = $4.50 a day at list price.
const days = ['2026-11-02', '2026-11-03', '2026-11-04', '2026-11-05'];
file(
  'calls.csv',
  `time,model,input_tokens,output_tokens\n${days.flatMap((day) => Array(10).fill(`${day}T12:00:00Z,claude-sonnet-4-6,100000,10000\n`)).join('')}`,
);
/** In cents: 396 is $3.96, 12 % below $4.50. */
const costs = (cents: string) => ({
  data: days.map((day) => ({
    starting_at: `${day}T00:00:00Z`,
    results: [{ amount: cents, currency: 'USD', cost_type: 'tokens', model: 'claude-sonnet-4-6', token_type: null }],
  })),
  has_more: false,
});
file('costs.json', costs('396.0'));
file('list.json', costs('450'));

describe('agent-cost report reconcile', () => {
  test('exits with 0 within the tolerance and with 1 beyond it', async () => {
    expect(await run('reconcile', 'calls.csv', '--invoice', 'list.json', '--tolerance', '0')).toMatchObject({
      code: 0,
    });
    // 4 x (4.50 - 3.96) = $2.16, of $15.84 billed 13.6 %.
    expect(await run('reconcile', 'calls.csv', '--invoice', 'costs.json')).toMatchObject({ code: 1 });
    expect(await run('reconcile', 'calls.csv', '--invoice', 'costs.json', '--tolerance', '14%')).toMatchObject({
      code: 0,
    });
    expect(await run('reconcile', 'calls.csv', '--invoice', 'costs.json', '--tolerance', '$2.15')).toMatchObject({
      code: 1,
    });
    expect(await run('reconcile', 'calls.csv', '--invoice', 'costs.json', '--tolerance', 'some')).toMatchObject({
      code: 2,
    });
  });

  test("reads GitHub's AI usage report: what the plan includes is a credit, and Auto: is no part of a model", async () => {
    // A million tokens of input and 100,000 of output: $4.50, 450 credits, of which the plan pays for $4.
    const head = 'date,username,product,sku,model,quantity,unit_type,applied_cost_per_quantity,gross_amount';
    const row = '2026-11-02,ann,copilot,copilot_ai_credit,Auto: Claude Sonnet 4.6,450,ai-credits,0.01,4.50';
    const more = 'discount_amount,net_amount,organization,repository,input,output,cache_read,cache_write';
    file('copilot.csv', `${head},${more}\n${row},4.00,0.50,acme,shop,1000000,100000,0,0\n`);
    const { stdout } = await run('reconcile', 'calls.csv', '--invoice', 'copilot.csv', '--json');
    expect(JSON.parse(stdout).total).toMatchObject({ invoiceNanoUsd: '500000000', logNanoUsd: '4500000000' });
    const classes = JSON.parse(stdout).classes.map((one: { class: string; invoiceNanoUsd: string }) => [
      one.class,
      one.invoiceNanoUsd,
    ]);
    expect(classes).toEqual(
      expect.arrayContaining([
        ['matched', '4500000000'],
        ['onlyInvoice', '-4000000000'],
      ]),
    );
    expect((await run('report', 'copilot.csv')).stderr).toContain('reconcile');
  });

  test('tells price from tokens, and proposes the discount as an overlay with which the two agree', async () => {
    const { stdout } = await run(
      'reconcile',
      'calls.csv',
      '--invoice',
      'costs.json',
      '--write-overlay',
      'as-billed.json',
      '--json',
    );
    const made = JSON.parse(stdout);
    expect(made.total).toMatchObject({ invoiceNanoUsd: '15840000000', logNanoUsd: '18000000000', calls: 40 });
    expect(
      made.classes.map((one: { class: string; differenceNanoUsd: string }) => [one.class, one.differenceNanoUsd]),
    ).toEqual([
      ['matched', '0'],
      ['price', '-2160000000'],
    ]);
    expect(made.overlay.rules).toEqual([{ model: 'claude-sonnet-4-6', discountPct: 12 }]);
    const again = await run(
      'reconcile',
      'calls.csv',
      '--invoice',
      'costs.json',
      '--overlay',
      'as-billed.json',
      '--tolerance',
      '0',
    );
    expect(again).toMatchObject({ code: 0 });
  });

  test('reads a log with dollars, and refuses one without', async () => {
    file(
      'billed.csv',
      'day,model,requests,input_tokens,output_tokens,cost\n2026-11-02,claude-sonnet-4-6,10,1000000,100000,4.50\n',
    );
    const { code, stdout } = await run('reconcile', 'calls.csv', '--invoice', 'billed.csv', '--json');
    expect({ code, left: JSON.parse(stdout).callsLeftOut }).toEqual({ code: 0, left: 30 });
    const refused = await run('reconcile', 'calls.csv', '--invoice', 'calls.csv');
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toMatch(/calls\.csv .*without dollars/);
  });

  test('takes a month as a whole, and other currencies as not read', async () => {
    const row = '2026-11-01T00:00:00Z,2026-12-01T00:00:00Z,Usage,claude-sonnet-4-6';
    const head = 'ChargePeriodStart,ChargePeriodEnd,ChargeCategory,x_Model,BilledCost,BillingCurrency\n';
    file('month.csv', `${head}${row},18.00,USD\n${row},1.00,EUR\n`);
    const { code, stdout, stderr } = await run('reconcile', 'calls.csv', '--invoice', 'month.csv', '--json');
    const { rows, from, until } = JSON.parse(stdout);
    expect({ code, from, until }).toEqual({ code: 0, from: '2026-11-01', until: '2026-11-30' });
    expect(rows).toMatchObject([{ day: null, class: 'matched', invoiceNanoUsd: '18000000000' }]);
    expect(stderr).toMatch(/not in US dollars/);
  });

  test('writes an HTML file without a script', async () => {
    await run('reconcile', 'calls.csv', '--invoice', 'costs.json', '--html', 'out.html');
    const html = readFileSync(join(dir, 'out.html'), 'utf8');
    expect(html).toContain('another price');
    expect(html).not.toMatch(/<script/);
  });

  test('shows the rows that differ most first, in text and on the page, and says that less was billed', async () => {
    const [first, second, ...others] = costs('450').data;
    const billed = (day: object | undefined, cents: string) => ({
      ...day,
      results: [{ ...costs(cents).data[0]?.results[0] }],
    });
    // $4.50 a day at list price: $0.54 less on the first day, $1.50 less on the second.
    file('uneven.json', { data: [billed(first, '396'), billed(second, '300'), ...others], has_more: false });
    const { stdout } = await run('reconcile', 'calls.csv', '--invoice', 'uneven.json', '--html', 'uneven.html');
    expect(stdout).toMatch(/\$2\.04 less was billed/);
    const firstOf = (text: string) => [text.indexOf('2026-11-03  '), text.indexOf('2026-11-02  ')];
    for (const text of [stdout, readFileSync(join(dir, 'uneven.html'), 'utf8').replaceAll('</th>', '  ')]) {
      const [larger = -1, smaller = -1] = firstOf(text);
      expect(larger).toBeGreaterThan(0);
      expect(smaller).toBeGreaterThan(larger);
    }
  });
});

test('report names the command for an invoice', async () => {
  file('openai.json', {
    object: 'page',
    data: [
      {
        object: 'bucket',
        start_time: 1_793_577_600,
        results: [{ object: 'organization.costs.result', amount: { value: 1 } }],
      },
    ],
  });
  for (const name of ['costs.json', 'openai.json']) {
    const { code, stderr } = await run('report', name);
    expect({ name, code }).toEqual({ name, code: 2 });
    expect(stderr).toMatch(/agent-cost report reconcile/);
  }
});
