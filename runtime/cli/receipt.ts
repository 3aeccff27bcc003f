/** `--receipt`: records what an answer was made from, so that others can recompute it, as `agent-cost verify` does. */

import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { hashOf, type Receipt, type ReceiptQuestion, type ReportQuestion } from '../audit/receipt.ts';
import { answersVersion, costModelVersion } from '../core/dataset/version.ts';
import { WrongUse } from '../io/command-line.ts';
import { writeOutput } from '../io/output-file.ts';
import type { CatalogOptions, Prices } from './catalog-options.ts';
import type { LogFile } from './log-files.ts';
import { version } from './program.ts';

export interface ReceiptOptions {
  receipt?: string;
}

export const receiptOption = [
  '--receipt <file>',
  'write a receipt of what the answer was made from, for agent-cost verify --receipt',
] as const;

export const askedPrices = (
  { asOf }: CatalogOptions,
  { own }: Prices,
): Pick<ReceiptQuestion, 'asOf' | 'overlaySha256'> => ({
  asOf: asOf ?? null,
  overlaySha256: own === null ? null : hashOf(plain(own)),
});

/**
 * @param answer what `--json` prints
 * @throws OutputFailed
 */
export function writeReceipt(path: string, { datasetVersion }: Prices, asked: ReceiptQuestion, answer: object): void {
  const question = plain(asked);
  const receipt: Receipt = {
    format: 1,
    datasetVersion,
    costModelVersion,
    answersVersion,
    program: version,
    question,
    questionSha256: hashOf(question),
    answerSha256: hashOf(plain(answer)),
  };
  writeOutput(path, `${JSON.stringify(receipt, null, 2)}\n`, { option: '--receipt' });
}

/** A copy as JSON has it, without undefined members. */
export const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

export async function logHashes(files: readonly LogFile[]): Promise<ReportQuestion['logs']> {
  const hashes: ReportQuestion['logs'] = [];
  for (const { name, path } of files) {
    if (path === null || !statSync(path).isFile())
      throw new WrongUse(`A receipt needs logs that can be read again: ${name} cannot.`);
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of createReadStream(path)) {
      hash.update(chunk as Buffer);
      bytes += (chunk as Buffer).length;
    }
    hashes.push({ bytes, sha256: hash.digest('hex') });
  }
  return hashes;
}
