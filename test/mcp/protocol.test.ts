/** `agent-cost mcp` as a process: resources, protocol errors, streams and exit. */
import { execFile } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundleMcp } from '../../build/output/bundle.ts';
import { basePath } from '../contract/contract-request.ts';
import { requests } from '../contract/requests.ts';
import { temporaryDirectory } from '../support/copies.ts';
import { testDist } from '../support/dist.ts';
import { projectRoot } from '../support/project-root.ts';
import { connected, program } from './client.ts';

const published = (file: string) => readFileSync(join(testDist, 'public/api/v1', file), 'utf8');

describe('resources', () => {
  let client: Client;
  beforeAll(async () => {
    client = await connected();
  });
  afterAll(() => client.close());

  const read = async (uri: string) => (await client.readResource({ uri })).contents;

  test('are the answers of the API, listed with descriptions', async () => {
    const { resources } = await client.listResources();
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resources.map(({ uri }) => uri)).toEqual(
      expect.arrayContaining([
        'agent-cost://meta',
        'agent-cost://models',
        'agent-cost://presets',
        'agent-cost://cost-model',
      ]),
    );
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'agent-cost://models/{id}',
      'agent-cost://measured/{id}',
      'agent-cost://plans/{id}',
    ]);
    for (const { uri, title, description, mimeType } of resources) {
      expect(title && description, uri).toBeTruthy();
      const [content] = await read(uri);
      expect(content, uri).toMatchObject({ uri, mimeType });
    }
  });

  const answered = requests.flatMap(({ method, path, expect: { file, schema } }) => {
    const asked = path.slice(basePath.length);
    const isData = schema !== undefined && schema !== 'estimate' && !/\?|\.json$/.test(asked);
    return method === 'GET' && file !== undefined && isData ? [[asked, file] as const] : [];
  });

  test('the contract has enough of them', () => expect(answered.length).toBeGreaterThan(8));

  test.each(answered)('agent-cost:/%s is the body of the answer to a GET', async (path, file) => {
    expect(await read(`agent-cost:/${path}`)).toEqual([
      { uri: `agent-cost:/${path}`, mimeType: 'application/json', text: published(file) },
    ]);
  });

  test('the cost model is the published document', async () => {
    const [content] = await read('agent-cost://cost-model');
    expect(content).toMatchObject({
      mimeType: 'text/markdown',
      text: readFileSync(join(projectRoot, 'docs/cost-model.md'), 'utf8'),
    });
  });

  test.each([
    ['agent-cost://models/gpt-4p', /Unknown model "gpt-4p"\. Did you mean "gpt-4o"\? \/models lists the ids\.$/],
    ['agent-cost://measured/deepsw', /Unknown board "deepsw"\. Did you mean "deepswe"\?/],
    ['agent-cost://modles', /There is no resource "agent-cost:\/\/modles"\. Resources: agent-cost:\/\/meta, /],
    ['agent-cost://models/%zz', /There is no resource /],
    ['agent-cost://estimate', /There is no resource /],
    ['file:///etc/passwd', /There is no resource /],
  ])('%s is refused', async (uri, message) => {
    await expect(read(uri)).rejects.toMatchObject({ code: -32002, message: expect.stringMatching(message) });
  });

  test('an unknown tool is refused with the names of all tools', async () => {
    await expect(client.callTool({ name: 'prcie', arguments: {} })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringMatching(
        /Unknown tool "prcie"\. Did you mean "price"\? Tools: price, estimate, advise, rank, /,
      ),
    });
  });
});

/** The program's output for these lines on standard input, which then ends. */
const given = (lines: readonly (string | object)[], file = program, args: string[] = []) =>
  new Promise<{ code: number; messages: Record<string, unknown>[]; stderr: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      [file, 'mcp', ...args],
      { maxBuffer: 2 ** 26 },
      (error, stdout, stderr) => {
        const printed = stdout.split('\n').slice(0, -1);
        const messages = printed.map((line) => JSON.parse(line));
        resolve({ code: error === null ? 0 : Number(error.code), messages, stderr });
      },
    );
    const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify({ jsonrpc: '2.0', ...line })));
    // A program that has already ended reads nothing.
    child.stdin?.on('error', () => {});
    child.stdin?.end(texts.map((text) => `${text}\n`).join(''));
  });

const initialize = {
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};
const initialized = { method: 'notifications/initialized' };

