/** Counts requests in Redis, so that servers share one limit; in this process while Redis is slow or unreachable. */
import type { Count, Counter, Policy } from './rate-limit.ts';

/** Longest a request waits for Redis, in milliseconds. */
const patience = 50;

/** Longest a trial waits for Redis, in milliseconds; no request waits for a trial. */
const patienceOfTrial = 1000;

/** Pauses between trials of Redis while counting locally, in milliseconds: the first, doubled up to the last. */
const firstPause = 250;
const lastPause = 4000;

/** After sharing for this long without a fault, Redis is trusted again as at the start, in milliseconds. */
const trustedAfter = 60_000;

/** How long it may take to connect before a failed trial is announced, in milliseconds. */
const firstAnswerWithin = 1000;

/** Counted to test whether counting works; a Redis that accepts no writes would still answer a ping. */
const trial = { key: 'trial', policy: { name: 'trial', limit: 1, seconds: 1 } };

export interface SharedStore {
  /** Adds one request. Rejects if it cannot. */
  add(key: string, policy: Policy): Promise<Count>;
}

export class RedisCounter implements Counter {
  /** Whether requests are currently counted together with the other servers. */
  sharing = false;
  /** Requests counted in Redis and in this process. */
  readonly counted = { shared: 0, local: 0 };
  private store: SharedStore | undefined;
  private pause = firstPause;
  private sharedSince = 0;
  private triedSince = 0;
  private isAnnounced = false;

  /** Calls `changed` when counting becomes shared, and when it stops, with the reason; once also if it never began. */
  constructor(
    connecting: Promise<SharedStore>,
    private readonly local: Counter,
    private readonly changed: (sharing: boolean, reason: string) => void,
  ) {
    connecting.then(
      (store) => {
        this.store = store;
        this.triedSince = performance.now();
        void this.try(store);
      },
      (error: Error) => this.announce(error.message),
    );
  }

  hit(key: string, policy: Policy): Count | Promise<Count> {
    return this.sharing && this.store ? this.together(this.store, key, policy) : this.here(key, policy);
  }

  /** Switches to Redis if it counts; otherwise tries again after a pause, which grows each time. */
  private async try(store: SharedStore): Promise<void> {
    try {
      await within(patienceOfTrial, store.add(trial.key, trial.policy));
      this.sharing = true;
      this.isAnnounced = true;
      this.sharedSince = performance.now();
      this.changed(true, '');
    } catch (error) {
      if (performance.now() - this.triedSince >= firstAnswerWithin) this.announce((error as Error).message);
      this.tryLater(store);
    }
  }

  private tryLater(store: SharedStore): void {
    setTimeout(() => this.try(store), this.pause).unref();
    this.pause = Math.min(2 * this.pause, lastPause);
  }

  /** Reports once that counting has not become shared. */
  private announce(reason: string): void {
    if (this.isAnnounced) return;
    this.isAnnounced = true;
    this.changed(false, reason);
  }

  private here(key: string, policy: Policy): Count | Promise<Count> {
    this.counted.local++;
    return this.local.hit(key, policy);
  }

  private async together(store: SharedStore, key: string, policy: Policy): Promise<Count> {
    try {
      const count = await within(patience, store.add(key, policy));
      this.counted.shared++;
      return count;
    } catch (error) {
      // If Redis answers later, the request is counted in both places, which errs on the strict side.
      this.stopped(store, (error as Error).message);
      return this.here(key, policy);
    }
  }

  private stopped(store: SharedStore, reason: string): void {
    if (!this.sharing) return;
    this.sharing = false;
    if (performance.now() - this.sharedSince >= trustedAfter) this.pause = firstPause;
    this.changed(false, reason);
    this.tryLater(store);
  }
}

/** Resolves as `promise` does, or rejects after so many milliseconds. */
function within<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new Error(`no answer within ${milliseconds} ms`));
    // An answer that has arrived while this process was busy is read before it counts as late.
    const timer = setTimeout(() => setImmediate(late), milliseconds);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
