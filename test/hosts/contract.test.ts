/**
 * The contract list on every carrier. The differences make up docs/host-differences.md, which must equal the checked-in
 * file: `npx vitest run test/hosts/contract.test.ts -u` rewrites it.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ContractRequest } from '../contract/contract-request.ts';
import { requests } from '../contract/requests.ts';
import { projectRoot } from '../support/project-root.ts';
import { carriers } from './carriers.ts';
import { differencesOf } from './differences.ts';

interface Findings {
  carrier: string;
  /** Requests by difference in the answer. */
  found: Map<string, ContractRequest[]>;
}

/** The text of the file about a carrier that is not available here. */
interface Kept {
  carrier: string;
  kept: { row: string; section: string };
}

/** The row and the section of a carrier in a file that `table` has made. */
function keptOf(document: string, carrier: string): Kept {
  const row = document.split('\n').find((line) => line.startsWith(`| ${carrier} |`)) ?? '';
  const section = document.split(/^(?=\n## )/m).find((part) => part.startsWith(`\n## ${carrier}\n`)) ?? '';
  return { carrier, kept: { row, section } };
}

/** Whether a difference concerns only a header field. */
const isOfField = (what: string): boolean => /^[a-z-]+ (is missing|is sent|differs)$|^HEAD/.test(what);

/** Number of names shown from a longer list; the digest covers all. */
const shown = 6;

function table(findings: readonly (Findings | Kept)[]): string {
  const asItShould = ({ found }: Findings) => requests.length - new Set([...found.values()].flat()).size;
  const rightButFields = ({ found }: Findings) =>
    requests.length - new Set([...found].flatMap(([what, list]) => (isOfField(what) ? [] : list))).size;
  const row = (one: Findings | Kept) =>
    'kept' in one
      ? one.kept.row
      : `| ${one.carrier} | ${asItShould(one)} of ${requests.length} | ${rightButFields(one)} of ${requests.length} |`;
  return `# Where hosts differ

Made by \`test/hosts/contract.test.ts\`, which sends the contract list (${requests.length} requests, \`test/contract/requests.ts\`) to
every carrier and fails when this file is not what it found. Fields of the product that serves (Date, Server,
Connection, Keep-Alive) are left out.

| carrier | as the contract says | status and body as the contract says |
|---|---|---|
${findings.map(row).join('\n')}
${findings.map((one) => ('kept' in one ? one.kept.section : section(one))).join('')}`;
}

function section({ carrier, found }: Findings): string {
  if (found.size === 0) return '';
  // Differences of the same requests share a row.
  const rows = new Map<string, { differences: string[]; count: number }>();
  for (const [difference, list] of [...found].sort(([a, as], [b, bs]) => bs.length - as.length || (a < b ? -1 : 1))) {
    const row = rows.get(which(list)) ?? { differences: [], count: list.length };
    rows.set(which(list), row);
    row.differences.push(difference);
  }
  return `
## ${carrier}

| difference | requests | which |
|---|---|---|
${[...rows].map(([names, { differences, count }]) => `| ${cell(differences.join('; '))} | ${count} | ${names} |`).join('\n')}
`;
}

function which(list: readonly ContractRequest[]): string {
  const names = list.map(({ name }) => (name.length > 60 ? `${name.slice(0, 57)}...` : name));
  const digest = createHash('sha256')
    .update(
      list
        .map(({ name }) => name)
        .sort()
        .join('\n'),
    )
    .digest('hex')
    .slice(0, 8);
  if (list.length <= shown) return cell(names.join('; '));
  return cell(`${names.slice(0, shown).join('; ')} and ${list.length - shown} more (${digest})`);
}

/** Text in a cell of a Markdown table. */
const cell = (text: string): string => text.replace(/[|<>*_`\\]/g, '\\$&').replace(/\p{Cc}/gu, ' ');

const path = join(projectRoot, 'docs/host-differences.md');
const document = readFileSync(path, 'utf8');

/** What was found, in the order of the carriers; for carriers not available here, the text of the file. */
const findings: (Findings | Kept)[] = [];

test.for(carriers)('$name answers every request of the contract list', async ({ name, missing, start }, { skip }) => {
  const reason = missing();
  if (reason !== null) {
    findings.push(keptOf(document, name));
    skip(reason);
  }
  const base = await start();
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const found: Findings['found'] = new Map();
  for (const request of requests) {
    for (const difference of await differencesOf(base, request, agent)) {
      found.set(difference, [...(found.get(difference) ?? []), request]);
    }
  }
  agent.destroy();
  findings.push({ carrier: name, found });
});

test('the carriers differ exactly as docs/host-differences.md states', async () => {
  expect(findings).toHaveLength(carriers.length);
  await expect(table(findings)).toMatchFileSnapshot(path);
});

test('the text kept for an unavailable carrier is the text of the file', () => {
  expect(table(carriers.map(({ name }) => keptOf(document, name)))).toBe(document);
});
