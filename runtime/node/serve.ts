/** `node:http` around the platform-free answers. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Refusal } from '../core/envelope.ts';
import { answerTo, computed } from '../http/answer.ts';
import { type Reply, refuse } from '../http/reply.ts';
import type { Site } from '../http/site.ts';
import { isPage, sendPage } from './pages.ts';
import { readBody } from './read-body.ts';

export interface ServeOptions {
  /** The site to answer from; asked for at every request, so that it can be exchanged. */
  site: () => Site;
  /** Directory of the published files. */
  publicDir: string;
  /** Told of every failure that is ours. */
  onError: (error: unknown) => void;
}

export function createService(options: ServeOptions): Server {
  const answer = (request: IncomingMessage, response: ServerResponse) =>
    handle(options, request, response).catch((error: unknown) => {
      options.onError(error);
      if (response.headersSent) response.destroy();
      else send(response, refuse(new Refusal('internal', 'Something failed on our side; it has been logged.')));
    });
  return createServer(answer);
}

async function handle(options: ServeOptions, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = '', url = '' } = request;
  if (isPage(url)) return sendPage(options, request, response);

  const site = options.site();
  const reply = answerTo(site, { method, url, headers: request.headers as Record<string, string> });
  if (reply !== 'compute') return send(response, reply);
  const body = await readBody(request);
  send(response, body instanceof Refusal ? refuse(body, ['Connection', 'close']) : computed(site, body));
}

function send(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, headers as string[]);
  response.end(body ?? undefined);
}
