/** `agent-cost live statusline`: what a session costs, in one line. */
import { command } from '../program.ts';
import type { StatusLineOptions } from '../running/options.ts';
import { statusLine } from '../running/status-line.ts';

const epilogue = `
Claude Code gives its status line the session on standard input: set "statusLine" in ~/.claude/settings.json to
{"type": "command", "command": "agent-cost live statusline"}. For other agents name the log, or none: it takes the session of
this machine that was written last. Subagents are counted; today is the day here, of all agents.

Examples:
  agent-cost live statusline
  agent-cost live statusline ~/.codex/sessions/2026/11/23/rollout-2026-11-23T09-12-00.jsonl

Exit code: 0, always, and one line, so that it never breaks a prompt; --debug says what could not be read.`;

export const statuslineCommand = () =>
  command('statusline')
    .summary('what a running session and today cost, in one line')
    .description(
      'Dollars of a session and of today, the share from the cache, the context in use and the seconds until the cache goes cold, in one line for the status line of Claude Code or a terminal.',
    )
    .argument('[log]', 'log of the session; default what standard input says, or the one written last')
    .option('--debug', 'also say on standard error what could not be read')
    .addHelpText('after', epilogue)
    .action((log: string | undefined, options: StatusLineOptions) => statusLine(log, options));
