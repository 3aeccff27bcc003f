/** What the maker of a snapshot says of it and nothing in it proves. */
import { expect, test } from 'vitest';
import type { SnapshotManifest } from '../../runtime/audit/layout.ts';
import { claimedLines, rebuildOf } from '../../runtime/cli/verify-report.ts';

const manifest: SnapshotManifest = {
  ...{ format: 1, datasetVersion: '2026-11-20-0123abcd', pricesAsOf: '2026-11-20', costModelVersion: 1, files: [] },
  ...{ commit: 'a'.repeat(40), commitNote: null, program: { name: 'agent-cost', version: '0.1.0' } },
  tools: { node: '24.1.0', esbuild: '0.28.2' },
};

test('commit, program and tools are named as claimed', () => {
  const [line = ''] = claimedLines(manifest);
  expect(line).toContain('claimed');
  expect(line).toContain('not verified');
  for (const claim of [manifest.commit as string, 'agent-cost 0.1.0', 'node 24.1.0', 'esbuild 0.28.2'])
    expect(line).toContain(claim);
  expect(claimedLines({ ...manifest, commit: null, commitNote: 'Not committed.' })[0]).toContain('(Not committed.)');
});

test('one command makes the snapshot again and compares its sums, and holds nothing that a shell would run', () => {
  expect(rebuildOf({ ...manifest, siteUrl: 'https://x.example/' })).toBe(
    `git checkout ${'a'.repeat(40)} && npm ci && npm run snapshot -- --as-of 2026-11-20 --site-url https://x.example/ && tar xzOf dist-as-of-2026-11-20/snapshot/agent-cost-2026-11-20-0123abcd.tar.gz agent-cost-2026-11-20-0123abcd/SHA256SUMS | cmp - SHA256SUMS`,
  );
  expect(rebuildOf({ ...manifest, commit: null })).toBeNull();
  for (const siteUrl of ['https://x.example/$(id)/', 'https://x.example/;id/'])
    expect(rebuildOf({ ...manifest, siteUrl })).not.toContain('id)');
});
