/**
 * The conformance suite of the Model Context Protocol against `agent-cost mcp`. It speaks only HTTP, so a bridge
 * forwards the messages. Its other scenarios need its own tools, resources and prompts, or features this server lacks.
 */

import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { program } from '../mcp/client.ts';
import { missing, outside } from './tools.ts';

interface Bridge {
  url: string;
  close: () => Promise<void>;
}

/** Each session is a separate process. */
async function startBridge(): Promise<Bridge> {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const server = createServer((request, response) => {
    const known = sessions.get(String(request.headers['mcp-session-id']));
    void (known === undefined ? begin(request, response) : known.handleRequest(request, response));
  });

  async function begin(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const http = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => void sessions.set(id, http),
    });
    const stdio = new StdioClientTransport({ command: process.execPath, args: [program, 'mcp'], stderr: 'ignore' });
    http.onmessage = (message) => void stdio.send(message);
    stdio.onmessage = (message) => void http.send(message);
    http.onclose = () => void stdio.close();
    await Promise.all([http.start(), stdio.start()]);
    await http.handleRequest(request, response);
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    close: async () => {
      for (const session of sessions.values()) await session.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

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
