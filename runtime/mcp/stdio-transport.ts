/** The SDK's transport on standard input and output, with its errors about invalid messages in plain words. */
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { ErrorCode, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { printable } from '../core/values/printable.ts';

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
