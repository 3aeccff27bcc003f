/** Requests counted in Redis, so that several servers share one limit; in this process while Redis is slow or gone. */
import type { Count, Counter, Policy } from '../../http/callers/rate-limit.ts';

/** Longest a request waits for Redis, in milliseconds. */
const patience = 50;

/** While counting here, Redis is looked at this often, in milliseconds; no request waits for that. */
const lookEvery = 250;

/** Both reject when they cannot. */
export interface SharedStore {
  /** Adds one request. */
  add(key: string, policy: Policy): Promise<Count>;
  ping(): Promise<unknown>;
}

export class RedisCounter implements Counter {
  /** Whether requests are counted together with the other servers right now. */
  sharing = false;
  /** Requests counted, by where. */
  readonly counted = { shared: 0, local: 0 };
  private store: SharedStore | undefined;
  private looking = false;

  /** `changed` is told when counting becomes shared, and when it stops and why. */
  constructor(
    connecting: Promise<SharedStore>,
    private readonly local: Counter,
    private readonly changed: (sharing: boolean, reason: string) => void,
  ) {
    connecting.then(
      (store) => {
        this.store = store;
        setInterval(() => this.look(store), lookEvery).unref();
      },
      (error: Error) => this.changed(false, error.message),
    );
  }

  hit(key: string, policy: Policy): Count | Promise<Count> {
    return this.sharing && this.store ? this.together(this.store, key, policy) : this.here(key, policy);
  }

  private look(store: SharedStore): void {
    if (this.sharing || this.looking) return;
    this.looking = true;
    store
      .ping()
      .then(
        () => {
          this.sharing = true;
          this.changed(true, '');
        },
        () => {},
      )
      .finally(() => {
        this.looking = false;
      });
  }

  private here(key: string, policy: Policy): Count | Promise<Count> {
    this.counted.local++;
    return this.local.hit(key, policy);
  }

  private together(store: SharedStore, key: string, policy: Policy): Promise<Count> {
    return new Promise((resolve) => {
      let waiting = true;
      const giveUp = (reason: string) => {
        if (!waiting) return;
        waiting = false;
        this.stopped(reason);
        resolve(this.here(key, policy));
      };
      // An answer that has arrived while this process was busy is read before its time is called out.
      const timer = setTimeout(() => setImmediate(giveUp, `no answer within ${patience} ms`), patience);
      store.add(key, policy).then(
        (count) => {
          clearTimeout(timer);
          if (!waiting) return; // counted here as well, which errs on the strict side
          waiting = false;
          this.counted.shared++;
          resolve(count);
        },
        (error: Error) => {
          clearTimeout(timer);
          giveUp(error.message);
        },
      );
    });
  }

  private stopped(reason: string): void {
    if (!this.sharing) return;
    this.sharing = false;
    this.changed(false, reason);
  }
}