describe('the streams', () => {
  test('a line that is not a message is reported on standard error, and the next is answered', async () => {
    const lines = ['{nonsense', '', '[]', '{"jsonrpc":"1.0","id":7,"method":"ping"}', '\u0000\u{1f600}'];
    const { code, messages, stderr } = await given([initialize, initialized, ...lines, { id: 2, method: 'ping' }]);
    expect(code).toBe(0);
    expect(messages.map(({ id }) => id).sort()).toEqual([1, 2]);
    expect(messages).toContainEqual({ jsonrpc: '2.0', id: 2, result: {} });
    expect(stderr.match(/^agent-cost mcp: .+$/gm)).toHaveLength(lines.length);
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  test('requests sent before standard input ended are answered, then the program ends', async () => {
    const asks = [...Array(50).keys()].map((n) => ({
      id: n + 2,
      method: 'tools/call',
      params: { name: 'rank', arguments: { presetId: 'coding' } },
    }));
    const { code, messages, stderr } = await given([initialize, initialized, ...asks]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(messages.filter(({ result }) => result !== undefined)).toHaveLength(asks.length + 1);
  });

  test('the program ends on empty standard input too', async () => {
    expect(await given([])).toEqual({ code: 0, messages: [], stderr: '' });
  });

  test('a request outside the protocol is refused and the next is answered', async () => {
    const bad = { id: 2, method: 'tools/call', params: { name: 'price', arguments: null } };
    const { code, messages } = await given([
      initialize,
      initialized,
      bad,
      { id: 3, method: 'nope' },
      { id: 4, method: 'ping' },
    ]);
    expect(code).toBe(0);
    const byId = new Map(messages.map((message) => [message.id, message]));
    expect(byId.get(2)).toHaveProperty('error', {
      code: -32602,
      message: expect.stringMatching(/^Not a valid request of the protocol: params\.arguments: [^\n]+\.$/),
    });
    expect(byId.get(3)).toMatchObject({ error: { code: -32601 } });
    expect(byId.get(4)).toMatchObject({ result: {} });
    expect(JSON.stringify(messages)).not.toMatch(/\.js:\d+/);
  });

  test('a message longer than 10 MiB ends the program with an error, after earlier answers', async () => {
    const long = { id: 3, method: 'ping', params: { much: 'x'.repeat(10 * 2 ** 20) } };
    const lines = [initialize, initialized, { id: 2, method: 'ping' }, long, { id: 4, method: 'ping' }];
    const { code, messages, stderr } = await given(lines);
    expect(messages.map(({ id }) => id).sort()).toEqual([1, 2]);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining('10 MiB'),
    });
  });

  test('the server states its name, version and dataset', async () => {
    const { messages } = await given([initialize]);
    const { datasetVersion } = JSON.parse(published('meta.json')).meta;
    const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
    expect(messages[0]).toMatchObject({
      result: { serverInfo: { name: 'agent-cost', version }, instructions: expect.stringContaining(datasetVersion) },
    });
  });
});

describe('the program', () => {
  test('computes from another catalog', async () => {
    const { code, stderr } = await given([initialize], program, ['--catalog', 'nothing.json']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^The catalog cannot be read/);
    const copy = join(temporaryDirectory(), 'other.json');
    const catalog = JSON.parse(readFileSync(join(testDist, 'catalog.json'), 'utf8'));
    writeFileSync(copy, JSON.stringify({ ...catalog, version: 'another-version' }));
    const ask = { id: 2, method: 'resources/read', params: { uri: 'agent-cost://meta' } };
    const { messages } = await given([initialize, initialized, ask], program, ['--catalog', copy]);
    expect(JSON.stringify(messages)).toContain('another-version');
  });

  test('computes at the prices of an overlay, and states it', async () => {
    const file = join(temporaryDirectory(), 'overlay.json');
    writeFileSync(file, JSON.stringify({ name: 'contract', rules: [{ model: 'gpt-4o', discountPct: 50 }] }));
    const params = { name: 'price', arguments: { calls: [{ model: 'gpt-4o', input: 1000 }] } };
    const asks = [initialize, initialized, { id: 2, method: 'tools/call', params }];
    const { messages, stderr } = await given(asks, program, ['--overlay', file]);
    expect(stderr).toBe('');
    // Half of 1,000 x $2.50 / 1,000,000.
    expect(messages).toContainEqual(
      expect.objectContaining({
        id: 2,
        result: expect.objectContaining({ structuredContent: expect.objectContaining({ usd: 0.00125 }) }),
      }),
    );
    expect(JSON.stringify(messages)).toContain('An overlay has changed the list prices of gpt-4o.');
    expect(JSON.stringify(messages)).toContain('gpt-4o: $0.00125 at the overlay price');
  });

  test('the command reports what is missing when its server is not next to it', async () => {
    const dir = temporaryDirectory();
    for (const name of ['cli.js', 'catalog.json', 'package.json']) cpSync(join(testDist, name), join(dir, name));
    const { code, stderr } = await given([], join(dir, 'cli.js'));
    expect(code).toBe(1);
    expect(stderr).toMatch(/mcp\.js and index\.js/);
  });

  test('is not bundled into the command, and has only the parts of the SDK for stdin and stdout', async () => {
    expect(readFileSync(program, 'utf8')).not.toContain('node_modules/@modelcontextprotocol');
    const { inputs } = await bundleMcp(temporaryDirectory());
    const packages = inputs.flatMap((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []);
    expect([...new Set(packages)].sort()).toEqual(['@modelcontextprotocol/sdk', 'zod', 'zod-to-json-schema']);
  });
});
