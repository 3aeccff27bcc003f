/** How long an answer may be kept, and by whom. */

/** Seconds a copy is fresh in a client and in a shared cache, and how much longer it may be sent while renewed. */
interface Lifetime {
  client: number;
  shared: number;
  whileRenewed: number;
}

const longest: Lifetime = { client: 300, shared: 3600, whileRenewed: 600 };

/** A change at least this many seconds away shortens nothing. */
const farAway = longest.shared + longest.whileRenewed;

/**
 * Once a scheduled price change has passed, answers are out of date until the next build: a copy is kept so briefly
 * that the next build is seen soon, and long enough that a cache still shields the server.
 */
const overdue: Lifetime = { client: 60, shared: 60, whileRenewed: 0 };

/** A week, for when no server answers: an old price with its date is better than none. */
const ifError = 604_800;

const fieldOf = ({ client, shared, whileRenewed }: Lifetime): string =>
  `public, max-age=${client}, s-maxage=${shared}, stale-while-revalidate=${whileRenewed}, stale-if-error=${ifError}`;

const cdnFieldOf = ({ shared, whileRenewed }: Lifetime): string =>
  `public, max-age=${shared}, stale-while-revalidate=${whileRenewed}, stale-if-error=${ifError}`;

/** For static hosts, which cannot take the time of day into account. */
export const cacheControl = fieldOf(longest);

/** The same for caches that the operator runs or rents (RFC 9213), which may keep answers longer than clients do. */
export const cdnCacheControl = cdnFieldOf(longest);

/** The fields at one moment, as name, value, name, value ...; the same objects as long as they are equal. */
export interface CachingFields {
  api: readonly string[];
  page: readonly string[];
}

const publicFields = (lifetime: Lifetime): CachingFields => ({
  api: [
    ...['Cache-Control', fieldOf(lifetime)],
    ...['CDN-Cache-Control', cdnFieldOf(lifetime)],
    ...['Vary', 'Accept-Encoding'],
  ],
  page: ['Cache-Control', `public, max-age=${lifetime.client}`, 'Vary', 'Accept-Encoding'],
});

/** Where every call needs a key, no shared cache may hand an answer to a client without one. */
const privateFields = ({ client }: Lifetime, keyFields: readonly string[]): CachingFields => {
  const fields = [
    ...['Cache-Control', `private, max-age=${client}`],
    ...['CDN-Cache-Control', 'no-store'],
    ...['Vary', ['Accept-Encoding', ...keyFields].join(', ')],
  ];
  return { api: fields, page: fields };
};

/** The caching fields of answers; nothing is kept past the next scheduled price change. */
export class Freshness {
  private readonly changesAt: number;
  private fields: CachingFields;
  /** The seconds to the change that the fields were made for. */
  private madeFor = farAway;

  /**
   * `nextPriceChange`: YYYY-MM-DD (from 00:00 UTC on), or null. `keyFields`: the header fields that may carry a key, if
   * every call needs one; null if not. `now`: milliseconds since 1970.
   */
  constructor(
    nextPriceChange: string | null,
    private readonly keyFields: readonly string[] | null,
    private readonly now: () => number = Date.now,
  ) {
    this.changesAt = nextPriceChange === null ? Number.POSITIVE_INFINITY : Date.parse(`${nextPriceChange}T00:00:00Z`);
    this.fields = this.fieldsOf(longest);
  }

  /** The current fields: the same object until they change, at most once a second. */
  current(): CachingFields {
    const seconds = Math.max(-1, Math.min(farAway, Math.floor((this.changesAt - this.now()) / 1000)));
    if (seconds !== this.madeFor) {
      this.madeFor = seconds;
      this.fields = this.fieldsOf(lifetimeFor(seconds));
    }
    return this.fields;
  }

  private fieldsOf(lifetime: Lifetime): CachingFields {
    return this.keyFields ? privateFields(lifetime, this.keyFields) : publicFields(lifetime);
  }
}

/** The lifetime when prices change in `seconds`; -1: they have changed already. */
function lifetimeFor(seconds: number): Lifetime {
  if (seconds < 0) return overdue;
  const shared = Math.min(longest.shared, seconds);
  return {
    client: Math.min(longest.client, seconds),
    shared,
    whileRenewed: Math.min(longest.whileRenewed, seconds - shared),
  };
}
