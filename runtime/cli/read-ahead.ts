/** What is known of the files of logs before they are read, in their order; where there is much to read, threads read ahead. */

import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { type LogFile, tableKind } from './log-files.ts';
import type { LogIndex, Remembered } from './log-index.ts';
import type { Asked, FileToRead, LogThreads } from './log-threads.ts';

export interface Plan {
  /** What the index has of it; null: nothing. */
  known: Remembered | null;
  /** The bytes to read, and what keeps them in the index; null: it cannot be kept. */
  watched: ReturnType<LogIndex['watch']>;
  /** What a thread is asked to read; null: nothing of it. */
  whole: FileToRead | null;
  /** What a thread reads of it; null: it is read here. */
  asked: Asked | null;
}

/** Files that are looked at before their turn. */
const mostAhead = 16;
/** Bytes that are read here first, and those that are read here while threads start and compile their program. */
const [bytesBefore, bytesMeanwhile] = [2 ** 22, 4e8];

export class ReadAhead {
  private readonly plans: Plan[] = [];
  private planned = 0;
  private bytesRead = 0;
  /** undefined: not started yet; null: there are none. */
  private threads: LogThreads | null | undefined;

  /** @param jobs threads; default as many as there are processors */
  constructor(
    private readonly files: readonly LogFile[],
    private readonly index: LogIndex | null,
    private readonly jobs = availableParallelism(),
  ) {}

  async next(): Promise<Plan> {
    if (this.threads === undefined && this.bytesRead > bytesBefore) {
      const isWorthIt = this.jobs > 1 && this.isMuchLeft();
      this.threads = isWorthIt ? (await import('./log-threads.ts')).LogThreads.start(this.jobs) : null;
    }
    const ahead = this.threads ? mostAhead : 1;
    while (this.planned < this.files.length && this.plans.length < ahead) {
      this.plans.push(this.plan(this.files[this.planned++] as LogFile));
    }
    const plan = this.plans.shift() as Plan;
    if (plan.asked?.takeBack() === true) plan.asked = null;
    if (this.threads) await this.askAhead(this.threads);
    return plan;
  }

  read(bytes: number): void {
    this.bytesRead += bytes;
  }

  async end(): Promise<void> {
    await this.threads?.end();
  }

  /**
   * Whether others would have read their share before this thread had read all. Of what the index has, only what was
   * appended is read.
   */
  private isMuchLeft(): boolean {
    const fewestLeft = bytesMeanwhile / (1 - 1 / this.jobs);
    let left = 0;
    for (let at = this.planned; at < this.files.length && left < fewestLeft; at++) {
      const { path } = this.files[at] as LogFile;
      if (path !== null && this.index?.has(path) !== true) left += sizeOf(path);
    }
    return left >= fewestLeft;
  }

  /** Those whose turn is last: what is before them is read here, and when their turn comes they have been read. */
  private async askAhead(threads: LogThreads): Promise<void> {
    await new Promise(setImmediate); // Until then what the threads have read is not told.
    for (const plan of [...this.plans].reverse()) {
      if (!threads.isFree) return;
      if (plan.whole !== null) plan.asked ??= threads.ask(plan.whole);
    }
  }

  private plan({ path }: LogFile): Plan {
    const { index } = this;
    if (path === null) return nothing;
    const known = index?.find(path) ?? null;
    // Only lines are remembered.
    if (known === null && !isLines(path)) return nothing;
    const watched = known?.isWhole === true ? null : (index?.watch(path) ?? null);
    const isNew = known === null && path.endsWith('.jsonl') && (watched !== null || index === null);
    const bytes = watched?.bytes ?? null;
    return { known, watched, whole: isNew ? { path, bytes, withKeys: index !== null } : null, asked: null };
  }
}

const nothing: Plan = { known: null, watched: null, whole: null, asked: null };

/** Bytes of a file; 0: it cannot be told. */
export function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
}

/** Whether a file is read as it is; false: it is not, or cannot be read at all, which whoever reads it says. */
function isLines(path: string): boolean {
  try {
    return tableKind(path) === null;
  } catch {
    return false;
  }
}
