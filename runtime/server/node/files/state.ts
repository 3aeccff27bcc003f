/** What the server answers from: one site and one access list, replaced together. */
import { nextPriceChange } from '../../../core/answers/meta.ts';
import { type Access, credentialHeaders } from '../../auth/auth.ts';
import { Freshness } from '../../http/freshness.ts';
import type { Site } from '../../http/site.ts';
import { accessFrom } from '../access.ts';
import type { Config } from '../config.ts';
import { type LoadedDist, openDist } from './open-build.ts';

/** Shortest time between two reloads triggered by a file that is not as it was built, in milliseconds. */
const recoverEvery = 1000;

export class State {
  /** Whether every file was found to be as it was built. Until then each is checked when first sent. */
  verified = false;
  /** How long answers may be kept. */
  freshness: Freshness;
  private last: Promise<void> = Promise.resolve();
  /** Computed once for each build. */
  private next: { change: ReturnType<typeof nextPriceChange> } | undefined;
  private queued: Promise<void> | undefined;
  private recovering: { at: number; done: Promise<boolean> } | undefined;

  private constructor(
    private readonly dist: string,
    private readonly config: Config,
    private loaded: LoadedDist,
    public access: Access,
  ) {
    this.freshness = freshnessOf(loaded, access);
  }

  /** Rejects when `dist` or the keys file cannot be used. */
  static async open(dist: string, config: Config): Promise<State> {
    return new State(dist, config, openDist(dist), await accessFrom(config));
  }

  get site(): Site {
    return this.loaded.site;
  }

  get datasetVersion(): string {
    return this.loaded.datasetVersion;
  }

  /** YYYY-MM-DD. */
  get pricesAsOf(): string {
    return this.loaded.pricesAsOf;
  }

  /** Rejects when a file is not as it was built. A reload waits for it. */
  verify(): Promise<void> {
    return this.inTurn(async () => {
      await this.loaded.verify();
      this.verified = true;
    });
  }

  /**
   * Reads `dist` and the keys again, after any reload in progress; calls made meanwhile share one reload. Rejects when
   * either cannot be used; then nothing has changed.
   */
  reload(): Promise<void> {
    this.queued ??= this.inTurn(() => {
      this.queued = undefined;
      return this.exchange();
    });
    return this.queued;
  }

  /** Whether dist is being reloaded, or was within the last second, because a file was not as it was built. */
  get isRecovering(): boolean {
    return this.recovering !== undefined && performance.now() - this.recovering.at < recoverEvery;
  }

  /**
   * For when a file is not as it was built: another build was copied over this one. Switches to that build if it is
   * complete by now; resolves to whether it is. Calls within a second share an attempt.
   */
  recover(): Promise<boolean> {
    if (!this.isRecovering) {
      const done = this.reload().then(
        () => true,
        () => false,
      );
      this.recovering = { at: performance.now(), done };
    }
    return this.recovering?.done ?? Promise.resolve(false);
  }

  private inTurn(work: () => Promise<void>): Promise<void> {
    this.last = this.last.catch(() => {}).then(work);
    return this.last;
  }

  private async exchange(): Promise<void> {
    const next = openDist(this.dist);
    let access: Access;
    try {
      await next.verify();
      access = await accessFrom(this.config);
    } catch (error) {
      next.close();
      throw error;
    }
    const last = this.loaded;
    this.loaded = next;
    this.access = access;
    this.next = undefined;
    this.verified = true;
    this.freshness = freshnessOf(next, access);
    last.close();
  }

  /** The day of the next scheduled price change, and its models. */
  get nextPriceChange(): ReturnType<typeof nextPriceChange> {
    this.next ??= { change: nextPriceChange(this.site.catalog) };
    return this.next.change;
  }

  /** Whether a scheduled change has passed since the build, so that the answers are out of date. */
  get overdue(): boolean {
    const { until } = this.site.catalog.inForce;
    return until !== null && until < new Date().toISOString().slice(0, 10);
  }
}

const freshnessOf = ({ nextPriceChange }: LoadedDist, { openTier }: Access): Freshness =>
  new Freshness(nextPriceChange, openTier ? null : credentialHeaders);
