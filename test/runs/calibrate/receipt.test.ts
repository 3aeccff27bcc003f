/** Receipts: written with an answer, and verified against a snapshot by recomputing the answer. */
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { exitCodes, type ProblemKind, SnapshotProblem } from '../../../runtime/audit/exit-codes.ts';
import { publicKeyPem } from '../../../runtime/audit/public-keys.ts';
import { hashOf, type Receipt } from '../../../runtime/audit/receipt.ts';
import { checkReceipt, type ReceiptInputs } from '../../../runtime/cli/check-receipt.ts';
import { archive, publicKey, snapshot } from '../../snapshot/support.ts';
import { temporaryDirectory } from '../../support/copies.ts';
import { runCliIn } from '../../support/run.ts';
import { smallDist } from '../../support/small-dist.ts';
import { logText, madeUpLog } from './made-up-log.ts';

const dir = temporaryDirectory();
writeFileSync(join(dir, 'snapshot.tar.gz'), archive);
writeFileSync(join(dir, 'key.pem'), publicKeyPem(publicKey));
for (const [name, seed] of [
  ['a.jsonl', 1],
  ['b.jsonl', 2],
] as const) {
  writeFileSync(join(dir, name), logText(madeUpLog({ tasks: 4 }, seed, 'gpt-5.4')));
}
const overlay = (discountPct: number) =>
  JSON.stringify({ name: 'contract', rules: [{ discountPct }] }, null, discountPct);
writeFileSync(join(dir, 'contract.json'), overlay(10));
writeFileSync(join(dir, 'other.json'), overlay(20));

const manifest = JSON.parse(Buffer.from(snapshot.files.get('manifest.json') ?? '').toString('utf8'));
const path = (name: string) => join(dir, name);
const runHere = (args: readonly string[]) => runCliIn(dir, args, {}, smallDist);
const receiptIn = (name: string): Receipt => JSON.parse(readFileSync(path(name), 'utf8'));
const verify = (...args: string[]) => runHere(['verify', 'snapshot.tar.gz', ...args]);

async function written(name: string, ...args: string[]): Promise<{ receipt: Receipt; stdout: string }> {
  const { code, stdout } = await runHere([...args, '--receipt', name]);
  expect(code).toBe(0);
  return { receipt: receiptIn(name), stdout };
}

describe('an estimate', () => {
  test('has a receipt that verify confirms, with its figures', async () => {
    const args = ['estimate', 'support', '--model', 'gpt-5.4', '--set', 'modelCallsPerTask=7', '--json'];
    const { receipt, stdout } = await written('estimate.json', ...args);
    const estimate = JSON.parse(stdout);
    expect(receipt).toMatchObject({
      format: 1,
      datasetVersion: manifest.datasetVersion,
      costModelVersion: manifest.costModelVersion,
      answersVersion: manifest.answersVersion,
      program: '0.1.0',
      question: {
        command: 'estimate',
        request: { presetId: 'support', modelId: 'gpt-5.4', modelCallsPerTask: 7 },
        asOf: null,
        overlaySha256: null,
      },
      answerSha256: hashOf(estimate),
    });
    const { code, stdout: report } = await verify('--key', 'key.pem', '--receipt', 'estimate.json');
    expect(code).toBe(0);
    expect(report).toContain(`is what its question gives: SHA-256 ${receipt.answerSha256}`);
    expect(report).toContain(`support on gpt-5.4: $${estimate.costPerTask} a task, $${estimate.monthlySpend} a month`);
  });

  test('of another day and at own prices is recomputed with both', async () => {
    await written('own.json', 'estimate', 'rag', '--as-of', '2026-12-01', '--overlay', 'contract.json');
    const { code, stdout } = await verify(
      '--integrity-only',
      '--receipt',
      'own.json',
      '--overlay',
      'contract.json',
      '--json',
    );
    expect(code).toBe(0);
    expect(JSON.parse(stdout).receipt).toMatchObject({ command: 'estimate', answer: { presetId: 'rag' } });
    // The same rules with other line breaks are the same overlay.
    writeFileSync(path('same.json'), JSON.stringify(JSON.parse(overlay(10))));
    await expect(checked('own.json', { overlay: path('same.json') })).resolves.toBeDefined();
  });
});

