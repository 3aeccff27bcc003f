/** The part of GitHub's API that comments on pull requests, kept in memory and served on 127.0.0.1. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Comment {
  id: number;
  body: string;
  user: { type: 'Bot' | 'User' };
}

export interface StandIn {
  url: string;
  comments: Comment[];
  /** `METHOD path` of every request. */
  asked: string[];
  /** The authorization of the last request. */
  authorization: string | undefined;
  /** Answer every request with this status. */
  refuseWith: number | null;
  close: () => void;
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
}

export async function gitHub(): Promise<StandIn> {
  const server = createServer(async (request, response) => {
    const url = new URL(String(request.url), 'http://localhost');
    const given = await textOf(request);
    state.asked.push(`${request.method} ${url.pathname}`);
    state.authorization = request.headers.authorization;
    const answer = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (state.refuseWith !== null) return answer(state.refuseWith, { message: 'Resource not accessible' });
    if (request.method === 'GET') {
      const [page, size] = ['page', 'per_page'].map((name) => Number(url.searchParams.get(name))) as [number, number];
      return answer(200, state.comments.slice((page - 1) * size, page * size));
    }
    const { body } = JSON.parse(given) as { body: string };
    const id = Number(/comments\/(\d+)$/.exec(url.pathname)?.[1]);
    const comment = state.comments.find((one) => one.id === id);
    if (request.method === 'PATCH' && comment !== undefined) {
      comment.body = body;
      return answer(200, comment);
    }
    state.comments.push({ id: state.comments.length + 1, body, user: { type: 'Bot' } });
    answer(201, state.comments.at(-1));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const state: StandIn = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    comments: [],
    asked: [],
    authorization: undefined,
    refuseWith: null,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return state;
}
