/** What a column of a deprecation table holds. `ignored` is a known column that does not concern a model's end. */
export type ColumnKind = 'model' | 'shutDown' | 'deprecatedOn' | 'replacement' | 'ignored' | 'unknown';

const kinds: [RegExp, ColumnKind][] = [
  [
    /^((api )?model( name| id| snapshot| version)?s?|(deprecated|affected|legacy) models?|model \/ system|system)$/,
    'model',
  ],
  [/^((tentative )?(shut ?down|retirement|end[- ]of[- ]life|eol)( date)?)$/, 'shutDown'],
  [/^(deprecated( on)?|deprecation (date|announced)|notice date|announced( on)?|legacy date)$/, 'deprecatedOn'],
  [
    /^((recommended |suggested )?(replacement|alternative|substitute)( models?)?( ids?)?|substitute model)$/,
    'replacement',
  ],
  [/^(release date|released|launch date|(current )?(state|status)|notes?|(.* )?price|provider|regions?.*)$/, 'ignored'],
];

/** Matches a header as a whole; one with an unknown word is `unknown` rather than guessed. */
export function columnKind(header: string): ColumnKind {
  const text = header
    .toLowerCase()
    .replace(/[*†‡]+$/, '')
    .replace(/\s+/g, ' ')
    .trim();
  return kinds.find(([pattern]) => pattern.test(text))?.[1] ?? 'unknown';
}
