/** Checks a snapshot and reports the result. Loaded on demand, so that `--help` is fast. */

import { exitCodes, type Outcome } from '../audit/exit-codes.ts';
import { nameOf, names, type SnapshotManifest } from '../audit/layout.ts';
import type { Watch } from '../audit/verify-snapshot.ts';
import type { Estimate } from '../core/answers/schemas/estimate-schema.ts';
import type { LogReport } from '../logs/report/report-of.ts';
import type { ReceiptChecked } from './check-receipt.ts';
import { type Checked, type CheckOptions, check } from './locate-snapshot.ts';
import { type Failure, failureJson, failureLines, failureOf } from './program.ts';

export interface ReportOptions extends CheckOptions {
  integrityOnly?: true;
}

/**
 * Never throws: every problem of an untrusted archive is reported with an exit code.
 * @returns the exit code, what `--json` prints (`intact`: verified except for who made it), and lines, not yet escaped
 */
export async function verifyReport(where: string, options: ReportOptions, watch: Watch) {
  const started = performance.now();
  const seconds = () => Math.round(performance.now() - started) / 1000;
  try {
    const found = await check(where, options, watch);
    return acceptance(found, options.integrityOnly === true, seconds());
  } catch (error) {
    return refusal(failureOf(error), seconds());
  }
}

function refusal(failure: Failure, seconds: number) {
  const { kind, exitCode } = failure;
  const [, meaning] = exitCodes[kind];
  const problem = failureJson(failure);
  return {
    exitCode,
    json: { verdict: 'refused' as const, exitCode, meaning, snapshot: null, problem, seconds },
    lines: [...failureLines(failure), 'Nothing is verified.'],
  };
}

function acceptance(found: Checked, integrityOnly: boolean, seconds: number) {
  const { manifest, ...rest } = found;
  const { files: _, ...snapshot } = manifest;
  const verdict = found.signature.trusted ? ('verified' as const) : ('intact' as const);
  const outcome: Outcome = verdict === 'verified' || integrityOnly ? 'verified' : 'noKey';
  const [exitCode, text] = exitCodes[outcome];
  const meaning = outcome === 'verified' && verdict === 'intact' ? 'complete and correct, but not who made it' : text;
  const end =
    verdict === 'verified'
      ? `VERIFIED in ${seconds} s`
      : `INTACT in ${seconds} s, but not verified: ${outcome === 'noKey' ? 'without --key ' : ''}nothing shows who made it`;
  return {
    exitCode,
    json: {
      verdict,
      exitCode,
      meaning,
      snapshot,
      claimed,
      rebuild: rebuildOf(manifest),
      ...rest,
      problem: null,
      seconds,
    },
    lines: [...findings(found), end],
  };
}

function findings(found: Checked): string[] {
  const { manifest, files, bytes, signature, schemas, recomputed, served, timeStamp, receipt } = found;
  const who = signature.state === 'unsigned' ? 'none: the snapshot is marked as unsigned' : `by ${signature.key}`;
  const trust = signature.trusted ? ', a key you gave' : signature.key ? ', which is none of your keys' : '';
  const { estimates, rankings, pages, code } = recomputed;
  const rebuild = rebuildOf(manifest);
  return [
    `Dataset ${manifest.datasetVersion}, prices of ${manifest.pricesAsOf}`,
    `  integrity   ${files} files, ${(bytes / 1e6).toFixed(1)} MB, all match SHA256SUMS`,
    `  signature   ${who}${trust}`,
    `  schemas     ${schemas.files} files match those of this program`,
    `  numbers     ${recomputed.files} published files recomputed, including ${estimates} estimates and ${rankings} rankings: byte-identical`,
    `  pages       ${pages} pages and downloads made again: byte-identical`,
    `  code        ${code} texts and scripts are those of this program; no file rests on SHA256SUMS alone`,
    ...claimedLines(manifest),
    ...(rebuild === null ? [] : [`              to compare with its ${names.sums}: ${rebuild}`]),
    ...(served
      ? [
          `  server      sends the same bytes for all ${served.files} published files; the chain of its list of ${served.listed} snapshots is valid`,
        ]
      : []),
    ...(receipt ? receiptLines(receipt) : []),
    ...(timeStamp ? [`  timestamp   ${timeStamp.time}, by an authority you trust`] : []),
  ];
}

/** Fields of the manifest that nothing in a snapshot proves: whoever changes them can sign it again. */
const claimed = ['commit', 'commitNote', 'program', 'tools'] as const;

/** What its maker says of a snapshot, and the command that makes it again: the same SHA256SUMS prove all of it. */
export function claimedLines({ commit, commitNote, program, tools }: SnapshotManifest): string[] {
  const made = [`${program.name} ${program.version}`, ...Object.entries(tools).map(([name, of]) => `${name} ${of}`)];
  return [
    `  claimed     by its maker, not verified: ${commit === null ? `no commit (${commitNote})` : `commit ${commit}`}, made with ${made.join(', ')}`,
  ];
}

/** Run in a clone from a place that is trusted; null: no commit is named that could be built. */
export function rebuildOf({ commit, datasetVersion, pricesAsOf, siteUrl }: SnapshotManifest): string | null {
  if (commit === null) return null;
  const name = nameOf(datasetVersion);
  // A URL can hold what a shell would run.
  const site = siteUrl == null ? '' : ` --site-url ${/^[\w./:-]+$/.test(siteUrl) ? siteUrl : '<siteUrl>'}`;
  return `git checkout ${commit} && npm ci && npm run snapshot -- --as-of ${pricesAsOf}${site} && tar xzOf dist-as-of-${pricesAsOf}/snapshot/${name}.tar.gz ${name}/${names.sums} | cmp - ${names.sums}`;
}

function receiptLines({ command, program, answerSha256, answer }: ReceiptChecked): string[] {
  return [
    `  receipt     the ${command} of agent-cost ${program} is what its question gives: SHA-256 ${answerSha256}`,
    ...figuresOf(command, answer).map((line) => `              ${line}`),
  ];
}

function figuresOf(command: ReceiptChecked['command'], answer: object): string[] {
  if (command === 'report') return [`$${(answer as LogReport).total.usd ?? 'not priced'} in all`];
  const { presetId, modelId, costPerTask, monthlySpend } = answer as Estimate;
  return [`${presetId} on ${modelId}: $${costPerTask} a task, $${monthlySpend} a month`];
}
