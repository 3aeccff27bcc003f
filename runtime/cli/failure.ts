/** How commands that read untrusted files report errors. */

import { exitCodes, type Outcome } from '../audit/exit-codes.ts';
import { SnapshotProblem } from '../audit/snapshot-problems.ts';
import { OutputFailed } from '../io/output-file.ts';
import { printError, printJson } from './output.ts';

export interface Failure {
  kind: Outcome;
  exitCode: number;
  /** One sentence or more. */
  message: string;
  details: Record<string, string>;
}

/** Every error has an exit code: what is neither a problem of the input nor of the output is a fault of this program. */
export function failureOf(error: unknown): Failure {
  if (error instanceof SnapshotProblem) {
    const { kind, exitCode, message, details } = error;
    return { kind, exitCode, message, details: { ...details } };
  }
  if (error instanceof OutputFailed) {
    const kind = error.isWrongName ? 'wrongUse' : 'output';
    return { kind, exitCode: exitCodes[kind][0], message: error.message, details: {} };
  }
  const [exitCode, meaning] = exitCodes.failed;
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return { kind: 'failed', exitCode, message: `${text.slice(0, 1000)} (${meaning}).`, details: {} };
}

/** For people, one entry per line. */
export const failureLines = ({ kind, exitCode, message, details }: Failure): string[] => [
  `REFUSED (${kind}, exit code ${exitCode}): ${message}`,
  ...Object.entries(details).map(([name, value]) => `  ${name.padEnd(9)} ${value}`),
];

/** For JSON reports. */
export const failureJson = ({ kind, message, details }: Failure): object => ({ kind, message, ...details });

/** Prints the error and sets the exit code. `end`: a sentence about what was not done. */
export function reportFailure(error: unknown, json: boolean, end: string): void {
  const failure = failureOf(error);
  process.exitCode = failure.exitCode;
  if (json) printJson({ exitCode: failure.exitCode, problem: failureJson(failure) });
  else printError([...failureLines(failure), end]);
}