describe('a report', () => {
  test('has a receipt too; verify needs the same logs, under any names', async () => {
    const { receipt, stdout } = await written('report.json', 'report', 'a.jsonl', 'b.jsonl', '--by', 'task', '--json');
    expect(JSON.stringify(receipt)).not.toContain('jsonl');
    const logs = ['renamed.jsonl', 'b.jsonl'];
    writeFileSync(path('renamed.jsonl'), readFileSync(path('a.jsonl')));
    const { code, stdout: report } = await verify(
      '--integrity-only',
      ...['--receipt', 'report.json'],
      ...logs.flatMap((log) => ['--log', log]),
    );
    expect(code).toBe(0);
    expect(report).toContain(`$${JSON.parse(stdout).total.usd} in all`);
  });

  test('holds the names of its user that counted, so that verify needs no settings', async () => {
    const usage = { time: '2026-11-02', input_tokens: 1_000_000, output_tokens: 0 };
    writeFileSync(path('own.jsonl'), JSON.stringify({ ...usage, model: 'gpt-reserve' }));
    writeFileSync(
      path('agent-cost.json'),
      JSON.stringify({ aliases: { 'gpt-reserve': 'gpt-5.4', 'gpt-private': 'gpt-5.4' } }),
    );
    const { receipt, stdout } = await written('names.json', 'report', 'own.jsonl', '--json');
    rmSync(path('agent-cost.json'));
    expect(receipt.question).toMatchObject({ aliases: { 'gpt-reserve': 'gpt-5.4' } });
    expect(JSON.stringify(receipt)).not.toContain('gpt-private');
    const { code, stdout: report } = await verify(
      ...['--integrity-only', '--receipt', 'names.json', '--log', 'own.jsonl'],
    );
    expect(code).toBe(0);
    expect(report).toContain(`$${JSON.parse(stdout).total.usd} in all`);
  });

  test('of a log that grows meanwhile has no receipt', async () => {
    const growing = path('growing.jsonl');
    writeFileSync(growing, readFileSync(path('a.jsonl')));
    const writer = setInterval(() => appendFileSync(growing, '{}\n'), 1);
    const { code, stdout, stderr } = await runHere(['report', 'growing.jsonl', '--receipt', 'growing.json']);
    clearInterval(writer);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('A log changed while it was read, so there is no receipt');
    expect(existsSync(path('growing.json'))).toBe(false);
  });

  test('of standard input has no receipt, since verify could not read it again', async () => {
    const { code, stderr } = await runHere(['report', '-', '--receipt', 'none.json']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/receipt.*standard input/);
  });
});

const checked = (name: string, inputs: ReceiptInputs = {}) =>
  checkReceipt(path(name), snapshot.files, manifest, inputs);

/** The problem found in a receipt after `change`. */
async function problemOf(
  name: string,
  change: (receipt: Receipt) => void,
  inputs: ReceiptInputs = {},
): Promise<{ kind: ProblemKind; message: string; exitCode: number }> {
  const receipt = receiptIn(name);
  change(receipt);
  writeFileSync(path('changed.json'), JSON.stringify(receipt));
  return checked('changed.json', inputs).then(
    () => {
      throw new Error('nothing was refused');
    },
    (error: unknown) => {
      if (error instanceof SnapshotProblem) return error;
      throw error;
    },
  );
}

