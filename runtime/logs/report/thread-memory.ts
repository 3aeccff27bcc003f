/** Remembers something of each conversation of a log, in bounded memory. */
const mostRecent = 20_000;

/** Keeps at least the last `mostRecent` conversations that were used, and at most twice as many. */
export class ThreadMemory<Kept> {
  private recent = new Map<string, Kept>();
  private earlier = new Map<string, Kept>();
  /** Of the last call: the calls of a conversation mostly follow each other. */
  private lastKey: string | null = null;
  private last: Kept | null = null;

  /** @param make what is remembered of a conversation that was never seen, or too long ago */
  constructor(private readonly make: () => Kept) {}

  /** What is remembered, to be changed in place. */
  of(key: string): Kept {
    if (key === this.lastKey) return this.last as Kept;
    let kept = this.recent.get(key);
    if (kept === undefined) {
      kept = this.earlier.get(key) ?? this.make();
      if (this.recent.size >= mostRecent) [this.earlier, this.recent] = [this.recent, new Map()];
      this.recent.set(key, kept);
    }
    [this.lastKey, this.last] = [key, kept];
    return kept;
  }
}
