/** Opens a snapshot (archive, directory or server) and checks it. */

import type { KeyObject } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { SnapshotProblem } from '../audit/exit-codes.ts';
import type { Snapshot } from '../audit/layout.ts';
import { checkTimeStamp, type TimeStamp } from '../audit/openssl-ts.ts';
import { readPublicKeys } from '../audit/public-keys.ts';
import { readSnapshot } from '../audit/read-snapshot.ts';
import type { Program } from '../audit/recompute.ts';
import { checkKept, readList } from '../audit/snapshot-list.ts';
import { timeOf } from '../audit/sshsig.ts';
import { defaultLimits, sha256Of } from '../audit/sums.ts';
import { type Verified, verifySnapshot, type Watch } from '../audit/verify-snapshot.ts';
import { readInput } from '../io/input-file.ts';
import { auditInput } from './audit-input.ts';
import type { ReceiptChecked } from './check-receipt.ts';
import { version } from './program.ts';
import { compareServed, fetchList, fetchSnapshot } from './served-snapshot.ts';
import { isAddress, ServerClient, serverLimits } from './server-client.ts';

export interface CheckOptions {
  key?: readonly string[];
  /** The time at which keys must be valid, as OpenSSH writes it; default now. */
  verifyTime?: string;
  kept?: string;
  /** Certificates of timestamp authorities, and the timestamp; default `<archive>.tsr`. */
  tsaCa?: string;
  timestamp?: string;
  /** Path of a receipt, and its inputs in addition to the snapshot: the logs of a report, an overlay. */
  receipt?: string;
  log?: readonly string[];
  overlay?: string;
  timeout?: number;
}

export interface Checked extends Verified {
  /** What the server sent, if an address was checked. */
  served?: { files: number; listed: number };
  timeStamp?: TimeStamp;
  receipt?: ReceiptChecked;
}

export async function check(where: string, options: CheckOptions, watch: Watch): Promise<Checked> {
  if (options.receipt === undefined && (options.log ?? options.overlay) !== undefined) {
    throw wrongUse('--log and --overlay go with --receipt.');
  }
  const time = timeFrom(options.verifyTime);
  const keys = (await Promise.all((options.key ?? []).map((file) => keysAt(file, time)))).flat();
  if (isAddress(where)) return checkServer(where, keys, options, watch);
  if (options.kept !== undefined) throw wrongUse('--kept is for the address of a server; verify-list checks a file.');
  const { tsaCa, timestamp = `${where}.tsr` } = options;
  const snapshot = await readSnapshot(where, defaultLimits, (count) => watch('reading', count));
  const verified = await checked(snapshot, keys, options, watch);
  if (tsaCa === undefined) {
    if (options.timestamp !== undefined) throw wrongUse('--timestamp needs --tsa-ca, the trusted authorities.');
    return verified;
  }
  watch('checking the timestamp');
  if (!(await stat(where)).isFile()) throw wrongUse('--tsa-ca is for an archive: a directory has no timestamp.');
  // openssl reads these two itself, and would read a device for ever.
  for (const file of [timestamp, tsaCa]) await auditInput(file);
  const sha256 = sha256Of(await auditInput(where, defaultLimits.archiveBytes));
  return { ...verified, timeStamp: await checkTimeStamp(timestamp, sha256, tsaCa) };
}

async function checkServer(
  where: string,
  keys: readonly KeyObject[],
  options: CheckOptions,
  watch: Watch,
): Promise<Checked> {
  const { kept, tsaCa, timestamp, timeout } = options;
  if (tsaCa !== undefined || timestamp !== undefined) throw wrongUse('--tsa-ca and --timestamp are for an archive.');
  const totalMs = timeout === undefined ? serverLimits.totalMs : timeout * 1000;
  const client = new ServerClient(where, watch, { ...serverLimits, totalMs });
  watch('fetching the list of snapshots');
  const list = await fetchList(client);
  if (kept !== undefined) checkKept(list, readList(await auditInput(kept), kept));
  const snapshot = await fetchSnapshot(client, list, defaultLimits, watch);
  const verified = await checked(snapshot, keys, options, watch);
  const { files } = await compareServed(client, snapshot.files, watch);
  return { ...verified, served: { files, listed: list.length } };
}

/** What this program makes again is a separate file: the other commands start without it. */
async function thisProgram(): Promise<Program> {
  try {
    const { programs, programFiles } = await import('../audit/program-files.ts');
    return { version, programs, programFiles };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw wrongUse('verify needs pages.js next to this program, as in the npm package and in every snapshot.');
  }
}

async function checked(
  snapshot: Snapshot,
  keys: readonly KeyObject[],
  options: CheckOptions,
  watch: Watch,
): Promise<Checked> {
  const verified = verifySnapshot(snapshot, keys, await thisProgram(), watch);
  if (options.receipt === undefined) return verified;
  watch('recomputing the answer of the receipt');
  const { checkReceipt } = await import('./check-receipt.ts');
  return { ...verified, receipt: await checkReceipt(options.receipt, snapshot.files, verified.manifest, options) };
}

const wrongUse = (message: string) => new SnapshotProblem('wrongUse', message);

function timeFrom(text: string | undefined): Date {
  const time = text === undefined ? Date.now() : timeOf(text);
  if (time !== null) return new Date(time);
  throw wrongUse(`--verify-time must be YYYYMMDD[HHMM[SS]][Z] (got "${text}").`);
}

async function keysAt(file: string, time: Date): Promise<KeyObject[]> {
  let text: string;
  try {
    text = readInput(file).toString('utf8');
  } catch (error) {
    throw wrongUse(`--key: ${file} cannot be read (${(error as Error).message}).`);
  }
  return readPublicKeys(text, file, time);
}