describe('each invalid part has its own message and exit code', () => {
  const zeros = '0'.repeat(64);
  const withQuestion = (receipt: Receipt, change: object): void => {
    Object.assign(receipt.question, change);
    receipt.questionSha256 = hashOf(receipt.question);
  };
  const cases: [string, (receipt: Receipt) => void, ProblemKind, string][] = [
    ['the question', ({ question }) => Object.assign(question, { asOf: '2026-11-10' }), 'receiptQuestion', 'SHA-256'],
    ['its hash', (receipt) => Object.assign(receipt, { questionSha256: zeros }), 'receiptQuestion', 'SHA-256'],
    [
      'the dataset',
      (receipt) => Object.assign(receipt, { datasetVersion: '2020-01-01-x' }),
      'receiptDataset',
      'dataset',
    ],
    ['the cost model', (receipt) => Object.assign(receipt, { costModelVersion: 1 }), 'receiptModel', 'cost model'],
    [
      'the answer',
      (receipt) => Object.assign(receipt, { answerSha256: zeros }),
      'receiptAnswer',
      'not what its question',
    ],
    [
      'a different question',
      (receipt) => withQuestion(receipt, { request: { presetId: 'support', modelId: 'gpt-4o' } }),
      'receiptAnswer',
      'not what its question',
    ],
    [
      'a question without an answer',
      (receipt) => withQuestion(receipt, { request: { modelId: 'no such model' } }),
      'receiptAnswer',
      'has no answer',
    ],
    [
      'an answer by another program',
      (receipt) => Object.assign(receipt, { answerSha256: zeros, program: '9.9.9' }),
      'receiptProgram',
      'made by agent-cost 9.9.9',
    ],
    [
      'an answer in other words',
      (receipt) => Object.assign(receipt, { answerSha256: zeros, answersVersion: 99 }),
      'receiptProgram',
      'answers of version 99',
    ],
    ['its format', (receipt) => Object.assign(receipt, { format: 2 }), 'receiptMalformed', 'format'],
    ['an extra field', (receipt) => Object.assign(receipt, { more: 1 }), 'receiptMalformed', 'more'],
    [
      'an invalid request',
      (receipt) => withQuestion(receipt, { request: { retryRatePct: 200 } }),
      'receiptMalformed',
      'is not a receipt',
    ],
  ];
  beforeAll(() => written('estimate.json', 'estimate', 'support', '--model', 'gpt-5.4'));

  test.each(cases)('%s', async (_, change, kind, words) => {
    const problem = await problemOf('estimate.json', change);
    expect({ kind: problem.kind, exitCode: problem.exitCode }).toEqual({ kind, exitCode: exitCodes[kind][0] });
    expect(problem.message).toContain(words);
  });

  test('another program that gives the same answer is accepted', async () => {
    const receipt = { ...receiptIn('estimate.json'), program: '9.9.9' };
    writeFileSync(path('changed.json'), JSON.stringify(receipt));
    await expect(checked('changed.json')).resolves.toMatchObject({ program: '9.9.9' });
  });

  test('missing, different or superfluous inputs', async () => {
    await written('own.json', 'estimate', 'rag', '--overlay', 'contract.json');
    await written('report.json', 'report', 'a.jsonl', 'b.jsonl');
    const nothing = () => {};
    const inputs: [string, ReceiptInputs, string][] = [
      ['own.json', {}, '--overlay must give the same one'],
      ['own.json', { overlay: path('other.json') }, 'not the one'],
      ['own.json', { overlay: path('nowhere.json') }, 'cannot be read'],
      ['estimate.json', { overlay: path('contract.json') }, 'does not belong to it'],
      ['report.json', {}, '--log must give the same ones'],
      ['report.json', { log: [path('a.jsonl')] }, 'does not give the files'],
      ['report.json', { log: [path('a.jsonl'), path('nowhere.jsonl')] }, 'There is no file'],
    ];
    for (const [name, given, words] of inputs) {
      const problem = await problemOf(name, nothing, given);
      expect(problem.kind, words).toBe('receiptInput');
      expect(problem.message).toContain(words);
    }
  });

  test('verify exits with that code, also for a file that is missing or not JSON', async () => {
    writeFileSync(path('broken.json'), '{');
    const receipt = { ...receiptIn('estimate.json'), answerSha256: zeros };
    writeFileSync(path('changed.json'), JSON.stringify(receipt));
    const { code, stderr } = await verify('--integrity-only', '--receipt', 'changed.json');
    expect(code).toBe(62);
    expect(stderr).toMatch(
      /^REFUSED \(receiptAnswer, exit code 62\): The answer in the receipt is not what its question gives\.$/m,
    );
    expect((await verify('--integrity-only', '--receipt', 'broken.json')).code).toBe(57);
    expect((await verify('--integrity-only', '--receipt', 'nowhere.json')).code).toBe(10);
    expect((await verify('--integrity-only', '--log', 'a.jsonl')).code).toBe(2);
  });
});
