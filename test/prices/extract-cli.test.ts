import { execFileSync, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { run } from '../../build/prices/extract-cli.ts';
import { expected } from './expected.ts';
import { row } from './support.ts';

const path = (name: string): string => fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url));

describe('prices:extract', () => {
  it('prints the rows as JSON with the ten fields', async () => {
    const { code, out, err } = await run(['xai', path('xai/page.md')]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(JSON.parse(out)).toEqual(expected['xai/page.md']?.map(row));
    expect(Object.keys(JSON.parse(out)[0])).toEqual([
      'model',
      'input',
      'output',
      'cachedInput',
      'cacheWrite5m',
      'cacheWrite1h',
      'cacheWrite',
      'tier',
      'currency',
      'condition',
    ]);
  });

  it.each([
    ['a page without prices', ['xai', path('client-rendered.html')], /no token prices/],
    ['another provider', ['zai', path('xai/page.md')], /not a page of zai/],
    ['an unknown provider', ['nobody', path('xai/page.md')], /unknown provider/],
    ['a missing file', ['xai', path('nothing.md')], /cannot read/],
    ['missing arguments', ['xai'], /two arguments/],
  ])('%s: exit code 2 and the reason', async (_, args, reason) => {
    const { code, out, err } = await run(args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(reason);
  });

  it('prints its usage with --help', async () => {
    expect(await run(['--help'])).toMatchObject({ code: 0, err: '' });
  });

  it('works as a process: rows on stdout, reasons on stderr', () => {
    const cli = fileURLToPath(new URL('../../build/prices/extract-cli.ts', import.meta.url));
    const options = { encoding: 'utf8' as const };
    const good = execFileSync(process.execPath, ['--import', 'tsx', cli, 'zai', path('zai/page.md')], options);
    expect(JSON.parse(good)).toHaveLength(6);
    const bad = spawnSync(process.execPath, ['--import', 'tsx', cli, 'zai', path('client-rendered.html')], options);
    expect([bad.status, bad.stdout]).toEqual([2, '']);
    expect(bad.stderr).toMatch(/^prices:extract: not a page of zai/);
  });
});
