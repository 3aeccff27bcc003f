/**
 * Conditional requests (RFC 9110 13). Only tags count: answers carry no Last-Modified, since a rollback brings older
 * content back and a date would then be misleading; without one, If-Modified-Since and If-Unmodified-Since do not
 * apply.
 */

/** Header fields that may make a request conditional, by lower-case name. */
type Fields = Partial<Record<'if-match' | 'if-none-match', string>>;

/** What a GET or HEAD gets: the representation, 304 or 412. If-Match goes first (RFC 9110 13.2.2). */
export function outcomeOf(fields: Fields, etag: string): 'send' | 'not modified' | 'failed' {
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = fields;
  if (ifMatch !== undefined && ifMatch.trim() !== '*' && !tagsIn(ifMatch).includes(etag)) return 'failed';
  if (ifNoneMatch === undefined) return 'send';
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return 'not modified';
  // Weak comparison here, strong above: our tags are strong, so there a weak one matches none.
  return tagsIn(ifNoneMatch).some((tag) => tag.replace('W/', '') === etag) ? 'not modified' : 'send';
}

/** The tags of a list, weak ones with their `W/`. */
const tagsIn = (list: string): readonly string[] => list.match(/(?:W\/)?"[^"]*"/g) ?? [];
