/** Caddy with the generated rules, as an operator would set it up. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../support/server/free-port.ts';
import { programOf } from '../../support/system-packages.ts';
import { listening, type Program, start } from './processes.ts';

export async function startCaddy(dir: string, dist: string, runtime: string): Promise<Program & { base: string }> {
  mkdirSync(dir, { recursive: true });
  const port = await freePort();
  const hosts = join(dist, 'hosts/caddy');
  const file = readFileSync(join(hosts, 'Caddyfile'), 'utf8')
    .replace(':8080 {', `:${port} {\n  bind 127.0.0.1`)
    .replace('/srv/agent-cost/dist/public', join(dist, 'public'))
    .replace('/run/agent-cost-caddy.sock', join(dir, 'admin.sock'))
    .replace('/srv/agent-cost/dist/hosts/caddy', hosts);
  writeFileSync(join(dir, 'Caddyfile'), file);
  const program = start(programOf('caddy'), ['run', '--adapter', 'caddyfile', '--config', join(dir, 'Caddyfile')], {
    AGENT_COST_RUNTIMES: new URL(runtime).host,
    HOME: dir,
    XDG_CONFIG_HOME: dir,
    XDG_DATA_HOME: dir,
  });
  await listening(port, program);
  return { ...program, base: `http://127.0.0.1:${port}` };
}
