/** Runs the worker that reads logs, one log at a time, and the messages between it and the page. */

import type { PresetId } from '../../core/schemas/request-fields.ts';
import type { WorkflowFile } from '../../logs/calibrate/calibrate.ts';
import type { ReadReport } from '../../logs/read-report.ts';
import type { LogReport } from '../../logs/report/log-report.ts';
import { loadScript } from '../browser.ts';
import type { NamedFile } from './dropped-files.ts';

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

interface Watching {
  onProgress(progress: { bytes: number; of: number; calls: number }): void;
  onRead(read: LogRead): void;
  onFitted(fitted: Fitted, preset: PresetId): void;
  onFailed(reason: string): void;
}

/** A log that is being read or has been read. */
export interface OpenLog {
  /** Requests the workflow of a log that has been read. */
  fit(preset: PresetId): void;
  /** Ends everything, whether started or not. */
  stop(): void;
}

/** Starts reading in a worker built from a Blob: a page on disk may not start one from a file. */
export function openLog(files: readonly NamedFile[], watching: Watching): OpenLog {
  let worker: Worker | null = null;
  let isStopped = false;
  const stop = (): void => {
    isStopped = true;
    worker?.terminate();
  };
  const fail = (reason: string): void => {
    if (!isStopped) watching.onFailed(reason);
    stop();
  };
  const send = (message: ToWorker): void => worker?.postMessage(message);
  const start = (code: string): void => {
    if (isStopped) return;
    const address = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
    worker = new Worker(address);
    worker.addEventListener('error', ({ message }) => fail(message || 'The browser refused to start a worker.'));
    worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
      URL.revokeObjectURL(address);
      if (data.step === 'reading') watching.onProgress(data);
      else if (data.step === 'read') watching.onRead(data);
      else if (data.step === 'fitted') watching.onFitted(data.fitted, data.preset);
      else fail(data.reason);
    });
    send({ step: 'read', files });
  };
  // With a script element, because these pages cannot fetch anything.
  loadScript('log-worker-code')
    .then(() => start(globalThis.agentCostLogWorker ?? ''))
    .catch((error: unknown) => fail(error instanceof Error ? error.message : String(error)));
  return { stop, fit: (preset) => send({ step: 'fit', preset }) };
}
