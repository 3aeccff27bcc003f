/** `agent-cost report` on real files, as a person runs it. */
import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../../support/copies.ts';
import { testDist } from '../../support/dist.ts';
import { runCliIn } from '../../support/run.ts';

const dir = temporaryDirectory();

// Claude Sonnet 4.6: 1,200 x $3 + 45,000 x $0.30 + 850 x $15 per million = $0.02985; GPT-4o: 1,100 x $2.50 = $0.00275
const sonnet = {
  time: '2026-11-01T10:00:00Z',
  model: 'claude-sonnet-4-6',
  input: 1200,
  cacheRead: 45_000,
  output: 850,
};
const gpt = { time: '2026-11-02T10:00:00Z', model: 'gpt-4o', input: 1100, output: 0, project: 'web' };
const unknown = { time: '2026-11-02T10:00:00Z', model: 'my-own-model', input: 10, output: 5 };
const lines = (...values: object[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');

beforeAll(() => {
  writeFileSync(join(dir, 'calls.jsonl'), lines(sonnet, gpt));
  mkdirSync(join(dir, 'logs/b'), { recursive: true });
  writeFileSync(join(dir, 'logs/b/one.jsonl'), lines(sonnet));
  writeFileSync(join(dir, 'logs/a.jsonl.gz'), gzipSync(lines(gpt, unknown)));
  writeFileSync(join(dir, 'logs/notes.txt'), 'Not a log.\nOf anything.\n');
  writeFileSync(join(dir, 'empty.jsonl'), '');
  writeFileSync(
    join(dir, 'overlay.json'),
    JSON.stringify({ name: 'ours', rules: [{ provider: 'openai', discountPct: 20 }] }),
  );
});

async function printed(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runCliIn(dir, ['report', ...args]);
  expect({ args, code, stderr: code === 0 ? '' : stderr }).toEqual({ args, code: 0, stderr: '' });
  return stdout;
}
const json = async (...args: string[]) => JSON.parse(await printed(...args, '--json'));

test('what was not read is told on standard error in every form, and --strict has an exit code for it', async () => {
  const cut = gzipSync(lines(...Array.from({ length: 500 }, (_, input) => ({ ...sonnet, input }))));
  mkdirSync(join(dir, 'partly'));
  writeFileSync(join(dir, 'partly/cut.jsonl.gz'), cut.subarray(0, cut.length - 200));
  writeFileSync(join(dir, 'partly/lines.jsonl'), `${lines(sonnet, { ...sonnet, time: '2026-02-30' })}{"model\n`);
  writeFileSync(
    join(dir, 'partly/table.csv'),
    'model,input,output,cache_hit_tokens\ngpt-4o,10,1,90000\ngpt-4o,0,0,0\n',
  );
  symlinkSync(join(dir, 'calls.jsonl'), join(dir, 'partly/link.jsonl'));
  for (const form of [[], ['--json'], ['--csv']]) {
    const { code, stdout, stderr } = await runCliIn(dir, ['report', 'partly', ...form]);
    expect({ form, code }).toEqual({ form, code: 0 });
    expect(stdout).not.toContain('could not be read');
    expect(stderr).toMatch(/cut\.jsonl\.gz: the gzip data ends early/);
    expect(stderr).toMatch(/in no total: 2\.\n.*lines\.jsonl:2: time is not a time\n.*lines\.jsonl:3: not valid JSON/);
    expect(stderr).toMatch(/table\.csv: not read, and in no total: "cache_hit_tokens"/);
    expect(stderr).toMatch(/table\.csv: no counts of tokens for 1 call/);
    expect(stderr).toMatch(/link\.jsonl: a symbolic link/);
  }
  expect((await runCliIn(dir, ['report', 'partly', '--strict', '--csv'])).code).toBe(3);
  expect((await runCliIn(dir, ['report', 'calls.jsonl', '--strict'])).code).toBe(0);
});

test('calls without counts are no bill of $0', async () => {
  writeFileSync(join(dir, 'none.csv'), 'model,input,output,calls\ngpt-4o,0,0,11\n');
  const { stdout } = await runCliIn(dir, ['report', 'none.csv']);
  expect(stdout.split('\n')[0]).toBe('No dollars at list price: 11 calls without counts of tokens');
});

describe('report', () => {
  test('on a file has the bill in words, by model and by day', async () => {
    const text = await printed('calls.jsonl');
    expect(text).toMatch(/^\$0\.0326 at list price for 2 calls, 2026-11-01 to 2026-11-02\n/);
    expect(text).toMatch(/^claude-sonnet-4-6 +\$0\.0299 +91\.6 % +█+ +1 +46,200 +97\.4 % +850$/m);
    expect(text).toMatch(/^2026-11-02 +\$0\.0027 +8\.4 % /m);
  });

  test('on folders reads every log below them, gzipped or not, and counts other files', async () => {
    const report = await json('logs');
    expect(report.total).toMatchObject({ calls: 3, unpricedCalls: 1, usd: 0.0326 });
    expect(report.reading.files.map(({ name }: { name: string }) => name)).toEqual([
      join('logs', 'a.jsonl.gz'),
      join('logs', 'b', 'one.jsonl'),
    ]);
    expect(report.reading.notLogs).toEqual([join('logs', 'notes.txt')]);
    expect(report.unpriced).toMatchObject([{ model: 'my-own-model', calls: 1, input: 10, output: 5, usd: null }]);
    const text = await printed('logs');
    expect(text).toContain(`Newest look at a price: ${report.newestLook}`);
    expect(text).toMatch(/; 1 more without a price\n/);
    expect(text).toMatch(/^ {2}- Unknown model "my-own-model"\. No list of prices that this dataset reads has it\.$/m);
    expect(text).toMatch(/^Files in the folders that are not logs of a known format: 1\.$/m);
  });

  test('reads standard input', async () => {
    const stdout = await new Promise<string>((resolve) => {
      const args = [join(testDist, 'cli.js'), 'report', '-', '--json'];
      const child = execFile(process.execPath, args, (_, out) => resolve(out));
      child.stdin?.end(gzipSync(lines(sonnet)));
    });
    expect(JSON.parse(stdout).total.usd).toBe(0.02985);
  });

  test('as CSV has every digit and a row for each group', async () => {
    const rows: Record<string, string>[] = parse(await printed('logs', '--by', 'model,project', '--csv'), {
      columns: true,
    });
    expect(rows.map(({ by, key, calls, usd }) => [by, key, calls, usd])).toEqual([
      ['model', 'claude-sonnet-4-6', '1', '0.02985'],
      ['model', 'gpt-4o', '1', '0.00275'],
      ['model', 'my-own-model', '1', ''],
      ['project', '', '2', '0.02985'],
      ['project', 'web', '1', '0.00275'],
    ]);
  });

  test('accepts an overlay, a day and a host', async () => {
    // 20 % off for OpenAI: 0.02985 + 0.0022
    const overlaid = await json('calls.jsonl', '--overlay', 'overlay.json');
    expect(overlaid).toMatchObject({ total: { usd: 0.03205 }, overlay: 'ours' });
    expect(await printed('calls.jsonl', '--overlay', 'overlay.json')).toContain('list prices with the overlay "ours"');
    expect(await json('calls.jsonl', '--as-of', '2026-12-01')).toMatchObject({
      pricedOn: '2026-12-01',
      until: '2026-11-02',
    });
    expect(await json('calls.jsonl', '--host', 'bedrock')).toMatchObject({ host: 'bedrock' });
  });

  test('fits the terminal, sentences too, without losing a word of them', async () => {
    const words = (text: string) => text.split(/\s+/).join(' ');
    const sentences = (await printed('calls.jsonl')).split('\n').filter((line) => line.startsWith('  - '));
    expect(sentences.some((line) => line.length > 120)).toBe(true);
    for (const columns of [40, 60, 80, 120]) {
      const { stdout } = await runCliIn(dir, ['report', 'calls.jsonl'], { COLUMNS: String(columns) });
      expect(stdout.split('\n').filter((line) => line.length > columns)).toEqual([]);
      for (const sentence of sentences) expect(words(stdout)).toContain(words(sentence));
    }
  });
});

describe('wrong use', () => {
  test.each([
    [['none.jsonl'], /^There is no file "none\.jsonl"\.$/m, 2],
    [
      ['logs/notes.txt'],
      /is not a log of a known format: .*\. Known formats:\n {2}qwen-code: .*\n {2}claude-code: JSON lines [^;]*\n {2}codex: [\s\S]*\n {2}plain: CSV .*\n$/,
      2,
    ],
    [['empty.jsonl'], /^No call was found in empty\.jsonl, which is empty\.$/m, 1],
    [
      ['calls.jsonl', '--by', 'modle'],
      /^Unknown group "modle"\. Did you mean "model"\? Groups: hour, day, week, month, /m,
      2,
    ],
    [['calls.jsonl', '--host', 'bedrok'], /^Unknown host "bedrok"\. Did you mean "bedrock"\?/m, 2],
    [['calls.jsonl', '--since', 'monday'], /^--since "monday" is no time\. It must be a day \(2026-12-01\)/m, 2],
    [['calls.jsonl', '--top', '0'], /It must be a whole number from 1 to 999999/, 2],
    [['-', '-'], /^Standard input \(-\) can be read only once\.$/m, 2],
  ])('%j', async (args, message, code) => {
    const finished = await runCliIn(dir, ['report', ...args]);
    expect(finished).toMatchObject({ code, stdout: '' });
    expect(finished.stderr).toMatch(message);
  });

  test('the help gives defaults as they are typed', async () => {
    const { stdout } = await runCliIn(dir, ['report', '--help']);
    expect(stdout).toMatch(/\(default:\s+model,day\)/);
    expect(stdout).not.toMatch(/default: [[{]/);
  });

  test('standard input without calls is called standard input', () => {
    const { status, stderr } = spawnSync(process.execPath, [join(testDist, 'cli.js'), 'report', '-'], {
      input: '',
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 1, stderr: 'No call was found in standard input, which is empty.\n' });
  });
});

describe('hostile names', () => {
  const esc = '\u001b]0;owned\u0007\u001b[2J\u009b31m\u202e<script>alert(1)</script>"=cmd|';
  const hostile = { ...gpt, project: esc, session: esc, task: `${esc} task`, tags: [esc] };

  test('never control the terminal, in any output format', async () => {
    writeFileSync(join(dir, 'hostile.jsonl'), lines(hostile, { ...hostile, model: esc }, { model: esc }));
    for (const form of [[], ['--json'], ['--csv']]) {
      const by = ['--by', 'model,project,tag,session,task'];
      const { code, stdout, stderr } = await runCliIn(dir, ['report', 'hostile.jsonl', ...by, ...form]);
      expect(code).toBe(0);
      expect(`${stdout}${stderr}`.replaceAll(/\r?\n/g, '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      expect(stdout).toContain('\\u001b');
    }
  });

  test('of files are safe in messages too', async () => {
    const { stderr } = await runCliIn(dir, ['report', '\u001b[2Jnone']);
    expect(stderr.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  });
});
