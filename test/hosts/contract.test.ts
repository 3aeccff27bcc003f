/**
 * The contract list on every carrier. The differences make up docs/host-differences.md, which must equal the checked-in
 * file: `npx vitest run test/hosts/contract.test.ts -u` rewrites it.
 */
import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { requests } from '../contract/requests.ts';
import { projectRoot } from '../support/project-root.ts';
import { carriers } from './carriers.ts';
import { differencesOf } from './differences.ts';
import { type Findings, type Kept, keptOf, table } from './table.ts';

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
