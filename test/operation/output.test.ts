/** A log that cannot be written: the server answers, reloads and stops all the same. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { testDist } from '../support/dist.ts';
import { fullDiskMissing } from '../support/full-disk.ts';
import { ask } from '../support/server/http.ts';
import { untilReady } from '../support/server/ready.ts';
import { until } from '../support/server/until.ts';
import { notLinux } from '../support/system-packages.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** A server whose standard output is `stdout`: a descriptor, or a pipe. */
async function startWith(stdout: number | 'pipe') {
  const server = spawn(process.execPath, [join(testDist, 'server.js')], {
    env: { ...process.env, PORT: '0', METRICS_PORT: '0', HOST: '127.0.0.1', RATE_LIMIT: 'off', LOG_LEVEL: 'debug' },
    stdio: ['ignore', stdout, 'pipe'],
  });
  stops.push(() => server.kill('SIGKILL'));
  let printed = '';
  server.stderr?.on('data', (chunk) => {
    printed += chunk;
  });
  await until(() => printed.includes('/metrics\n'), 60);
  const [, base = '', metrics = ''] = /on (http:\S+) .*metrics on (http:\S+)\/metrics/.exec(printed) ?? [];
  await untilReady({ base });
  const dropped = async () => {
    const { text } = await ask(metrics, '/metrics');
    return Number(/^agent_cost_log_lines_dropped_total (\d+)$/m.exec(text)?.[1]);
  };
  return { server, base, dropped };
}

/** Sends requests, reloads and stops. */
async function useAndStop({ server, base, dropped }: Awaited<ReturnType<typeof startWith>>, requests: number) {
  for (let i = 0; i < requests; i++) expect((await ask(base, '/api/v1/meta')).status).toBe(200);
  server.kill('SIGHUP');
  await until(async () => (await dropped()) > 0, 30);
  expect((await ask(base, '/api/v1/meta')).status).toBe(200);
  const exited = once(server, 'exit');
  server.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
}

describe.skipIf(notLinux !== null)(`standard output ${notLinux ?? ''}`, () => {
  test('on a full disk loses lines and counts them', async (context) => {
    const reason = fullDiskMissing();
    if (reason !== null) context.skip(reason);
    await useAndStop(await startWith(openSync('/dev/full', 'w')), 20);
  });

  test('whose reader is gone loses lines and counts them', async () => {
    const started = await startWith('pipe');
    started.server.stdout?.destroy();
    await useAndStop(started, 20);
  });

  test('whose reader does not read loses lines, counts them, and delays no answer', async () => {
    const started = await startWith('pipe');
    // 1 MiB waits in the server and 64 KiB in the pipe; a line has about 170 bytes.
    started.server.stdout?.pause();
    await useAndStop(started, 9000);
  });
});
