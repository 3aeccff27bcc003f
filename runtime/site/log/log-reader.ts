/** Runs the worker that reads logs; one log at a time. */
import type { PresetId } from '../../core/schemas/request-fields.ts';
import { loadScript } from '../pieces/page.ts';
import type { NamedFile } from './dropped-files.ts';
import type { Fitted, FromWorker, LogRead, ToWorker } from './log-messages.ts';

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
