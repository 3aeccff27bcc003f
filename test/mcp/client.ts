/** `agent-cost mcp` as a client starts it, over pipes. */
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { testDist } from '../support/dist.ts';

export const program = join(testDist, 'cli.js');

/**
 * The SDK's own client.
 * @param env variables of the server besides those that every program gets
 */
export async function connected(env: Record<string, string> = {}): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [program, 'mcp'], stderr: 'ignore', env }),
  );
  await client.listTools();
  return client;
}

export interface Called {
  data: unknown;
  text: string;
  isError: boolean;
}

export async function call(client: Client, name: string, input: object = {}): Promise<Called> {
  const result = (await client.callTool({ name, arguments: { ...input } })) as CallToolResult;
  const [first] = result.content;
  if (result.content.length !== 1 || first?.type !== 'text') throw new Error(JSON.stringify(result));
  return { data: result.structuredContent, text: first.text, isError: result.isError ?? false };
}
