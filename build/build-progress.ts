/** Progress for a person: one line that is rewritten on a terminal, a line a second elsewhere, nothing with --json. */
export class Progress {
  private steps = 0;
  private shown = performance.now();
  private readonly every: number;

  constructor(private readonly silent: boolean) {
    this.every = process.stderr.isTTY ? 100 : 1000;
  }

  step(what: string): void {
    this.steps++;
    if (this.silent || performance.now() - this.shown < this.every) return;
    this.shown = performance.now();
    const line = `${String(this.steps).padStart(6)}  ${what}`;
    process.stderr.write(
      process.stderr.isTTY ? `\r\x1b[K${line.slice(0, (process.stderr.columns ?? 80) - 1)}` : `${line}\n`,
    );
  }

  end(): void {
    if (!this.silent && process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  }
}
