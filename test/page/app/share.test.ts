import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { answer } from '../../../runtime/core/answers/answer.ts';
import { resolveRequest } from '../../../runtime/core/answers/resolved-request.ts';
import type { Estimate } from '../../../runtime/core/answers/schemas/estimate-schema.ts';
import { ApiError } from '../../../runtime/core/schemas/api-error.ts';
import type { EstimateRequest } from '../../../runtime/core/schemas/estimate-request-schema.ts';
import { commandFor, csvFor, curlFor, jsonFor, programFor } from '../../../runtime/site/cost/estimate-exports.ts';
import { catalog } from '../../support/core/catalog.ts';
import { testDist } from '../../support/dist.ts';

const request = {
  presetId: 'support',
  modelId: 'claude-haiku-4-5',
  modelCallsPerTask: 25,
  promptCaching: false,
  cacheTtl: '1h',
} as const satisfies EstimateRequest;

const run = (program: string, args: string[]): string => execFileSync(program, args, { encoding: 'utf8' });

/** The answer of the built library. */
const expected = (): Estimate =>
  JSON.parse(
    run(process.execPath, [
      '--input-type=module',
      '-e',
      `import { estimate } from ${JSON.stringify(join(testDist, 'index.js'))}; console.log(JSON.stringify(estimate(${JSON.stringify(request)})))`,
    ]),
  ) as Estimate;

describe('an estimate elsewhere', () => {
  test('is the same from the command line', () => {
    const command = commandFor(request).replace('agent-cost', `${process.execPath} ${join(testDist, 'cli.js')}`);
    const estimate = JSON.parse(run('/bin/sh', ['-c', `${command} --json`])) as Estimate;
    expect(estimate).toEqual(expected());
  });

  test('is the same from a program', () => {
    const program = programFor(request)
      .replace("'agent-cost'", JSON.stringify(join(testDist, 'index.js')))
      .replace(/console\.log\(.*\);$/, 'console.log(JSON.stringify([costPerTask, monthlySpend, summary]));');
    const { costPerTask, monthlySpend, summary } = expected();
    expect(JSON.parse(run(process.execPath, ['--input-type=module', '-e', program]))).toEqual([
      costPerTask,
      monthlySpend,
      summary,
    ]);
  });

  test('is a POST with the request, with any quotes in it', () => {
    const curl = curlFor({ modelId: "it's $HOME" }, 'http://127.0.0.1:1/api/v1');
    const printed = run('/bin/sh', ['-c', `printf '%s\\n' ${curl.replace(/^curl /, '')}`]).split('\n');
    expect(printed).toEqual([
      '-s',
      'http://127.0.0.1:1/api/v1/estimate',
      '-H',
      'Content-Type: application/json',
      '-d',
      `{"modelId":"it's $HOME"}`,
      '',
    ]);
  });
});

describe('a file to keep', () => {
  const question = resolveRequest(catalog, request);
  if (question instanceof ApiError) throw new Error(question.message);
  const estimate = answer(question) as Estimate;

  test('has every figure unrounded as CSV', () => {
    const rows = parse(csvFor(catalog, estimate), { columns: true }) as {
      group: string;
      name: string;
      value: string;
    }[];
    const value = (name: string) => rows.find((row) => row.name === name)?.value;
    expect(value('costPerTask')).toBe(String(estimate.costPerTask));
    expect(value('datasetVersion')).toBe(catalog.version);
    expect(value('modelCallsPerTask')).toBe('25');
    const parts = rows.filter(({ group }) => group === 'spent on').map((row) => Number(row.value));
    expect(parts.reduce((sum, usd) => sum + usd, 0)).toBeCloseTo(estimate.costPerTask, 9);
  });

  test('has the request, the answer and the version of the prices as JSON', () => {
    expect(JSON.parse(jsonFor(catalog, request, estimate))).toEqual({
      datasetVersion: catalog.version,
      pricesInForce: catalog.inForce,
      request,
      estimate,
    });
  });
});
