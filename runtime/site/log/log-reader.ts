/** Runs the worker that reads logs, one log at a time, and the messages between it and the page. */

import type { PresetId } from '../../core/schemas/request-fields.ts';
import type { WorkflowFile } from '../../logs/calibrate/calibrate.ts';
import type { PlanWorth } from '../../logs/plan/plan-worth.ts';
import type { ReadReport } from '../../logs/read-report.ts';
import type { LogReport } from '../../logs/report/report-of.ts';
import type { Repricing } from '../../logs/reprice/reprice.ts';
import { loadScript } from '../browser.ts';
import type { NamedFile } from './dropped-files.ts';

/** The calls of the log that count. */
export interface Choice {
  /** YYYY-MM; null: all. */
  month: string | null;
  /** Place in `projects`; null: all. */
  project: number | null;
  /** Id of the plan that is paid; null: none was chosen. */
  plan: string | null;
}

export const everything: Choice = { month: null, project: null, plan: null };

/** Another model for the chosen calls, at a host or at its own provider. */
export interface Asked {
  choice: Choice;
  model: string;
  host: string | null;
}

/** To the worker: read a log, then report, reprice and fit a workflow, any number of times. */
export type ToWorker =
  /** The files of one log with their display names. */
  | { step: 'read'; files: readonly { name: string; file: File }[]; choice: Choice }
  | { step: 'choose'; choice: Choice }
  | ({ step: 'reprice' } & Asked)
  /** For this kind of work, or the one that the log shows, to the calls of the model with the most tokens. */
  | { step: 'fit'; choice: Choice; preset: PresetId | null };

/** A file that no reader understands. */
export interface Unread {
  name: string;
  reason: string;
}

/** A month or a project of the log, as people call it. */
export interface NamedCount {
  name: string;
  calls: number;
}

export interface LogRead {
  /** The calls that `report` is about. */
  choice: Choice;
  report: LogReport;
  /** Of the whole log: what the plan is worth, and the plans to choose from; null: no plan can have been used. */
  worth: PlanWorth | null;
  plans: { id: string; name: string }[];
  /** Of the whole log: the last month first, and the project with the most calls. */
  months: NamedCount[];
  projects: NamedCount[];
  files: ReadReport[];
  unread: Unread[];
  /** What reading the files took. */
  seconds: number;
  /** In whose days calls are counted. */
  timeZone: string;
}

/** A workflow, or why none can be fitted. */
export type Fitted = { file: WorkflowFile } | { reason: string };

/** From the worker; `bytes` of `of` have been read so far. */
export type FromWorker =
  | { step: 'reading'; bytes: number; of: number; calls: number }
  | ({ step: 'read' } & LogRead)
  | { step: 'repriced'; asked: Asked; found: Repricing | { reason: string } }
  | { step: 'fitted'; choice: Choice; preset: PresetId | null; fitted: Fitted }
  | { step: 'failed'; reason: string };

/** A log that is being read or has been read. */
export interface OpenLog {
  /** Asks for more about a log that has been read. */
  ask(message: Exclude<ToWorker, { step: 'read' }>): void;
  /** Ends everything, whether started or not. */
  stop(): void;
}

/**
 * Starts reading in a worker built from a Blob: a page on disk may not start one from a file.
 * @param onMessage `failed` is the last one
 */
export function openLog(files: readonly NamedFile[], onMessage: (message: FromWorker) => void): OpenLog {
  let worker: Worker | null = null;
  let isStopped = false;
  const stop = (): void => {
    isStopped = true;
    worker?.terminate();
  };
  const fail = (reason: string): void => {
    if (!isStopped) onMessage({ step: 'failed', reason });
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
      if (data.step === 'failed') fail(data.reason);
      else onMessage(data);
    });
    send({ step: 'read', files, choice: everything });
  };
  // With a script element, because these pages cannot fetch anything.
  loadScript('log-worker-code')
    .then(() => start(globalThis.agentCostLogWorker ?? ''))
    .catch((error: unknown) => fail(error instanceof Error ? error.message : String(error)));
  return { stop, ask: send };
}
