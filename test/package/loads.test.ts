/** What one takes is what one gets: the sources that each program loads before it is asked for more. */
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { projectRoot } from '../support/project-root.ts';

/**
 * The sources below `runtime/` that `entry` loads when it starts: those that its imports lead to, without those behind
 * an `import()`.
 */
async function loadedBy(entry: string): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: projectRoot,
    entryPoints: [join('runtime', entry)],
    bundle: true,
    splitting: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    outdir: 'loads',
    loader: { '.md': 'text', '.css': 'text', '.html': 'text' },
    plugins: [
      {
        name: 'our own sources only',
        setup(api) {
          api.onResolve({ filter: /^[^.]|validators(\.m?js)?$/ }, ({ kind }) => ({ external: kind !== 'entry-point' }));
        },
      },
    ],
  });
  const { outputs } = metafile;
  const first = Object.keys(outputs).find((path) => outputs[path]?.entryPoint === join('runtime', entry));
  const seen = new Set([first ?? '']);
  for (const path of seen) {
    for (const { path: next, kind } of outputs[path]?.imports ?? []) {
      if (kind === 'import-statement' && next in outputs) seen.add(next);
    }
  }
  const sources = [...seen].flatMap((path) =>
    Object.entries(outputs[path]?.inputs ?? {}).flatMap(([name, { bytesInOutput }]) => (bytesInOutput > 0 ? name : [])),
  );
  return [...new Set(sources)].filter((path) => path.startsWith('runtime/')).sort();
}

test.each([
  ['library/library.ts', 'runtime/core/answers/estimate.ts', /^runtime\/(cli|mcp|server|site|audit)\//],
  [
    'library/client.ts',
    'runtime/library/client.ts',
    /^runtime\/(cli|mcp|server|site|audit|logs|core\/(model|pricing))\//,
  ],
  ['mcp/serve-stdio.ts', 'runtime/mcp/tools.ts', /^runtime\/(cli|server|site|audit)\//],
  ['cli/agent-cost.ts', 'runtime/cli/command-list.ts', /^runtime\/(cli\/commands|server|site|mcp)\//],
  ['cli/commands/estimate.ts', 'runtime/core/answers/estimate.ts', /^runtime\/(server|site|mcp)\//],
  ['cli/commands/report.ts', 'runtime/logs/call-record.ts', /^runtime\/(server|mcp)\//],
  [
    'server/node/run-server.ts',
    'runtime/server/http/respond.ts',
    /^runtime\/(cli|mcp|logs|library|api\/published-schemas\/|core\/(answers\/schemas|schemas\/data-files|model|pricing|benchmarks|explain|budgets)\/|server\/http\/post\.|server\/rate-limit\/redis-client\.)/,
  ],
] as const)('%s loads %s, and nothing of %s', async (entry, needed, foreign) => {
  const sources = await loadedBy(entry);
  expect(sources).toContain(needed);
  expect(sources.filter((path) => foreign.test(path))).toEqual([]);
});
