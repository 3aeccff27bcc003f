/** Structured logs, by pino. Nothing a caller sent is ever logged but its method. */
import type { Logger } from 'pino';

const levels = ['debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type Level = (typeof levels)[number];

/**
 * Writes JSON lines to standard output. pino is loaded at the first message, since the first answer after a start
 * should not wait for it; messages keep their order.
 */
export class Log {
  private lines: Promise<unknown> = Promise.resolve();
  private logger: Promise<Logger> | undefined;

  constructor(private readonly level: Level) {}

  isOn(level: Level): boolean {
    return levels.indexOf(level) >= levels.indexOf(this.level);
  }

  write(level: Exclude<Level, 'silent'>, message: string, details: object): void {
    if (!this.isOn(level)) return;
    this.logger ??= import('pino').then(({ default: pino }) =>
      pino({ level: this.level }, pino.destination({ sync: true })),
    );
    const { logger } = this;
    this.lines = this.lines.then(async () => (await logger)[level](details, message));
  }

  /** Resolves when everything is written. */
  async written(): Promise<void> {
    await this.lines;
  }
}
