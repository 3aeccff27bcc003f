import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../support/copies.ts';
import { projectRoot } from '../support/core/raw-data.ts';

const run = promisify(execFile);

// The other tests have frozen data; this snapshot holds all that lies in `data/` now, and every page.
test('a snapshot of the data of the repository is made, and found whole and right by the program beside it', async () => {
  const out = join(temporaryDirectory(), 'dist');
  await run('npx', ['tsx', 'build/snapshot/snapshot-cli.ts', '--out', out], { cwd: projectRoot });
  const [archive] = readdirSync(join(out, 'snapshot')).filter((name) => name.endsWith('.tar.gz'));
  const verify = [join(out, 'cli.js'), 'verify', join(out, 'snapshot', String(archive)), '--json'];
  // 3: whole and right, and not signed.
  await expect(run(process.execPath, verify)).rejects.toMatchObject({ code: 3 });
}, 180_000);
