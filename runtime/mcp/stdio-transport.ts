/** Standard input and output as the SDK has them, with what it says of wrong messages in plain words. */
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { ErrorCode, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { printable } from '../core/api/printable.ts';

/** The longest message that is read, in MiB: the SDK closes the transport at a longer one. */
const longest = 10;

export class StdioTransport extends StdioServerTransport {
  constructor() {
    super(process.stdin, process.stdout, { maxBufferSize: longest * 2 ** 20 });
  }

  override send(message: JSONRPCMessage): Promise<void> {
    const wrong = 'error' in message ? wrongPlaces(message.error.message) : null;
    if (wrong === null) return super.send(message);
    const error = { code: ErrorCode.InvalidParams, message: `The request is not one of the protocol: ${wrong}.` };
    return super.send({ ...message, error });
  }
}

/** `params.uri: Invalid input: expected string, received undefined`; null: the text is no list of findings. */
function wrongPlaces(text: string): string | null {
  if (!text.startsWith('[')) return null;
  try {
    const found = JSON.parse(text) as { path: (string | number)[]; message: string }[];
    return found.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
  } catch {
    return null;
  }
}

/** What went wrong with a message, as a line for the log. What the SDK finds in one that is none of the protocol fills pages. */
export function reasonOf({ name, message }: Error): string {
  if (name.endsWith('ZodError')) return 'a message is ignored: it is not one of JSON-RPC 2.0';
  if (!message.startsWith('ReadBuffer exceeded')) return printable(message);
  return `a message is longer than ${longest} MiB, the most that is read. The program ends.`;
}
