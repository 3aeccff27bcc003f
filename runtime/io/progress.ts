import { printable } from '../core/values/printable.ts';

/** Progress on standard error: one line that is rewritten on a terminal, otherwise one line per second. */
export class Progress {
  private shown = performance.now();
  private steps = 0;
  private readonly onTerminal = process.stderr.isTTY === true;

  /** `silent`: prints nothing, for commands that print JSON. */
  constructor(private readonly silent: boolean) {}

  /** Whether what is shown now would be printed. */
  isDue(): boolean {
    return !this.silent && performance.now() - this.shown >= (this.onTerminal ? 100 : 1000);
  }

  /** `what`, and how much of it is done. */
  readonly show = (what: string, count?: number, of?: number): void => {
    if (!this.isDue()) return;
    this.shown = performance.now();
    const line = printable(count === undefined ? what : `${what}: ${count}${of === undefined ? '' : ` of ${of}`}`);
    const width = (process.stderr.columns ?? 80) - 1;
    process.stderr.write(this.onTerminal ? `\r\x1b[K${line.slice(0, width)}` : `${line}\n`);
  };

  /** One more step, with the number of steps so far. */
  readonly step = (what: string): void => {
    this.steps++;
    this.show(`${this.steps}  ${what}`);
  };

  /** Clears the line. */
  end(): void {
    if (!this.silent && this.onTerminal) process.stderr.write('\r\x1b[K');
  }
}
