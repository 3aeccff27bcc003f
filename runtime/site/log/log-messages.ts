/** Messages between the page and the worker that reads logs. */
import type { PresetId } from '../../core/schemas/request-fields.ts';
import type { WorkflowFile } from '../../logs/calibrate/calibrate.ts';
import type { ReadReport } from '../../logs/read-report.ts';
import type { LogReport } from '../../logs/report/log-report.ts';

/** To the worker: read a log, then fit a workflow to it, any number of times. */
export type ToWorker =
  /** The files of one log with their display names. */
  | { step: 'read'; files: readonly { name: string; file: File }[] }
  /** For this kind of work, to the calls of the model with the most tokens. */
  | { step: 'fit'; preset: PresetId };

/** A file that no reader understands. */
export interface Unread {
  name: string;
  reason: string;
}

export interface LogRead {
  report: LogReport;
  files: ReadReport[];
  unread: Unread[];
  seconds: number;
}

/** A workflow, or why none can be fitted. */
export type Fitted = { file: WorkflowFile } | { reason: string };

/** From the worker; `bytes` of `of` have been read so far. */
export type FromWorker =
  | { step: 'reading'; bytes: number; of: number; calls: number }
  | ({ step: 'read' } & LogRead)
  | { step: 'fitted'; preset: PresetId; fitted: Fitted }
  | { step: 'failed'; reason: string };
