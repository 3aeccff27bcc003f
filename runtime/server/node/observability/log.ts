/** Structured logs, by pino. Of what a caller sends, only the method is ever logged. */
import type { Logger } from 'pino';
import { lateParts } from '../lazy-load.ts';
import { LogOutput } from './log-output.ts';

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
    const { pino } = await lateParts();
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
