/** Varnish with the generated rules, as an operator would set it up. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../support/server/free-port.ts';
import { programOf } from '../../support/system-packages.ts';
import { listening, type Program, start } from './processes.ts';

export async function startVarnish(dir: string, dist: string, runtime: string): Promise<Program & { base: string }> {
  mkdirSync(dir, { recursive: true });
  const port = await freePort();
  const rules = readFileSync(join(dist, 'hosts/varnish/agent-cost.vcl'), 'utf8').replace(
    '.port = "8787"',
    `.port = "${new URL(runtime).port}"`,
  );
  writeFileSync(join(dir, 'agent-cost.vcl'), rules);
  // No jail: it needs root. No extra listener for administration.
  const program = start(programOf('varnish'), [
    ...['-F', '-j', 'none', '-n', join(dir, 'varnish'), '-a', `127.0.0.1:${port}`],
    ...['-f', join(dir, 'agent-cost.vcl'), '-s', 'malloc,16m', '-T', 'none'],
  ]);
  await listening(port, program);
  return { ...program, base: `http://127.0.0.1:${port}` };
}
