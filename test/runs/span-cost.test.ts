/** `agent-cost price enrich`: what the calls of OpenTelemetry spans cost. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../support/copies.ts';
import { runCli, runCliIn } from '../support/run.ts';

const attribute = (key: string, value: string | number) => ({
  key,
  value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
});

/** A span of 2026-11-20T10:00:00Z. */
const span = (attributes: Record<string, string | number>) => ({
  traceId: '0af7651916cd43dd8448eb211c80319c',
  spanId: 'b7ad6b7169203331',
  name: 'chat',
  startTimeUnixNano: '1795168800000000000',
  attributes: Object.entries(attributes).map(([key, value]) => attribute(key, value)),
});

const requestOf = (...spans: object[]) => ({
  resourceSpans: [{ resource: { attributes: [] }, scopeSpans: [{ scope: { name: 'x' }, spans }] }],
});

// 2,000 fresh x 3 + 45,000 from the cache x .3 + 850 x 15 millionths of a dollar: .006 + .0135 + .01275 = .03225
const sonnet = {
  'gen_ai.operation.name': 'chat',
  'gen_ai.provider.name': 'anthropic',
  'gen_ai.response.model': 'claude-sonnet-4-6',
  'gen_ai.usage.input_tokens': 47_000,
  'gen_ai.usage.cache_read.input_tokens': 45_000,
  'gen_ai.usage.output_tokens': 850,
};

/** The attributes of the spans of a file, by name. */
function attributesIn(text: string): Record<string, unknown>[] {
  const { resourceSpans } = JSON.parse(text);
  return resourceSpans[0].scopeSpans[0].spans.map(({ attributes }: ReturnType<typeof span>) =>
    Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
  );
}

const inFile = (content: string | Uint8Array): string => {
  const file = join(temporaryDirectory(), 'traces.json');
  writeFileSync(file, content);
  return file;
};

