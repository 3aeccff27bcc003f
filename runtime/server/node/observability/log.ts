/** Structured logs, by pino. Of what a caller sends, only the method is ever logged. */

import { fstatSync, writeSync } from 'node:fs';
import type { Logger } from 'pino';

const levels = ['debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type Level = (typeof levels)[number];

type Line = [level: Exclude<Level, 'silent'>, message: string, details: object];

/** Most lines that wait until pino is loaded. */
const maxEarly = 1000;

/** Writes JSON lines to standard output. Lines written before pino is loaded wait for it. */
export class Log {
  private readonly output = new LogOutput();
  private early: Line[] = [];
  private logger: Logger | undefined;

  constructor(private readonly level: Level) {}

  /** Lines lost since the start. */
  get dropped(): number {
    return this.output.dropped;
  }

  isOn(level: Level): boolean {
    return levels.indexOf(level) >= levels.indexOf(this.level);
  }

  write(...line: Line): void {
    const [level, message, details] = line;
    if (!this.isOn(level)) return;
    if (this.logger) this.logger[level](details, message);
    else if (this.early.length < maxEarly) this.early.push(line);
    else this.output.dropped++;
  }

  /** Starts writing; until then, lines wait. */
  async open(): Promise<void> {
    const { default: pino } = await import('pino');
    this.logger ??= pino({ level: this.level }, this.output);
    const { early } = this;
    this.early = [];
    for (const line of early) this.write(...line);
  }

  /** Resolves when everything that can be written is written. */
  async written(): Promise<void> {
    await this.open().catch(() => {}); // without pino there is nothing to write with
    await this.output.written();
  }
}

/** Most bytes that wait for a slow reader of the log; lines beyond are dropped. */
const maxWaiting = 1024 * 1024;

/** How long the exit waits for the reader of the log, in milliseconds. */
const patience = 1000;

/** Standard output for lines that may be lost but must never block or end the server. */
class LogOutput {
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
