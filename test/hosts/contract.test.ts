/**
 * The contract list on every carrier. What differs makes docs/host-differences.md, which must be the file that is
 * checked in: `npx vitest run test/hosts/contract.test.ts -u` writes it anew.
 */
import { Agent } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { requests } from '../contract/requests.ts';
import { projectRoot } from '../support/core/raw-data.ts';
import { carriers } from './carriers.ts';
import { differencesOf } from './differences.ts';
import { type Findings, table } from './table.ts';

test('the carriers differ exactly where docs/host-differences.md says', { timeout: 300_000 }, async (context) => {
  const reasons = carriers.flatMap((carrier) => carrier.missing() ?? []);
  if (reasons.length > 0) context.skip(reasons.join('; '));
  const findings: Findings[] = [];
  for (const { name, start } of carriers) {
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
  }
  await expect(table(findings)).toMatchFileSnapshot(join(projectRoot, 'docs/host-differences.md'));
});
