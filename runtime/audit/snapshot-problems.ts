/** Why a snapshot is not accepted. */
import { exitCodes, type ProblemKind } from './exit-codes.ts';

/** What is reported about a problem in addition to its message. */
export interface ProblemDetails {
  /** The file. */
  path?: string;
  /** Where in the file: a JSON pointer. */
  pointer?: string;
  expected?: string;
  found?: string;
}

/** Maximum length of a text in a report: a name in an archive may be megabytes long. */
const longest = 1000;
const clipped = (text: string): string => (text.length > longest ? `${text.slice(0, longest)} ...` : text);

/** A snapshot is not accepted. */
export class SnapshotProblem extends Error {
  readonly details: ProblemDetails;

  constructor(
    readonly kind: ProblemKind,
    message: string,
    details: ProblemDetails = {},
  ) {
    super(clipped(message));
    this.details = Object.fromEntries(Object.entries(details).map(([name, text]) => [name, clipped(text)]));
  }

  get exitCode(): number {
    return exitCodes[this.kind][0];
  }
}
