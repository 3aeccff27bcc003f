/** What is decided at an exact address, caller or millisecond. */
import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { type Access, admissionOf } from '../../runtime/server/auth/auth.ts';
import { clientAddress, parseTrust } from '../../runtime/server/node/sockets/client-address.ts';
import { MemoryCounter } from '../../runtime/server/rate-limit/memory-counter.ts';

const address = (trust: string, peer: string, forwarded: string): string =>
  clientAddress(
    { socket: { remoteAddress: peer }, headers: { 'x-forwarded-for': forwarded } } as unknown as IncomingMessage,
    parseTrust(trust),
  );

test.each([
  // The only address, or the first of two, is the client: the last hop of the walk.
  ['1', '10.0.0.1', '203.0.113.7', '203.0.113.7'],
  ['2', '10.0.0.1', '203.0.113.7, 10.0.0.2', '203.0.113.7'],
  ['9', '10.0.0.1', '203.0.113.7, 10.0.0.2', '203.0.113.7'],
  ['10.0.0.0/8', '10.0.0.1', '203.0.113.7, 10.0.0.2', '203.0.113.7'],
  // A range of IPv4 addresses written in IPv6, of a peer that is written either way.
  ['::ffff:10.0.0.0/104', '10.0.0.1', '203.0.113.7', '203.0.113.7'],
  ['::ffff:10.0.0.0/104', '::ffff:10.9.0.1', '203.0.113.7', '203.0.113.7'],
  ['::ffff:10.0.0.0/104', '11.0.0.1', '203.0.113.7', '11.0.0.1'],
  // What stands before an untrusted address is the client's own text.
  ['1', '10.0.0.1', '198.51.100.1, 203.0.113.7', '203.0.113.7'],
  ['10.0.0.0/8', '192.0.2.1', '203.0.113.7', '192.0.2.1'],
])('TRUST_PROXY %s: from %s for %s the client is %s', (trust, peer, forwarded, client) => {
  expect(address(trust, peer, forwarded)).toBe(client);
});

test('a key is refused from the millisecond on at which it expires', () => {
  const sha256 = (text: string) => new TextEncoder().encode(text.padEnd(32).slice(0, 32));
  const plan = { name: 'key', limit: 5, seconds: 60 };
  const hex = Buffer.from(sha256('secret')).toString('hex');
  const at = (now: number) => {
    const keys = new Map([[hex, { id: 'a', plan, sha256: sha256('secret'), expiresAt: 1000 }]]);
    const access: Access = { openTier: true, open: null, keys, secrets: new Map(), sha256, now: () => now };
    return admissionOf(access, 'GET', { 'x-api-key': 'secret' }, '203.0.113.7').refusal?.code ?? null;
  };
  expect([999, 1000, 1001].map(at)).toEqual([null, 'invalid_api_key', 'invalid_api_key']);
});

test('where there is no room the callers whose windows end first are forgotten', () => {
  let now = 0;
  const counter = new MemoryCounter(() => now);
  const policy = { name: 'open', limit: 100, seconds: 600 };
  const hit = (caller: number) => counter.hit(`198.51.${caller}`, policy).used;
  // More than twice as many as there is room for, each a millisecond after the one before.
  const callers = 300_000;
  for (let caller = 0; caller < callers; caller++, now++) hit(caller);
  const last = Array.from({ length: 1000 }, (_, index) => hit(callers - 1 - index));
  // Five of the last thousand in one of 32,768 sets of four: C(1000, 5) / 32,768^4, once in 140,000 runs.
  expect(last.filter((used) => used !== 2)).toEqual([]);
  // And the first ones start over, but for those in whose set at most three of nine expected callers came later: 2 %.
  const first = Array.from({ length: 1000 }, (_, caller) => hit(caller));
  expect(first.filter((used) => used === 1).length).toBeGreaterThan(900);
});
