/** `agent-cost mcp` behind Streamable HTTP, for clients that support no other transport: messages pass unchanged. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { program } from './client.ts';

export interface Bridge {
  url: string;
  close: () => Promise<void>;
}

/** Each session is a separate process. */
export async function startBridge(): Promise<Bridge> {
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
