/** The tools that a snapshot names: every package whose code is in it, or whose work shows in its bytes. */
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { toolVersions } from '../../build/snapshot/collect-files.ts';
import { projectRoot } from '../support/core/raw-data.ts';

/** What starts a build, the programs of a snapshot, and the scripts of pages that use packages. */
const entries = [
  'build/build.ts',
  'build/snapshot/make-snapshot.ts',
  'runtime/cli/agent-cost.ts',
  'runtime/library/library.ts',
  'runtime/page/cost/prerender.tsx',
  'runtime/page/cost/start-cost.tsx',
  'runtime/page/log/worker-code.ts',
  'runtime/page/tokens/start-tokens.tsx',
];

/** They only check, or what they make is not in a snapshot. */
const leaveNothing = [
  '@duckdb/node-api',
  '@modelcontextprotocol/sdk',
  'ajv-formats',
  'json-schema-to-typescript',
  'jsonc-parser',
  'oxc-transform',
];

test('are the packages that are imported', async () => {
  const { metafile } = await build({
    absWorkingDir: projectRoot,
    entryPoints: entries,
    bundle: true,
    packages: 'external',
    external: ['virtual:*'],
    platform: 'node',
    format: 'esm',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: { '.md': 'text' },
    outdir: 'nowhere',
    write: false,
    metafile: true,
  });
  const imported = Object.values(metafile.outputs).flatMap(({ imports }) => imports.map(({ path }) => path));
  const packages = imported.flatMap((path) => /^(?!node:|virtual:)(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []);
  const versions = toolVersions(projectRoot);
  expect([...Object.keys(versions), ...leaveNothing].sort()).toEqual([...new Set(packages)].sort());
  for (const version of Object.values(versions)) expect(version).toMatch(/^\d+\.\d+\.\d+/);
});
