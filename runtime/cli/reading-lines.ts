/** The parts of logs that were not read as calls, for people. */
import { printable } from '../core/values/printable.ts';
import { whole } from '../core/values/rounded.ts';
import type { LogsRead } from './read-logs.ts';

export function readingLines({ files, notLogs }: LogsRead): string[] {
  const duplicates = files.reduce((sum, one) => sum + one.duplicates, 0);
  const broken = files.reduce((sum, one) => sum + one.broken, 0);
  const places = files.flatMap(({ name, brokenLines }) =>
    brokenLines.map(({ line, reason }) => `  - ${printable(`${name}:${line}: ${reason}`)}`),
  );
  return [
    ...(duplicates + broken + notLogs.length > 0 ? [''] : []),
    ...(duplicates === 0 ? [] : [`Entries logged more than once, counted once: ${whole(duplicates)}.`]),
    ...(notLogs.length === 0
      ? []
      : [`Files in the folders that are not logs of a known format: ${whole(notLogs.length)}.`]),
    ...(broken === 0
      ? []
      : [`Lines that could not be read and are in no total: ${whole(broken)}.`, ...places.slice(0, 5)]),
  ];
}
