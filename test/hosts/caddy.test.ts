/** What Caddy decides itself: queries select by their decoded value or are refused, and so are bodies that are too long. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../support/copies.ts';
import { testDist } from '../support/dist.ts';
import { ask } from '../support/server/http.ts';
import { Conversation, field } from '../support/server/raw.ts';
import { startServer } from '../support/server/server.ts';
import { missing } from '../support/system-packages.ts';
import { startCaddy } from './programs/caddy.ts';

const reason = missing('caddy');

const encoded = [
  '/models?provider=open%61i',
  '/models?prov%69der=openai',
  '/models?prov%69der=openai&tier=fast',
  '/models?provider=openai&prov%69der=google',
  '/models?tier=f%61st',
  '/models?t%69er=nope',
  '/models?provider=%zz',
  '/models?provider=nope%20',
  '/estimate?presetId=r%61g',
  '/estimate?preset%49d=rag',
  '/estimate?presetId=rag&comp%61re=true',
  '/estimate?model%49d=nope',
];

describe.skipIf(reason !== null)(`Caddy ${reason ?? ''}`, () => {
  test('answers an encoded query as the server does', async () => {
    const server = await startServer();
    const { base } = await startCaddy(temporaryDirectory(), testDist, server.base);
    for (const path of encoded) {
      const [caddy, node] = await Promise.all([base, server.base].map((one) => ask(one, `/api/v1${path}`)));
      expect({ path, status: caddy?.status, text: caddy?.text }).toEqual({
        path,
        status: node?.status,
        text: node?.text,
      });
    }
    await server.stop();
  });

  test('without a server refuses it in the envelope', async () => {
    const { base } = await startCaddy(join(temporaryDirectory()), testDist, 'http://127.0.0.1:9');
    for (const path of encoded) {
      const { status, text, headers } = await ask(base, `/api/v1${path}`);
      expect({ path, status, code: JSON.parse(text).error.code }).toEqual({ path, status: 503, code: 'unavailable' });
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'application/json' });
    }
    expect((await ask(base, '/api/v1/models?provider=openai')).status).toBe(200);
  });

  test.each([
    ['/meta/', '/meta'],
    ['/models//?tier=fast', '/models?tier=fast'],
    ['/models/x%0d%0aSet-Cookie:%20a=1/', '/models/x%0d%0aSet-Cookie:%20a=1'],
  ])('redirects from %s to %s, and adds nothing', async (from, to) => {
    const { base } = await startCaddy(temporaryDirectory(), testDist, 'http://127.0.0.1:9');
    const { status, headers, text } = await ask(base, `/api/v1${from}`);
    expect({ status, location: headers.location, text }).toEqual({ status: 308, location: `/api/v1${to}`, text: '' });
  });

  test('refuses a body whose Content-Length is too large, before a server can', async () => {
    const server = await startServer();
    const { base } = await startCaddy(temporaryDirectory(), testDist, server.base);
    // None of the body is sent: Caddy would read the rest of a shorter one before it answers.
    const conversation = new Conversation(base).send(
      `POST /api/v1/estimate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2000000\r\n\r\n`,
    );
    const [answer] = await conversation.answers(1);
    conversation.destroy();
    expect({ status: answer?.status, code: JSON.parse(String(answer?.body)).error.code }).toEqual({
      status: 413,
      code: 'payload_too_large',
    });
    expect(answer && field(answer, 'ratelimit')).toBeUndefined(); // which every answer of a server has
    const limit = `{"presetId":"rag"}${' '.repeat(16 * 1024 - 18)}`;
    const taken = await ask(base, '/api/v1/estimate', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: limit,
    });
    expect(taken.status).toBe(200);
    await server.stop();
  });
});
