/** Standard output for lines that may be lost but must never block or end the server. */
import { fstatSync, writeSync } from 'node:fs';

/** Most bytes that wait for a slow reader of the log; lines beyond are dropped. */
const maxWaiting = 1024 * 1024;

/** How long the exit waits for the reader of the log, in milliseconds. */
const patience = 1000;

export class LogOutput {
  /** Lines that could not be written: the disk was full or the reader was slow or gone. */
  dropped = 0;
  private readonly isStream = goesThroughPipe();
  private isClosed = false;

  constructor() {
    if (!this.isStream) return;
    process.stdout.on('error', () => {
      this.isClosed = true; // the reader is gone
    });
  }

  write(line: string): void {
    if (this.isStream) this.queue(line);
    else this.append(line);
  }

  /** Resolves when everything is written or the reader is gone. */
  written(): Promise<void> {
    return new Promise((resolve) => {
      if (!this.isStream || this.isClosed || process.stdout.writableLength === 0) return resolve();
      process.stdout.write('', () => resolve());
      setTimeout(resolve, patience);
    });
  }

  /** A pipe or a socket accepts what it can immediately; the rest waits in memory. */
  private queue(line: string): void {
    if (this.isClosed || process.stdout.writableLength > maxWaiting) this.dropped++;
    else process.stdout.write(line);
  }

  /** A file or a terminal: a disk that is full now may have room for the next line. */
  private append(line: string): void {
    try {
      const bytes = Buffer.from(line);
      if (writeSync(1, bytes) < bytes.length) this.dropped++;
    } catch {
      this.dropped++;
    }
  }
}

function goesThroughPipe(): boolean {
  try {
    const stat = fstatSync(1);
    return stat.isFIFO() || stat.isSocket();
  } catch {
    return false; // standard output is closed
  }
}
