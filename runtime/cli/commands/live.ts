/** `agent-cost live`: the sessions that run on this machine. */
import { aShortCount, command, plainExitCodes } from '../program.ts';
import { live } from '../running/live.ts';
import { usualMinutes } from '../running/options.ts';

const epilogue = `
On a terminal it is refreshed in place until Ctrl-C; in a pipe, and with --once or --json, it is printed once.

Examples:
  agent-cost live
  agent-cost live --once --minutes 60
  agent-cost live --json
${plainExitCodes}`;

export const liveCommand = () =>
  command('live')
    .summary('the sessions that run on this machine, and today')
    .description(
      'The sessions whose logs were written in the last minutes: dollars, share from the cache, context in use, seconds until the cache goes cold; and the dollars of today.',
    )
    .option('--once', 'print once and end')
    .option('--json', 'print JSON once, with exact numbers')
    .option(
      '--minutes <number>',
      'how long ago a log of a running session was written at most',
      aShortCount,
      usualMinutes,
    )
    .addHelpText('after', epilogue)
    .action(live);
