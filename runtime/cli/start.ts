#!/usr/bin/env node
/**
 * Starts `agent-cost`. A status line and a hook run many times an hour, and most of their time would go into loading
 * the whole program: they are here. `live` and a price have programs of their own; everything else is loaded when it is
 * asked for.
 */
import { liveOptions, quickCommand } from './running/options.ts';

const words = process.argv.slice(2);
const args = words[0] === 'live' && ['statusline', 'guard'].includes(words[1] ?? '') ? words.slice(1) : words;
/** What stands below `price`, and its help, which lists them. */
const belowPrice = ['models', 'model', 'changes', 'export', 'sql', 'enrich', 'help', '-h', '--help'];

async function start(): Promise<void> {
  const [quick, live] = [quickCommand(args), liveOptions(args)];
  if (quick !== null) await (await import('./running/quick.ts')).run(quick);
  else if (live !== null) await (await import('./live-alone.ts')).liveAlone(live);
  else if (args[0] === 'price' && !belowPrice.includes(args[1] ?? ''))
    await (await import('./price-alone.ts')).priceAlone();
  else {
    await import('./agent-cost.ts');
    // Claude Code stops at a hook that ends with 2, and shows what others say: a typing error stops nobody.
    if (args[0] !== 'guard' || process.exitCode !== 2) return;
    const { isInHook } = await import('./running/guard.ts');
    if (isInHook()) process.exitCode = 1;
  }
}

void start();
