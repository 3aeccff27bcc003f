/**
 * The contract as data: requests, and the answers required of every carrier of the API, one a line. Nothing there is
 * platform-specific; contract.test.ts runs the list over real sockets. In `requests.jsonl` `{x*100}` is 100 times an x,
 * messages are patterns, and so are header fields that begin with `^`. In the order of docs/host-differences.md.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ContractRequest } from './contract-request.ts';

const pattern = (key: string, value: unknown): unknown =>
  typeof value === 'string' && (key === 'message' || value.startsWith('^')) ? new RegExp(value) : value;

export const requests: readonly ContractRequest[] = readFileSync(join(import.meta.dirname, 'requests.jsonl'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.replaceAll(/\{(.)\*(\d+)\}/g, (_, text: string, times: string) => text.repeat(Number(times))))
  .map((line) => JSON.parse(line, pattern));
