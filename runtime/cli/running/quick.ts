/** Runs a command that starts many times an hour. */
import { guard } from './guard.ts';
import type { Quick } from './options.ts';
import { statusLine } from './status-line.ts';
import { sayAtOnce } from './this-run.ts';

export const run = (quick: Quick): Promise<void> =>
  quick.name === 'guard' ? guard(quick.log, quick.options, sayAtOnce) : statusLine(quick.log, quick.options, sayAtOnce);
