/** Programs installed on the system: where they are, or why they are missing. */
import { existsSync } from 'node:fs';

/** Programs the tests start, and the Debian package that contains each. */
const packages = {
  nginx: { file: '/usr/sbin/nginx', from: 'nginx' },
  'the Brotli module of nginx': {
    file: '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so',
    from: 'libnginx-mod-http-brotli-static',
  },
  redis: { file: '/usr/bin/redis-server', from: 'redis-server' },
  systemd: { file: '/usr/bin/systemd-analyze', from: 'systemd' },
  'systemd-socket-activate': { file: '/usr/bin/systemd-socket-activate', from: 'systemd' },
  curl: { file: '/usr/bin/curl', from: 'curl' },
  jq: { file: '/usr/bin/jq', from: 'jq' },
  caddy: { file: '/usr/bin/caddy', from: 'caddy' },
  chromium: { file: '/usr/bin/chromium', from: 'chromium' },
  zsh: { file: '/usr/bin/zsh', from: 'zsh' },
  fish: { file: '/usr/bin/fish', from: 'fish' },
  // The version is part of the path of its programs; this one is of the package that starts them.
  postgres: { file: '/usr/bin/pg_ctlcluster', from: 'postgresql' },
  'clickhouse-server': { file: '/usr/sbin/clickhouse-server', from: 'clickhouse-server' },
  'clickhouse-client': { file: '/usr/bin/clickhouse-client', from: 'clickhouse-client' },
  sqlite3: { file: '/usr/bin/sqlite3', from: 'sqlite3' },
  mariadb: { file: '/usr/sbin/mariadbd', from: 'mariadb-server' },
  varnish: { file: '/usr/sbin/varnishd', from: 'varnish' },
} as const;

export type SystemProgram = keyof typeof packages;

export const systemPrograms = Object.keys(packages) as SystemProgram[];

export const programOf = (name: SystemProgram): string => packages[name].file;

/** The Debian packages of those that are missing. */
export const packagesMissing = (): string[] =>
  Object.values(packages).flatMap(({ file, from }) => (existsSync(file) ? [] : [from]));

/**
 * Why a program cannot be started here, and how to get it; null if it can. If CI is true, a missing program is an
 * error: a test that does not run there would never run.
 */
export function missing(name: SystemProgram): string | null {
  const { file, from } = packages[name];
  if (existsSync(file)) return null;
  const reason = `${name} is missing (apt-get install ${from})`;
  if (process.env.CI === 'true') throw new Error(reason);
  return reason;
}

/** Why a test of /proc or of process groups cannot run here; null on Linux. */
export const notLinux: string | null = process.platform === 'linux' ? null : 'this needs Linux';
