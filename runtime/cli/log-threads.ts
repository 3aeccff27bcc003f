/** Files of logs that are read ahead, side by side in threads; what is found is used in the order of the files. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { StoredFile } from '../logs/stored-calls.ts';

export interface Asked {
  /** null: the file must be read here. */
  read: Promise<StoredFile | null>;
  /** Whether no thread has begun with it, and none will: it must be read here. */
  takeBack(): boolean;
}

/** Files that are asked of a thread at once: it never waits. */
const mostAsked = 8;
/** More would wait for the disk, and each takes some 40 MB. */
const mostThreads = 16;
/** Young objects are gone before they are moved where they have so much room. */
const youngMegabytes = 24;

/** The program of a thread; null: it does not lie beside this one, as where the sources run. */
function threadProgram(): string | null {
  const path = join(dirname(fileURLToPath(import.meta.url)), 'log-reader.cjs');
  return existsSync(path) ? path : null;
}

export class LogThreads {
  private readonly threads: { worker: Worker; asked: number }[];
  private readonly answers = new Map<string, (read: StoredFile | null) => void>();
  private isBroken = false;

  private constructor(program: string, count: number) {
    this.threads = Array.from({ length: count }, () => {
      const worker = new Worker(program, { resourceLimits: { maxYoungGenerationSizeMb: youngMegabytes } });
      const thread = { worker, asked: 0 };
      worker.unref();
      worker.on('message', ({ path, read }: ReadFile) => {
        thread.asked -= 1;
        this.answer(path, read && { ...read, keys: () => read.keyList });
      });
      worker.on('error', () => this.giveUp());
      worker.on('exit', () => this.giveUp());
      return thread;
    });
  }

  /**
   * @param jobs threads with the one that asks; null: that one is alone, or has no program for others
   * @param program of a thread
   */
  static start(jobs: number, program = threadProgram()): LogThreads | null {
    const threads = Math.min(jobs, mostThreads) - 1;
    return program === null || threads < 1 ? null : new LogThreads(program, threads);
  }

  get isFree(): boolean {
    return !this.isBroken && this.threads.some(({ asked }) => asked < mostAsked);
  }

  /** Has a file read ahead; null: it cannot. */
  ask(file: FileToRead): Asked | null {
    const [thread] = [...this.threads].sort((a, b) => a.asked - b.asked);
    if (this.isBroken || thread === undefined || this.answers.has(file.path)) return null;
    const taken = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    const read = new Promise<StoredFile | null>((resolve) => this.answers.set(file.path, resolve));
    thread.asked += 1;
    thread.worker.ref();
    const asked: AskedFile = { ...file, taken };
    thread.worker.postMessage(asked);
    return { read, takeBack: () => takes(taken) };
  }

  async end(): Promise<void> {
    this.isBroken = true;
    await Promise.all(this.threads.map(({ worker }) => worker.terminate()));
  }

  private answer(path: string, read: StoredFile | null): void {
    const resolve = this.answers.get(path);
    this.answers.delete(path);
    resolve?.(read);
  }

  private giveUp(): void {
    this.isBroken = true;
    for (const path of [...this.answers.keys()]) this.answer(path, null);
  }
}

/** A file to read, and to how many bytes; null: to its end. `withKeys`: what is needed to go on with it later. */
export interface FileToRead {
  path: string;
  bytes: number | null;
  withKeys: boolean;
}

/** `taken` is shared between threads: whoever is the first to set it to 1 reads the file. */
export interface AskedFile extends FileToRead {
  taken: Int32Array;
}

/** null: it must be read by the thread that asked. */
export interface ReadFile {
  path: string;
  read: (Omit<StoredFile, 'keys'> & { keyList: readonly (string | null)[] }) | null;
}

/** Whether no other thread has taken a file, and this one now has. */
export const takes = (taken: Int32Array): boolean => Atomics.compareExchange(taken, 0, 0, 1) === 0;
