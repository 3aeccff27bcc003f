/** `agent-cost` of the build in a directory with an overlay, and the library to compare its answers with. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect } from 'vitest';
import { temporaryDirectory } from '../support/copies.ts';
import { testDist } from '../support/dist.ts';
import { runCliIn } from '../support/run.ts';

type Library = typeof import('../../runtime/library/library.ts');
export const library: Library = await import(join(testDist, 'index.js'));

export const overlay = {
  name: 'contract',
  rules: [
    { provider: 'openai', discountPct: 20 },
    { model: 'claude-sonnet-4-6', prices: { input: 2 } },
  ],
};

export interface Commands {
  /** Where they run; it is removed after the tests of the file. */
  dir: string;
  /** The output of a command, which must succeed. */
  printed: (...args: string[]) => Promise<string>;
  json: (...args: string[]) => Promise<ReturnType<typeof JSON.parse>>;
  /** Rows of CSV by the names in its header line. */
  csv: (...args: string[]) => Promise<Record<string, string>[]>;
}

/** `agent-cost` in a directory of its own with the overlay as contract.json. */
export function commandsInDirectory(): Commands {
  const dir = temporaryDirectory();
  writeFileSync(join(dir, 'contract.json'), JSON.stringify(overlay));
  const printed = async (...args: string[]) => {
    const { code, stdout, stderr } = await runCliIn(dir, args, { HOME: dir, USERPROFILE: dir });
    expect({ args, code, stderr: stderr.replace(progress, '') }).toEqual({ args, code: 0, stderr: '' });
    return stdout;
  };
  return {
    dir,
    printed,
    json: async (...args) => JSON.parse(await printed(...args, '--json')),
    csv: async (...args) => parse(await printed(...args, '--csv'), { columns: true, relax_column_count: false }),
  };
}

/** What a command that takes longer than a second reports meanwhile, and how much an export leaves out. */
const progress = /^.+, \d+ s\n|^\d+ entries at the prices of .+\n/gm;

export const at = ['--as-of', '2026-12-01'];
export const own = ['--overlay', 'contract.json'];
