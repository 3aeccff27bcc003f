/** The error for a file of no known format. */
import type { JsonObject } from './fields/values.ts';
import { formats } from './formats/formats.ts';
import type { BrokenLine, ReadReport } from './read-report.ts';
import { invoiceNamed } from './reconcile/cloud-bills.ts';

/** A file has no known format. The message has names of fields or columns, never their content. */
export class UnknownFormatError extends Error {
  override name = 'UnknownFormatError';
  /** The first line of the message, and its other lines, one for each known format. */
  readonly summary: string;
  readonly known: readonly string[];

  /** @param samples values of the file, or its header */
  constructor({ name: file, brokenLines, damage }: ReadReport, samples: readonly JsonObject[]) {
    const seen = [...new Set(samples.flatMap((sample) => Object.keys(sample)))];
    const invoice = invoiceText(samples);
    const why = invoice ?? nearlyText(samples) ?? seenText(seen, brokenLines[0], damage);
    const summary = `${file} is not a log of a known format: ${why}.${invoice === undefined ? ' Known formats:' : ''}`;
    const known = (invoice === undefined ? formats : []).map(({ name, marks }) => `${name}: ${marks}`);
    super([summary, ...known].join('\n  '));
    this.summary = summary;
    this.known = known;
  }
}

/** Which command reads a file of dollars without tokens; undefined: it is none. */
function invoiceText(samples: readonly JsonObject[]): string | undefined {
  const name = samples[0] && invoiceNamed(samples[0]);
  return name && `it is an invoice (${name}), which agent-cost report reconcile LOGS --invoice FILE compares with logs`;
}

/** What keeps values from being read as the format that they are nearly of; undefined: they are like none. */
function nearlyText(samples: readonly JsonObject[]): string | undefined {
  for (const { name, differs } of formats) {
    for (const sample of samples) {
      const difference = differs?.(sample) ?? null;
      if (difference !== null) return `it looks like ${name}, but ${difference}`;
    }
  }
  return undefined;
}

/**
 * Words of field names. The first line of a text without a header is content, and the keys of an object can be: only a
 * name made up of these words is shown.
 */
const words = new Set(
  `account amount answer api at attributes body cache cached calls call completion content cost costs count created data
  date datetime day duration end endpoint error event events id input key latency level line log message messages
  metadata method model models name number object output outputs path payload price project prompt prompts provider
  reasoning request requests response result results role run score session source span spans spend start status tag
  tags task team text time timestamp token tokens total trace type unit url usage usd user value version`.split(/\s+/),
);
const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_.-]+/);
const isFieldName = (name: string): boolean => wordsOf(name).every((word) => words.has(word));

const mostShown = 12;

function seenText(seen: readonly string[], broken: BrokenLine | undefined, damage: string | null): string {
  const names = seen.filter(isFieldName).slice(0, mostShown);
  if (names.length === 0) {
    const why = damage ?? (broken && `line ${broken.line}: ${broken.reason}`);
    return `none of its fields or columns has a known name${why === undefined ? '' : ` (${why})`}`;
  }
  const more = seen.length - names.length;
  return `its fields are ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
