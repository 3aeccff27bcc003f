/** Programs that come from the system: found, installed where this machine lets us, or missed with a reason. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** What the tests start, and the Debian packages it comes in. */
const packages = {
  nginx: { program: '/usr/sbin/nginx', from: ['nginx', 'libnginx-mod-http-brotli-static'] },
  redis: { program: '/usr/bin/redis-server', from: ['redis-server'] },
  systemd: { program: '/usr/bin/systemd-analyze', from: ['systemd'] },
  caddy: { program: '/usr/bin/caddy', from: ['caddy'] },
} as const;

export type SystemProgram = keyof typeof packages;

/** Where the Brotli module of nginx lies, when it is there. */
export const nginxBrotli = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so';

/**
 * Why a program cannot be started here; null: it can. Where CI is true, a program that is missing is an error: a test
 * that does not run there would never run.
 */
export function missing(name: SystemProgram): string | null {
  const { program, from } = packages[name];
  if (!existsSync(program)) install(name, from);
  if (existsSync(program)) return null;
  const reason = `${name} is missing: install the package ${from[0]} (as root on Debian the tests do it themselves)`;
  if (process.env.CI === 'true') throw new Error(reason);
  console.error(`skipped: ${reason}`);
  return reason;
}

export const programOf = (name: SystemProgram): string => packages[name].program;

/** As root on Debian; does nothing elsewhere. */
function install(name: string, from: readonly string[]): void {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version') || !existsSync('/usr/bin/apt-get')) return;
  console.error(`installing ${from.join(', ')} for the tests of ${name} ...`);
  // RUNLEVEL=1: a package does not start its service beside the tests (invoke-rc.d).
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const run = (args: string[]) => spawnSync('apt-get', args, { env, encoding: 'utf8', timeout: 300_000 });
  let done = run(['install', '-y', '--no-install-recommends', ...from]);
  if (done.status !== 0) {
    run(['update']);
    done = run(['install', '-y', '--no-install-recommends', ...from]);
  }
  if (done.status !== 0) console.error(`apt-get failed: ${done.stderr.split('\n').slice(-4).join(' ')}`);
}
