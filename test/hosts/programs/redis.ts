/** A real Redis that writes nothing to disk. */
import { mkdirSync } from 'node:fs';
import { freePort } from '../../support/server/free-port.ts';
import { programOf } from '../../support/system-packages.ts';
import { listening, type Program, start } from './processes.ts';

export interface Redis extends Program {
  url: string;
  port: number;
}

/** `port`: the port of an earlier one, to start it again. */
export async function startRedis(dir: string, port?: number): Promise<Redis> {
  mkdirSync(dir, { recursive: true });
  const at = port ?? (await freePort());
  const program = start(programOf('redis'), [
    ...['--port', String(at), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', dir],
  ]);
  await listening(at, program);
  return { ...program, port: at, url: `redis://127.0.0.1:${at}` };
}
