/** `agent-cost live statusline`: one line, whatever happens, so that it never breaks the prompt of a user. */
import { linesText } from '../output.ts';
import type { RunningLog } from './kept-logs.ts';
import { keepLimits, quotasText } from './limits-file.ts';
import type { StatusLineOptions } from './options.ts';
import { mayReadOn, readOnBeside } from './read-on.ts';
import { noSuchFile, problemsOf, runningLogs } from './running-logs.ts';
import { logsOfSession, sessionOf } from './session-figures.ts';
import { nothingTold, statusText } from './status-text.ts';
import { askedHere, givenText, type Say, sessionInput } from './this-run.ts';

/** What is read before the answer: Claude Code ends a status line that takes too long. */
const atOnce = { mostBytes: 2 ** 22, mostMs: 50 };
/** The same where nothing reads on beside it. */
const alone = { mostBytes: 2 ** 25 };

/** @param log the session's log; without it, what Claude Code says on standard input, or the session written last */
export async function statusLine(
  log: string | undefined,
  { debug = false }: StatusLineOptions,
  say: Say = (text) => void process.stdout.write(text),
): Promise<void> {
  try {
    const text = log === undefined ? givenText() : null;
    const input = text === null || text.trim() === '' ? null : sessionInput(text);
    if (text?.trim() && input === null) throw new Error('Standard input is not the JSON of a session.');
    const path = log ?? input?.log ?? null;
    const limits = input?.limits ?? [];
    const asked = askedHere(path === null ? [] : [path]);
    keepLimits(asked.machine, limits);
    const shown = (logs: readonly RunningLog[]) => logsOfSession(logs, path);
    const running = await runningLogs({ ...asked, ...(mayReadOn(asked) ? atOnce : alone), shown });
    const { logs, today, unread } = running;
    const session = path !== null || input === null ? sessionOf(logs, path) : null;
    // Claude Code names the log of a session that has just begun before it writes it.
    const why = path === null ? undefined : unread.get(path);
    const isUnread = why !== undefined && (log !== undefined || why !== noSuchFile);
    const isPartial = logs.some((one) => one.isPartial);
    if (isPartial) await readOnBeside(asked);
    say(
      linesText([
        [
          statusText(isUnread ? 'not read' : session, today, input?.told ?? nothingTold, asked.now, isPartial),
          ...quotasText(limits, asked.index),
        ].join(' · '),
      ]),
    );
    if (debug) process.stderr.write(linesText(problemsOf(running)));
  } catch (error) {
    say('agent-cost: no figures (--debug says why)\n');
    if (debug) process.stderr.write(linesText([(error as Error).message]));
  }
}
