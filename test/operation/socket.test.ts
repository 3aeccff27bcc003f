/** A socket that systemd holds: a restart of the only server refuses nobody. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inheritedSocket } from '../../runtime/server/node/sockets/inherited-socket.ts';
import { listening, start, stop } from '../hosts/programs/processes.ts';
import { temporaryDirectory } from '../support/copies.ts';
import { testDist } from '../support/dist.ts';
import { rounds } from '../support/rounds.ts';
import { freePort } from '../support/server/free-port.ts';
import { mixedRequests, startLoad } from '../support/server/load.ts';
import { until } from '../support/server/until.ts';
import { missing, notLinux, programOf } from '../support/system-packages.ts';

describe('the variables of systemd', () => {
  test('count only for the process that they name', () => {
    expect(inheritedSocket({}, 7)).toBeNull();
    expect(inheritedSocket({ LISTEN_FDS: '1' }, 7)).toBeNull();
    expect(inheritedSocket({ LISTEN_FDS: '1', LISTEN_PID: '8' }, 7)).toBeNull();
    expect(inheritedSocket({ LISTEN_FDS: '1', LISTEN_PID: '7' }, 7)?.fd).toBe(3);
  });

  test.each(['0', '2', 'x', ''])('announce one socket, not %j', (LISTEN_FDS) => {
    expect(() => inheritedSocket({ LISTEN_FDS, LISTEN_PID: '7' }, 7)).toThrow(/LISTEN_FDS/);
  });
});

/** Runs the server as systemd would: with its own id in LISTEN_PID, which only a shell in between knows. */
const asSystemd = `echo "process $$"; LISTEN_PID=$$ exec '${process.execPath}' '${join(testDist, 'server.cjs')}'`;

describe.skipIf(notLinux !== null)(`a server with a socket ${notLinux ?? ''}`, () => {
  test.each([
    ['is not there', 'exec 3<&-', /LISTEN_FDS/],
    ['is a file', 'exec 3</dev/null', /LISTEN_FDS/],
  ])('that %s ends with exit code 1 and names the variable', (_, redirect, message) => {
    const env = { ...process.env, METRICS_PORT: 'off', LISTEN_FDS: '1' };
    const { status, stderr } = spawnSync('sh', ['-c', `${redirect}; ${asSystemd}`], { env, encoding: 'utf8' });
    expect(status, stderr).toBe(1);
    expect(stderr).toMatch(message);
  });

  const reason = missing('systemd-socket-activate');
  const restarts = rounds(30);

  test.skipIf(reason !== null)('of a path is refused: its callers would have no address', async () => {
    const path = join(temporaryDirectory(), 'socket');
    const holder = start(programOf('systemd-socket-activate'), ['-l', path, 'sh', '-c', asSystemd]);
    const exited = once(holder.child, 'exit');
    await until(() => existsSync(path));
    connect(path).on('error', () => {}); // the server starts when somebody connects
    expect(await exited).toEqual([1, null]);
    expect(holder.output()).toMatch(/LISTEN_FDS.*TCP/);
  });

  test.skipIf(reason !== null)(
    `${restarts} restarts of one server under load lose no request ${reason ?? ''}`,
    async () => {
      const port = await freePort();
      const base = `http://127.0.0.1:${port}`;
      const settings = { RATE_LIMIT: 'off', METRICS_PORT: 'off', MAX_CONNECTIONS_PER_ADDRESS: '5000' };
      // The shell keeps the socket open, as systemd does, and starts the server again whenever it has stopped.
      const holder = start(programOf('systemd-socket-activate'), [
        ...Object.entries(settings).flatMap(([name, value]) => ['-E', `${name}=${value}`]),
        ...['-l', `127.0.0.1:${port}`, 'sh', '-c', 'while sh -c "$0"; do :; done', asSystemd],
      ]);
      await listening(port, holder);
      const processes = () => [...holder.output().matchAll(/^process (\d+)$/gm)].map(([, id]) => Number(id));
      const greetings = () => holder.output().match(/agent-cost on http/g)?.length ?? 0;
      await until(() => greetings() === 1);
      expect(holder.output()).toContain(`agent-cost on ${base} `);

      const onceEach = mixedRequests.map((request) => ({
        ...request,
        headers: { ...request.headers, Connection: 'close' },
      }));
      const loads = [startLoad(base, mixedRequests, 8), startLoad(base, onceEach, 4)];
      for (let restart = 1; restart <= restarts; restart++) {
        process.kill(processes().at(-1) as number, 'SIGTERM');
        await until(() => greetings() === restart + 1);
        const before = loads.map(({ result }) => result.answers);
        await until(() => loads.every(({ result }, i) => result.answers > (before[i] as number) + 50));
      }
      const results = await Promise.all(loads.map((load) => load.stop()));
      await stop(holder.child, 'SIGKILL');
      expect(processes().length).toBe(restarts + 1);
      for (const { answers, statuses, errors } of results) {
        expect({ statuses: Object.keys(statuses), errors }).toEqual({ statuses: ['200'], errors: [] });
        expect(answers).toBeGreaterThan(50 * restarts);
      }
    },
  );
});
