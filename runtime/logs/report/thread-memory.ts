/** Remembers something of each conversation of a log, in bounded memory. */

/** Keeps at least the last `mostRecent` conversations that were used, and at most twice as many. */
export class ThreadMemory<Kept> {
  private recent = new Map<string, Kept>();
  private earlier = new Map<string, Kept>();

  constructor(private readonly mostRecent = 20_000) {}

  /** undefined: it was never seen, or too long ago. */
  get(key: string): Kept | undefined {
    return this.recent.get(key) ?? this.earlier.get(key);
  }

  set(key: string, kept: Kept): void {
    if (this.recent.size >= this.mostRecent && !this.recent.has(key)) {
      [this.earlier, this.recent] = [this.recent, new Map()];
    }
    this.recent.set(key, kept);
  }
}
