#!/usr/bin/env node
/**
 * Starts `agent-cost`. A status line and a hook run many times an hour, and most of their time would go into loading
 * the whole program: they are here, and everything else is loaded when it is asked for.
 */
import { guard, isInHook } from './running/guard.ts';
import { quickCommand } from './running/options.ts';
import { statusLine } from './running/status-line.ts';
import { sayAtOnce } from './running/this-run.ts';

const args = process.argv.slice(2);
const quick = quickCommand(args);
if (quick === null) {
  void import('./agent-cost.ts').then(() => {
    // Claude Code stops at a hook that ends with 2, and shows what others say: a typing error stops nobody.
    if (args[0] === 'guard' && process.exitCode === 2 && isInHook()) process.exitCode = 1;
  });
} else if (quick.name === 'guard') void guard(quick.log, quick.options, sayAtOnce);
else void statusLine(quick.log, quick.options, sayAtOnce);
