/**
 * The conformance suite of the Model Context Protocol against `agent-cost mcp`. It speaks only HTTP, so a bridge
 * forwards the messages. Its other scenarios need its own tools, resources and prompts, or features this server lacks.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Bridge, startBridge } from '../mcp/http-bridge.ts';
import { missing, outside } from './tools.ts';

const reason = missing();
const modules = join(outside, 'node_modules');
/** The suite needs Node 22 or newer. */
const node = join(modules, 'node-24/bin/node');
const suite = join(modules, '@modelcontextprotocol/conformance/dist/index.js');

describe.skipIf(reason !== null)(`the conformance suite ${reason ?? ''}`, () => {
  let bridge: Bridge;
  beforeAll(async () => {
    for (const path of [node, suite]) expect(existsSync(path), path).toBe(true);
    bridge = await startBridge();
  });
  afterAll(() => bridge.close());

  test.each(['server-initialize', 'ping', 'tools-list', 'resources-list'])('%s passes', async (scenario) => {
    const child = spawn(node, [suite, 'server', '--url', bridge.url, '--scenario', scenario], { timeout: 120_000 });
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += text));
    const [code] = await once(child, 'close');
    expect({ code, printed }).toEqual({ code: 0, printed: expect.stringMatching(/Passed: [1-9]\d*\/\d+, 0 failed/) });
  });
});
