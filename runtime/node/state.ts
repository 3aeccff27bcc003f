/** What the server answers from: one site and one access list, exchanged together. */
import { nextPriceChange } from '../core/models.ts';
import type { Access } from '../http/callers.ts';
import type { Site } from '../http/site.ts';
import { accessFrom } from './access.ts';
import type { Config } from './config.ts';
import { loadSite } from './load.ts';

export class State {
  private constructor(
    private readonly dist: string,
    private readonly config: Config,
    public site: Site,
    public access: Access,
  ) {}

  /** Throws when `dist` or the keys file cannot be used. */
  static load(dist: string, config: Config): State {
    return new State(dist, config, loadSite(dist), accessFrom(config));
  }

  /** Reads `dist` and the keys again. Throws when either cannot be used, and then nothing has changed. */
  reload(): void {
    const site = loadSite(this.dist);
    const access = accessFrom(this.config);
    this.site = site;
    this.access = access;
  }

  /** Whether a scheduled price change has passed since the build: the prices served are no longer those of today. */
  get overdue(): boolean {
    const next = nextPriceChange(this.site.catalog);
    return next !== null && next.on <= new Date().toISOString().slice(0, 10);
  }
}
