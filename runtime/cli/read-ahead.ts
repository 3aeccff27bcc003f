/** What is known of the files of logs before they are read, in their order; where there is much to read, threads read ahead. */
import { statSync } from 'node:fs';
import { isParquet } from '../duckdb/parquet-lines.ts';
import type { StoredFile } from '../logs/stored-calls.ts';
import type { LogFile } from './log-files.ts';
import type { LogIndex, Remembered } from './log-index.ts';
import type { LogThreads } from './log-threads.ts';
import { isDatabase } from './opencode-database.ts';

/** How a file is read. */
export interface Plan {
  /** What the index has of it; null: nothing. */
  known: Remembered | null;
  /** The bytes to read, and what keeps them in the index; null: it cannot be kept. */
  watched: ReturnType<LogIndex['watch']>;
  /** What a thread reads of it; null: it is read here. */
  asked: Promise<StoredFile | null> | null;
}

/** Files that are looked at before their turn. */
const mostAhead = 16;
/** Bytes that are read here first, and that are left then at least: to start a thread and compile its program takes time. */
const [bytesBefore, fewestLeft] = [2 ** 22, 2 ** 27];

export class ReadAhead {
  private readonly plans: Plan[] = [];
  private planned = 0;
  private bytesRead = 0;
  /** undefined: not started yet; null: there are none. */
  private threads: LogThreads | null | undefined;

  /** @param jobs threads; undefined: as many as there are processors */
  constructor(
    private readonly files: readonly LogFile[],
    private readonly index: LogIndex | null,
    private readonly jobs: number | undefined,
  ) {}

  /** The plan of the next file. */
  async next(): Promise<Plan> {
    if (this.threads === undefined && this.bytesRead > bytesBefore) {
      const { LogThreads } = await import('./log-threads.ts');
      this.threads = this.isMuchLeft() ? LogThreads.start(this.jobs) : null;
    }
    while (this.planned < this.files.length && (this.plans.length === 0 || this.mayGoOn())) {
      this.plans.push(this.plan(this.files[this.planned++] as LogFile));
    }
    return this.plans.shift() as Plan;
  }

  /** Notes bytes that were read here. */
  read(bytes: number): void {
    this.bytesRead += bytes;
  }

  async end(): Promise<void> {
    await this.threads?.end();
  }

  private isMuchLeft(): boolean {
    let left = 0;
    for (let at = this.planned; at < this.files.length && left < fewestLeft; at++) {
      left += sizeOf((this.files[at] as LogFile).path);
    }
    return left >= fewestLeft;
  }

  private mayGoOn(): boolean {
    return this.threads?.isFree === true && this.plans.length < mostAhead;
  }

  private plan({ path }: LogFile): Plan {
    const { index, threads } = this;
    if (path === null) return nothing;
    const known = index?.find(path) ?? null;
    // Only lines are remembered.
    if (known === null && !isLines(path)) return nothing;
    const watched = known?.isWhole === true ? null : (index?.watch(path) ?? null);
    const isNew = known === null && path.endsWith('.jsonl') && (watched !== null || index === null);
    const bytes = watched?.bytes ?? null;
    // What is done with the calls takes this thread as long as it would take to read some files, and needs no second compilation.
    const asked = isNew && threads?.isFree === true ? threads.ask({ path, bytes, withKeys: index !== null }) : null;
    return { known, watched, asked };
  }
}

const nothing: Plan = { known: null, watched: null, asked: null };

/** 0: it is not known. */
function sizeOf(path: string | null): number {
  try {
    return path === null ? 0 : statSync(path).size;
  } catch {
    return 0;
  }
}

/** Whether a file is read as it is; false: it is not, or cannot be read at all, which whoever reads it says. */
function isLines(path: string): boolean {
  try {
    return !isParquet(path) && !isDatabase(path);
  } catch {
    return false;
  }
}
