import { printable } from '../core/api/printable.ts';

/** Progress on standard error: one line that is rewritten on a terminal, a line every two seconds elsewhere. */
export class Progress {
  private shown = performance.now();
  private readonly onTerminal = process.stderr.isTTY === true;

  constructor(private readonly silent: boolean) {}

  /** `what`, and how much of it is done. */
  readonly show = (what: string, count?: number, of?: number): void => {
    if (this.silent || performance.now() - this.shown < (this.onTerminal ? 50 : 2000)) return;
    this.shown = performance.now();
    const line = printable(count === undefined ? what : `${what}: ${count}${of === undefined ? '' : ` of ${of}`}`);
    process.stderr.write(this.onTerminal ? `\r\x1b[K${line}` : `${line}\n`);
  };

  end(): void {
    if (!this.silent && this.onTerminal) process.stderr.write('\r\x1b[K');
  }
}
