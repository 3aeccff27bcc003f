/** Conditional requests (RFC 9110 13.1.2 and 13.1.3). */

/**
 * Whether the client already has the representation called `etag`, last changed at `lastModified` (ms).
 * If-None-Match wins over If-Modified-Since; it takes `*` and lists, and compares weakly.
 */
export function isFresh(
  ifNoneMatch: string | undefined,
  ifModifiedSince: string | undefined,
  etag: string,
  lastModified: number,
): boolean {
  if (ifNoneMatch !== undefined) {
    if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true;
    return (ifNoneMatch.match(/(?:W\/)?"[^"]*"/g) ?? []).some((tag) => tag.replace('W/', '') === etag);
  }
  return ifModifiedSince !== undefined && httpDate.test(ifModifiedSince) && lastModified <= Date.parse(ifModifiedSince);
}

/** The three forms of an HTTP-date (RFC 9110 5.6.7) start with a weekday; `Date.parse` takes much more than they. */
const httpDate = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /;
