/** The tools listed in a snapshot: every package whose code is in it, or which affects its bytes. */
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { toolVersions } from '../../build/snapshot/collect-files.ts';
import { projectRoot } from '../support/project-root.ts';

/** Entry points of a build, of the programs in a snapshot, and of page scripts that use packages. */
const entries = [
  'build/build.ts',
  'build/snapshot/make-snapshot.ts',
  'runtime/cli/agent-cost.ts',
  'runtime/library/library.ts',
  'runtime/site/cost/first-view.tsx',
  'runtime/site/cost/start-cost.tsx',
  'runtime/site/log/worker-code.ts',
  'runtime/site/tokens/start-tokens.tsx',
];

/** Packages that only check, or whose output is not in a snapshot. */
const leaveNothing = [
  '@duckdb/node-api',
  '@modelcontextprotocol/sdk',
  'ajv-formats',
  'json-schema-to-typescript',
  'jsonc-parser',
  'oxc-transform',
];

test('the tools are the imported packages', async () => {
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
