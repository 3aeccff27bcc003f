/**
 * Replaces an old build with a new one and kills itself before the n-th change of the file system.
 * Usage: swap-killed.ts OUT N. Ends with code 0 if there were fewer than N changes.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { freshDirectory, keepSnapshots, seal } from '../../build/output/swap.ts';
import { writeBuild } from '../support/made-up-build.ts';

const [, , out = '', nth = '0'] = process.argv;

let changes = 0;
const counted = ['copyFileSync', 'cpSync', 'mkdirSync', 'renameSync', 'rmSync', 'writeFileSync'] as const;
for (const name of counted) {
  const original = fs[name] as (...args: unknown[]) => unknown;
  Object.assign(fs, {
    [name]: (...args: unknown[]) => {
      if (++changes === Number(nth)) process.kill(process.pid, 'SIGKILL');
      return original(...args);
    },
  });
}
syncBuiltinESMExports();

const dir = freshDirectory(out);
writeBuild(dir, { 'server.cjs': 'new', 'public/a.json': 'new' });
keepSnapshots(out, dir);
// A snapshot is made in the meantime.
fs.closeSync(fs.openSync(join(out, 'snapshot/two.tar.gz'), 'w'));
seal(dir, out);
