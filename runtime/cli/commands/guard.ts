/** `agent-cost live guard`: stops an agent at a budget. */
import { Option } from 'commander';
import { WrongUse } from '../../io/command-line.ts';
import { argument, command } from '../program.ts';
import { guard, overBudget } from '../running/guard.ts';
import { dollarsADayIn, dollarsIn, type GuardOptions, percentIn } from '../running/options.ts';

const epilogue = `
As a hook of Claude Code (UserPromptSubmit and PreToolUse) it reads the session on standard input and answers with what
Claude Code shows: a warning from 80 % of a limit on, and from 100 % on it stops, with the figures. Elsewhere its exit
code says so. Output that a log leaves out counts by an estimate; calls without a price are named. Where it cannot
read, it lets go and says so in one line. Percents are those that agent-cost live statusline was told last.

Examples:
  agent-cost live guard --budget 20/day --session 5
  agent-cost live guard --window 90%
  agent-cost live guard --raise 10

Exit codes: 0 within the budget, or the answer to a hook is on standard output; ${overBudget} the budget is used up; 2 usage error,
or 1 in a hook, where 2 would stop Claude Code.`;

export const guardCommand = () =>
  command('guard')
    .summary('warn at 80 % of a budget, stop at 100 %')
    .description('Warns at 80 % of a budget and stops at 100 %: as a hook of Claude Code, or by its exit code.')
    .argument('[log]', 'log of the session; default what standard input says, or the one written last')
    .option('--budget <dollars>/day', 'dollars a day, of all agents on this machine', aDay)
    .option('--session <dollars>', 'dollars for one session with its subagents', dollars)
    .option('--window <percent>%', 'percent of any quota of a plan, as the status line of Claude Code tells', percent)
    .addOption(
      new Option('--raise <dollars>', 'raise every limit until the day ends, and check nothing')
        .argParser(dollars)
        .conflicts(['budget', 'session', 'window']),
    )
    .addHelpText('after', epilogue)
    .action((log: string | undefined, options: GuardOptions) => {
      if (Object.keys(options).length === 0)
        throw new WrongUse('guard needs --budget, --session, --window or --raise.');
      return guard(log, options);
    });

const dollars = argument('dollars such as 5 or 0.50', dollarsIn);
const percent = argument('a percent such as 90%', percentIn);
const aDay = argument('dollars a day such as 20/day', dollarsADayIn);
