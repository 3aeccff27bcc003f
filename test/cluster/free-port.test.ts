/** A server that restarts must find its port free: the system must not have given it to a connection meanwhile. */
import { expect, test } from 'vitest';
import { firstEphemeral, freePort } from '../support/server/free-port.ts';

test('a port for a restart is none of those that outgoing connections get', async () => {
  for (let i = 0; i < 20; i++) expect(await freePort()).toBeLessThan(firstEphemeral());
});
