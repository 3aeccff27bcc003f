/** nginx with the generated rules, as an operator would set it up. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../support/server/free-port.ts';
import { programOf } from '../../support/system-packages.ts';
import { listening, type Program, start } from './processes.ts';

export interface Nginx extends Program {
  base: string;
}

/**
 * Starts nginx below `dir` with the example configuration of a build: the addresses and paths are filled in, and
 * `files.conf` or `runtimes.conf` is chosen.
 */
export async function startNginx(
  dir: string,
  { dist, rules, runtimes }: { dist: string; rules: 'files' | 'runtimes'; runtimes: readonly string[] },
): Promise<Nginx> {
  mkdirSync(dir, { recursive: true });
  const port = await freePort();
  const hosts = join(dist, 'hosts/nginx');
  const upstream = readFileSync(join(hosts, 'upstream.conf'), 'utf8').replace(
    /server 127\.0\.0\.1:8787( .*);/g,
    (_, options: string) => runtimes.map((base) => `server ${new URL(base).host}${options};`).join('\n'),
  );
  writeFileSync(join(dir, 'upstream.conf'), upstream);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${dir}/${name};`)
    .join('\n');
  let conf = readFileSync(join(hosts, 'nginx.conf'), 'utf8')
    .replace(
      'worker_processes auto;',
      `worker_processes 2;\ndaemon off;\n${process.getuid?.() === 0 ? 'user root;' : ''}`,
    )
    .replace(/pid .*;/, `pid ${dir}/nginx.pid;`)
    .replace(/error_log .*;/, `error_log stderr warn;`)
    .replace('include upstream.conf;', `include ${dir}/upstream.conf;\n${temporary}`)
    .replace('include maps.conf;', `include ${hosts}/maps.conf;`)
    .replace(/include files\.conf;.*/, `include ${hosts}/${rules}.conf;`)
    .replace('listen 8080;', `listen 127.0.0.1:${port};`)
    .replace(/root .*;/, `root ${dist}/public;`);
  const brotli = programOf('the Brotli module of nginx');
  if (existsSync(brotli)) {
    conf = `load_module ${brotli};\n${conf.replace('# brotli_static on;', 'brotli_static on;')}`;
  }
  writeFileSync(join(dir, 'nginx.conf'), conf);
  const program = start(programOf('nginx'), ['-c', join(dir, 'nginx.conf'), '-e', 'stderr']);
  await listening(port, program);
  return { ...program, base: `http://127.0.0.1:${port}` };
}
