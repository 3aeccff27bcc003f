/** Runs a command that starts many times an hour. */
import { guard } from './guard.ts';
import type { Quick } from './options.ts';
import { readOn } from './read-on.ts';
import { statusLine } from './status-line.ts';
import { askedHere, sayAtOnce } from './this-run.ts';

export function run(quick: Quick): Promise<void> {
  if (quick.name === 'guard') return guard(quick.log, quick.options, sayAtOnce);
  if (quick.name === 'statusline') return statusLine(quick.log, quick.options, sayAtOnce);
  return readOn(askedHere(quick.logs));
}
