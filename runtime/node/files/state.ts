/** What the server answers from: one site and one access list, exchanged together. */
import { nextPriceChange } from '../../core/api/models.ts';
import type { Access } from '../../http/callers/callers.ts';
import type { Site } from '../../http/site.ts';
import { accessFrom } from '../access.ts';
import type { Config } from '../config.ts';
import { type LoadedDist, openDist } from './load.ts';

export class State {
  /** Whether every file was found to be as it was built. Until then each is checked when it is first sent. */
  verified = false;
  private reloading: Promise<void> = Promise.resolve();

  private constructor(
    private readonly dist: string,
    private readonly config: Config,
    private loaded: LoadedDist,
    public access: Access,
  ) {}

  /** Throws when `dist` or the keys file cannot be used. */
  static open(dist: string, config: Config): State {
    return new State(dist, config, openDist(dist), accessFrom(config));
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

  /** Rejects when a file is not as it was built. */
  async verify(): Promise<void> {
    await this.loaded.verify();
    this.verified = true;
  }

  /** Reads `dist` and the keys again, one reload after another. Rejects when either cannot be used; then nothing changed. */
  reload(): Promise<void> {
    this.reloading = this.reloading.catch(() => {}).then(() => this.exchange());
    return this.reloading;
  }

  private async exchange(): Promise<void> {
    const next = openDist(this.dist);
    let access: Access;
    try {
      await next.verify();
      access = accessFrom(this.config);
    } catch (error) {
      next.close();
      throw error;
    }
    const last = this.loaded;
    this.loaded = next;
    this.access = access;
    last.close();
  }

  /** Whether a scheduled price change has passed since the build: the prices served are no longer those of today. */
  get overdue(): boolean {
    const next = nextPriceChange(this.site.catalog);
    return next !== null && next.on <= new Date().toISOString().slice(0, 10);
  }
}
