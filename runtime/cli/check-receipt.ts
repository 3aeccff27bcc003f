/** `agent-cost verify --receipt`: computes the answer of a receipt again. The commands that only write one do not load this. */
import isReceipt from 'virtual:validator/receipt';
import { datedDatasetOf } from '../audit/check-schemas.ts';
import { SnapshotProblem } from '../audit/exit-codes.ts';
import type { Files, SnapshotManifest } from '../audit/layout.ts';
import { parseJson } from '../audit/read-json.ts';
import {
  type EstimateQuestion,
  hashOf,
  type Receipt,
  type ReceiptQuestion,
  type ReportQuestion,
} from '../audit/receipt.ts';
import { estimateFor } from '../core/answers/answer.ts';
import { resolveRequest } from '../core/answers/resolved-request.ts';
import { type Catalog, catalogFrom } from '../core/dataset/catalog.ts';
import { answersVersion } from '../core/dataset/version.ts';
import { ApiError } from '../core/schemas/api-error.ts';
import type { Overlay } from '../core/schemas/data-files/overlay-file.ts';
import { describeAll } from '../core/schemas/problems.ts';
import { WrongUse } from '../io/command-line.ts';
import type { Dimension } from '../logs/report/log-report.ts';
import { LogReporter } from '../logs/report/log-reporter.ts';
import { reportOf } from '../logs/report/report-of.ts';
import { auditInput } from './audit-input.ts';
import { pricesFrom } from './catalog-options.ts';
import { logFilesOf } from './log-files.ts';
import { ownNames } from './own-settings.ts';
import { version } from './program.ts';
import { readLogs } from './read-logs.ts';
import { logHashes, plain } from './receipt.ts';

export interface ReceiptInputs {
  log?: readonly string[];
  overlay?: string;
}

export type ReceiptChecked = Awaited<ReturnType<typeof checkReceipt>>;

/** @throws SnapshotProblem with the kind of the first part that does not match */
export async function checkReceipt(path: string, files: Files, manifest: SnapshotManifest, inputs: ReceiptInputs) {
  const receipt = readReceipt(await auditInput(path), path);
  const { question, program, answerSha256 } = receipt;
  same('receiptQuestion', 'The question in the receipt does not match its SHA-256', path, {
    expected: receipt.questionSha256,
    found: hashOf(question),
  });
  same('receiptModel', 'The receipt was made by another version of the cost model than the snapshot', path, {
    expected: String(receipt.costModelVersion),
    found: String(manifest.costModelVersion),
  });
  same('receiptDataset', 'The receipt is for a different dataset than the snapshot', path, {
    expected: receipt.datasetVersion,
    found: manifest.datasetVersion,
  });
  const dated = catalogFrom(datedDatasetOf(files, manifest.pricesAsOf));
  const made = plain(await answerAgain(dated, question, inputs));
  const words = receipt.answersVersion ?? 'unknown';
  const isOther = program !== version || words !== answersVersion;
  const other = `. It was made by agent-cost ${program} with answers of version ${words}, and this is ${version} with ${answersVersion}`;
  same(
    isOther ? 'receiptProgram' : 'receiptAnswer',
    `The answer in the receipt is not what its question gives${isOther ? other : ''}`,
    path,
    { expected: answerSha256, found: hashOf(made) },
  );
  return { command: question.command, program, answerSha256, answer: made };
}

type Kind = 'receiptQuestion' | 'receiptModel' | 'receiptDataset' | 'receiptInput' | 'receiptAnswer' | 'receiptProgram';

function same(kind: Kind, message: string, path: string, parts: { expected: string; found: string }): void {
  if (parts.expected !== parts.found) throw new SnapshotProblem(kind, `${message}.`, { path, ...parts });
}

function readReceipt(bytes: Uint8Array, path: string): Receipt {
  const value = parseJson(bytes, path, 'receiptMalformed');
  if (isReceipt(value)) return value as Receipt;
  throw new SnapshotProblem('receiptMalformed', `${path} is not a receipt: ${describeAll(isReceipt.errors ?? [])}`, {
    path,
  });
}

/** Reports an unreadable or invalid overlay or log as a problem of the inputs. */
async function answerAgain(dated: Catalog, question: ReceiptQuestion, inputs: ReceiptInputs): Promise<object> {
  try {
    const { asOf, overlaySha256 } = question;
    const { overlay } = inputs;
    const { catalog, own } = pricesFrom(dated, {
      ...(asOf !== null && { asOf }),
      ...(overlay !== undefined && { overlay }),
    });
    checkOverlay(overlaySha256, own, overlay);
    if (question.command === 'estimate') return estimateAgain(catalog, question);
    return await reportAgain(catalog, question, inputs);
  } catch (error) {
    throw error instanceof WrongUse ? inputProblem([error.message, error.list.join('; ')].join(' ').trim()) : error;
  }
}

function checkOverlay(expected: string | null, own: Overlay | null, path = ''): void {
  if (expected === null && own === null) return;
  if (expected === null) throw inputProblem('The answer was made from list prices: --overlay does not belong to it.');
  if (own === null) throw inputProblem('The answer was made from an overlay: --overlay must give the same one.');
  const found = hashOf(plain(own));
  same('receiptInput', '--overlay is not the one that the answer was made from', path, { expected, found });
}

function estimateAgain(catalog: Catalog, { request }: EstimateQuestion): object {
  const question = resolveRequest(catalog, request);
  if (question instanceof ApiError) {
    throw new SnapshotProblem('receiptAnswer', `The question of the receipt has no answer: ${question.message}`);
  }
  return estimateFor(question);
}

async function reportAgain(catalog: Catalog, question: ReportQuestion, { log }: ReceiptInputs): Promise<object> {
  if (log === undefined) throw inputProblem('A report is recomputed from its logs: --log must give the same ones.');
  const { logs: expected, by, since, until, host, top, asOf, aliases } = question;
  const found = await logHashes(logFilesOf(log).files);
  same('receiptInput', '--log does not give the files that the report was made from', log.join(', '), {
    expected: expected.map(({ sha256 }) => sha256).join(', '),
    found: found.map(({ sha256 }) => sha256).join(', '),
  });
  const reporter = new LogReporter(catalog, { by: by as Dimension[], since, until, on: asOf, host });
  const own = ownNames(catalog, aliases, 'aliases');
  await readLogs(log, (calls) => reporter.add(own.named(calls)));
  for (const note of own.notes()) reporter.notes.add(note);
  return reportOf(reporter, top);
}

const inputProblem = (message: string) => new SnapshotProblem('receiptInput', message);
