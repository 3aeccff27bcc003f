/** `agent-cost mcp`: tools and resources for agents over the Model Context Protocol, on standard input and output. */
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  GetPromptRequestSchema,
  type JSONRPCMessage,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { metaOf } from '../core/answers/meta.ts';
import type { Catalog } from '../core/dataset/catalog.ts';
import { overlaidModels } from '../core/dataset/overlay-catalog.ts';
import { ApiError } from '../core/schemas/api-error.ts';
import { unknownName } from '../core/values/did-you-mean.ts';
import { printable } from '../core/values/printable.ts';
import { InvalidRequest } from '../library/library.ts';
import { logTools, type OwnLogs } from './log-tools.ts';
import { listedPrompts, promptNamed, promptNames } from './prompts.ts';
import { listedResources, listedTemplates, readResource } from './resources.ts';
import type { Tool } from './tool.ts';
import { listedInputs, withoutBounds } from './tool-schemas.ts';
import { datasetTools } from './tools.ts';

/** The protocol's code for an unknown resource, for which the SDK has no name. */
const resourceNotFound = -32002;

/**
 * Answers until standard input ends. Standard output carries only protocol messages; a problem with a message is
 * reported on standard error, and the next one is answered. A message that is too long ends the program.
 * @param logs the logs of this machine's agents
 * @param version of this program
 */
export async function serveStdio(catalog: Catalog, logs: OwnLogs, version: string): Promise<void> {
  const tools = [...datasetTools, ...logTools(logs)];
  const server = new Server(
    { name: 'agent-cost', title: 'LLM prices and what agents cost', version },
    { capabilities: { tools: {}, resources: {}, prompts: {} }, instructions: instructionsFor(catalog) },
  );
  server.onerror = (error) => process.stderr.write(`agent-cost mcp: ${reasonOf(error)}\n`);
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(listed) }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) =>
    call(tools, catalog, params.name, params.arguments ?? {}),
  );
  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: listedResources }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: listedTemplates }));
  server.setRequestHandler(ReadResourceRequestSchema, ({ params: { uri } }) => {
    const found = readResource(catalog, uri);
    if (found instanceof ApiError) throw refusal(resourceNotFound, found.message);
    return { contents: [found] };
  });
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: listedPrompts }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params: { name, arguments: given } }) => {
    const found = promptNamed(name, given ?? {});
    if (found === null) throw refusal(ErrorCode.InvalidParams, unknownName('prompt', name, promptNames));
    return found;
  });
  // The end of standard input does not close the transport: only a message that is too long does.
  server.onclose = () => {
    process.exitCode = 1;
  };
  // For each message that waits for a slow reader, the SDK adds a listener.
  process.stdout.setMaxListeners(0);
  await server.connect(new StdioTransport());
}

function instructionsFor(catalog: Catalog): string {
  const { datasetVersion, pricesInForce, disclaimer } = metaOf(catalog);
  const { from, until } = pricesInForce;
  const own = overlaidModels(catalog);
  return [
    'Prices of LLM models and what agents built on them cost, in USD.',
    `Dataset ${datasetVersion}, in force from ${from}${until === null ? '' : ` until ${until}`}.`,
    ...(own.length === 0 ? [] : [`An overlay has changed the list prices of ${own.join(', ')}.`]),
    disclaimer,
  ].join(' ');
}

/** A tool as tools/list describes it. All of them only read. */
const listed = ({ name, title, description }: Tool) => ({
  ...{ name, title, description },
  inputSchema: withoutBounds(listedInputs[name]) as { type: 'object' },
  annotations: { readOnlyHint: true },
});

/** An invalid request returns the API's message for the agent to read; an unknown tool is a protocol error. */
async function call(tools: readonly Tool[], catalog: Catalog, name: string, input: object): Promise<CallToolResult> {
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) {
    const names = tools.map((one) => one.name);
    throw refusal(ErrorCode.InvalidParams, unknownName('tool', name, names));
  }
  try {
    const { data, text } = await tool.answer(catalog, input);
    return { content: [{ type: 'text', text }], structuredContent: { ...data } };
  } catch (error) {
    if (!(error instanceof InvalidRequest)) throw error;
    return { content: [{ type: 'text', text: error.message }], isError: true };
  }
}

/** A protocol error. The SDK's own class would also put the code into the message, which clients do as well. */
const refusal = (code: number, message: string): Error => Object.assign(new Error(message), { code });

/** The longest message that is accepted, in MiB: the SDK closes the transport on a longer one. */
const longest = 10;

export class StdioTransport extends StdioServerTransport {
  constructor() {
    super(process.stdin, process.stdout, { maxBufferSize: longest * 2 ** 20 });
  }

  override send(message: JSONRPCMessage): Promise<void> {
    const wrong = 'error' in message ? wrongPlaces(message.error.message) : null;
    if (wrong === null) return super.send(message);
    const error = { code: ErrorCode.InvalidParams, message: `Not a valid request of the protocol: ${wrong}.` };
    return super.send({ ...message, error });
  }
}

/** `params.uri: Invalid input: expected string, received undefined`; null: the text is not a list of findings. */
function wrongPlaces(text: string): string | null {
  if (!text.startsWith('[')) return null;
  try {
    const found = JSON.parse(text) as { path: (string | number)[]; message: string }[];
    return found.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
  } catch {
    return null;
  }
}

/** What was wrong with a message, as one line for the log. The SDK's findings on an invalid message fill pages. */
export function reasonOf({ name, message }: Error): string {
  if (name.endsWith('ZodError')) return 'ignored a message that is not valid JSON-RPC 2.0';
  if (!message.startsWith('ReadBuffer exceeded')) return printable(message);
  return `a message is longer than the limit of ${longest} MiB; exiting`;
}
