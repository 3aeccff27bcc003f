/** What is said of a file that no reader understands. */
import { formats } from './formats/formats.ts';

/** A file is of no known format. The message has names of fields or columns, never what is in them. */
export class UnknownFormatError extends Error {
  override name = 'UnknownFormatError';

  constructor(file: string, seen: readonly string[]) {
    super(
      `${file} is not a log of a known format: ${seenText(seen)}. Known formats:\n${formats
        .map(({ name, marks }) => `  ${name}: ${marks}`)
        .join('\n')}`,
    );
  }
}

/** Only what looks like the name of a field: the first line of a text without a header would be its content. */
const fieldName = /^[A-Za-z_][\w.-]{0,39}$/;
const mostShown = 12;

function seenText(seen: readonly string[]): string {
  const names = seen.filter((name) => fieldName.test(name));
  if (names.length * 2 <= seen.length || seen.length < 2) return 'it has no fields or columns with names';
  const more = seen.length - Math.min(names.length, mostShown);
  return `its fields are ${names.slice(0, mostShown).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
