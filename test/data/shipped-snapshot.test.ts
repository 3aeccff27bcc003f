import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../support/copies.ts';
import { projectRoot } from '../support/project-root.ts';

const run = promisify(execFile);

// The other tests use frozen data; this snapshot has everything that is in `data/` now, and every page.
test('a snapshot of the data in the repository is made, and verified by its own program', async () => {
  const out = join(temporaryDirectory(), 'dist');
  await run('npx', ['tsx', 'build/snapshot/snapshot-cli.ts', '--out', out], { cwd: projectRoot });
  const [archive] = readdirSync(join(out, 'snapshot')).filter((name) => name.endsWith('.tar.gz'));
  const verify = [join(out, 'cli.js'), 'verify', join(out, 'snapshot', String(archive)), '--json'];
  // 3: complete and correct, but not signed.
  await expect(run(process.execPath, verify)).rejects.toMatchObject({ code: 3 });
}, 180_000);
