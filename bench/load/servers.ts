/** How each contestant is started on a port. */
import { join } from 'node:path';
import type { Bench } from '../bench.ts';
import type { Command } from '../program.ts';
import { type Answer, recorded } from './load.ts';

type CommandOn = (port: number) => Command;

const peer = (name: string): string => join(import.meta.dirname, '../peers', name);

/** Our server, without a rate limit unless `env` says otherwise. */
export const ours =
  (dist: string, env: Record<string, string> = {}): CommandOn =>
  (port) => ({
    command: process.execPath,
    args: [join(dist, 'server.cjs')],
    env: { PORT: String(port), METRICS_PORT: '0', HOST: '127.0.0.1', RATE_LIMIT: 'off', LOG_LEVEL: 'error', ...env },
  });

/** The ceiling: sends `answer` to every request, with `parse` after reading and parsing the body. */
export function constant(bench: Bench, answer: Answer, parse?: 'parse'): CommandOn {
  const file = bench.place.file('answer.json', recorded(answer));
  return (port) => ({
    command: process.execPath,
    args: [peer('constant.cjs'), file, String(port), ...(parse ? [parse] : [])],
  });
}

export const serveHandler =
  (dist: string): CommandOn =>
  (port) => ({ command: process.execPath, args: [peer('serve-handler.mjs'), join(dist, 'public'), String(port)] });

export const sirv =
  (dist: string): CommandOn =>
  (port) => ({ command: process.execPath, args: [peer('sirv.mjs'), join(dist, 'public'), String(port)] });

/** Objects and JSON.stringify over the same dataset; its header fields are those of `answer`. */
export async function objects(bench: Bench, dataset: string, answer: Answer): Promise<CommandOn> {
  const program = await bench.place.program('objects');
  const file = bench.place.file('answer.json', recorded(answer));
  return (port) => ({ command: process.execPath, args: [program, dataset, file, String(port)] });
}

/** nginx as one process, so that its CPU time is that of one pid. */
export const nginx =
  (bench: Bench, dist: string): CommandOn =>
  (port) => {
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${bench.place.fresh(name)};`)
      .join('\n  ');
    const config = bench.place.file(
      'nginx.conf',
      `daemon off;
master_process off;
pid ${bench.place.fresh('nginx.pid')};
error_log stderr crit;
events { worker_connections 1024; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000000;
  open_file_cache max=10000;
  types { application/json json; }
  ${temporary}
  server {
    listen 127.0.0.1:${port};
    root ${join(dist, 'public')};
    gzip_static on;
  }
}
`,
    );
    return { command: bench.tools.nginx as string, args: ['-c', config] };
  };