describe('agent-cost price enrich', () => {
  test('adds dollars and their parts to spans of calls, and leaves the others as they are', async () => {
    const agent = { ...sonnet, 'gen_ai.operation.name': 'invoke_agent' };
    const text = `${JSON.stringify(requestOf(span(sonnet), span(agent)))}\n`;
    const { code, stdout, stderr } = await runCli('enrich', inFile(text));
    expect([code, stderr]).toEqual([0, '1 calls; all have a price.\n']);
    const [priced, other] = attributesIn(stdout);
    expect(priced).toMatchObject({
      'gen_ai.usage.cost.amount': 0.03225,
      'gen_ai.usage.cost.currency': 'USD',
      'gen_ai.usage.cost.source': 'local',
      'agent_cost.model': 'claude-sonnet-4-6',
      'agent_cost.price.on': '2026-11-20',
      'agent_cost.cost.input': 0.006,
      'agent_cost.cost.cached_input': 0.0135,
      'agent_cost.cost.output': 0.01275,
    });
    expect(Object.keys(other ?? {}).sort()).toEqual(Object.keys(agent).sort());
  });

  test('what cannot be priced is marked, and has no amount', async () => {
    const unknown = { ...sonnet, 'gen_ai.response.model': 'my-own-model' };
    const { stdout, stderr } = await runCli('enrich', inFile(JSON.stringify(requestOf(span(unknown)))));
    expect(stderr).toBe('1 calls; 1 without a price.\n');
    const [marked] = attributesIn(stdout);
    expect(marked?.['agent_cost.unpriced']).toMatch(/my-own-model/);
    expect(marked).not.toHaveProperty(['gen_ai.usage.cost.amount']);
  });

  test('an amount that a gateway stated stays, and ours stands beside it', async () => {
    const stated = { ...sonnet, 'gen_ai.usage.cost.amount': '0.05', 'gen_ai.usage.cost.source': 'provider' };
    const [found] = attributesIn((await runCli('enrich', inFile(JSON.stringify(requestOf(span(stated)))))).stdout);
    expect(found).toMatchObject({
      'gen_ai.usage.cost.amount': '0.05',
      'gen_ai.usage.cost.source': 'provider',
      'agent_cost.cost.amount': 0.03225,
    });
  });

  test('twice is as once, and the bill does not take our own dollars for logged ones', async () => {
    const once = (await runCli('enrich', inFile(JSON.stringify(requestOf(span(sonnet)))))).stdout;
    const twice = (await runCli('enrich', inFile(once))).stdout;
    expect(twice).toBe(once);
    const { total } = JSON.parse((await runCli('report', inFile(once), '--json')).stdout);
    expect(total).toMatchObject({ calls: 1, usd: 0.03225, loggedUsd: null });
    const stated = inFile(JSON.stringify(requestOf(span({ ...sonnet, 'gen_ai.usage.cost.amount': '0.05' }))));
    const other = JSON.parse((await runCli('report', stated, '--json')).stdout);
    expect(other.total).toMatchObject({ usd: 0.03225, loggedUsd: 0.05 });
  });

  test('lines, a document over several lines and gzip; other lines pass unchanged', async () => {
    const metrics = '{"resourceMetrics": [ 1 ]}';
    const lines = `${metrics}\n${JSON.stringify(requestOf(span(sonnet)))}\nnot json\n`;
    const { stdout } = await runCli('enrich', inFile(gzipSync(lines)));
    const [first, second, third] = stdout.split('\n');
    expect([first, third]).toEqual([metrics, 'not json']);
    expect(attributesIn(String(second))[0]).toMatchObject({ 'gen_ai.usage.cost.amount': 0.03225 });
    const document = await runCli('enrich', inFile(JSON.stringify(requestOf(span(sonnet)), null, 2)));
    expect(attributesIn(document.stdout)[0]).toMatchObject({ 'gen_ai.usage.cost.amount': 0.03225 });
  });

  test('a line with a number that would change is left as it is, and counted', async () => {
    const big = `{"resourceSpans":[{"x":12345678901234567890}]}`;
    const { stdout, stderr } = await runCli('enrich', inFile(`${JSON.stringify(requestOf(span(sonnet)))}\n${big}\n`));
    expect(stdout.split('\n')[1]).toBe(big);
    expect(stderr).toContain('1 lines are not JSON that can be written again');
  });

  test.each([
    ['a text', '# Title\n\n{"resourceSpans": []}\n'],
    ['lines of other JSON', '{"model":"gpt-5.4"}\n{"resourceSpans":[]}\n'],
    ['a document of other JSON', '{\n  "name": "shop",\n  "version": "1.0.0"\n}\n'],
    ['a number', '7\n'],
  ])('%s is refused before any of it is printed', async (_, content) => {
    const { code, stdout, stderr } = await runCli('enrich', inFile(content));
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/is not OTLP JSON/);
  });

  test('every part of an amount is spelt as in the conventions', async () => {
    const all = {
      ...sonnet,
      'gen_ai.usage.input_tokens': 50_000,
      'gen_ai.usage.cache_creation.input_tokens': 3000,
    };
    const [found] = attributesIn((await runCli('enrich', inFile(JSON.stringify(requestOf(span(all)))))).stdout);
    // 3,000 written to the cache at 3.75 millionths of a dollar.
    expect(found).toMatchObject({ 'agent_cost.cost.cache_write': 0.01125 });
    expect(Object.keys(found ?? {}).filter((name) => /[A-Z]/.test(name))).toEqual([]);
  });

  test('of a file that is not there, or is a folder, is refused by its name', async () => {
    const dir = temporaryDirectory();
    for (const name of ['nothing', '.']) {
      const { code, stdout, stderr } = await runCliIn(dir, ['enrich', name]);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain(JSON.stringify(name));
      expect(stderr).not.toContain('ENOENT');
    }
  });

  test('a file without calls is an error, and what --out names is left alone', async () => {
    const dir = temporaryDirectory();
    writeFileSync(join(dir, 'out.json'), 'mine');
    const empty = inFile('{"resourceMetrics":[]}\n');
    const { code, stderr } = await runCliIn(dir, ['enrich', empty, '--out', 'out.json']);
    expect(code).not.toBe(0);
    expect(stderr).toContain('has no span of a model call');
    expect(readFileSync(join(dir, 'out.json'), 'utf8')).toBe('mine');
  });
});
