import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { validatorsVitePlugin } from './build/output/validators.ts';

/** Folders whose tests start servers, browsers, databases or builds: each file gets a process of its own. */
const alone =
  'build|cluster|conformance|docs|duckdb|edge|fuzz|hosts|operation|package|page|runner|snapshot|sockets|sql'.split('|');

/** What takes minutes by its nature: kills at random moments, many builds, clusters, other people's tools. */
const long = [
  'test/build/{again,build,edited,killed}.test.ts',
  'test/cluster/{failures,hung,update}.test.ts',
  'test/data/shipped-snapshot.test.ts',
  'test/docs/commands.test.ts',
  'test/fuzz/*.test.ts',
  'test/conformance/*.test.ts',
  'test/hosts/{caddy,contract,deploy,deploy-files,image,scale,update}.test.ts',
  'test/ci-budgets/action.test.ts',
  'test/operation/{crowd,downloads,keys,lifecycle,limits,start,stop,watch}.test.ts',
  'test/sql/databases.test.ts',
  'test/package/commands.test.ts',
  'test/page/pages-in-chromium.test.ts',
  'test/prices-check/command.test.ts',
  'test/prices-check/daily/{monday,workflow}.test.ts',
  'test/snapshot/{commands,explain,flips,hostile,refused,reproducible,signed-again,timestamp}.test.ts',
  'test/sockets/crowding.test.ts',
];

/** Left out by `npm run test:quick` besides: Chromium, DuckDB, servers under attack, and what takes many seconds. */
const slower = [
  `test/{${alone.filter((folder) => folder !== 'package').join()}}/**`,
  'test/ci-budgets/{causes,watch}.test.ts',
  'test/cli/{answers,commands,completion,contract-list}.test.ts',
  'test/data/{shipped,check/names}.test.ts',
  'test/openapi.test.ts',
  'test/package/{contents,platforms}.test.ts',
  'test/prices-import/command.test.ts',
  'test/runs/calibrate/receipt.test.ts',
  'test/server/same-bytes.test.ts',
];

const everywhere = 'test/**/*.test.ts';

/** The files whose random checks take a part of their rounds unless everything is tested: they import `rounds`. */
const withRounds = (): string[] =>
  readdirSync(join(import.meta.dirname, 'test'), { recursive: true, encoding: 'utf8' })
    .map((path) => `test/${path}`)
    .filter((path) => path.endsWith('.test.ts') && !path.includes('node_modules'))
    .filter((path) => /support\/rounds\.ts'/.test(readFileSync(join(import.meta.dirname, path), 'utf8')));

/** What each mode runs; without a mode, as in `npm run test:all` and `npx vitest run FILE`, it is everything. */
const modes: Record<string, { include?: string[]; exclude?: string[] }> = {
  // npm run test:quick
  quick: { exclude: [...long, ...slower] },
  // npm test
  usual: { exclude: long },
  // What npm test leaves out: .ci/run runs it after npm test.
  rest: { include: [...long, ...withRounds()] },
};

export default defineConfig(({ mode }) => {
  const { include = [everywhere], exclude = [] } = modes[mode] ?? {};
  const project = (name: string, settings: { include: string[]; exclude: string[]; isolate: boolean }) => ({
    plugins: [validatorsVitePlugin],
    test: {
      name,
      ...settings,
      // The tools of test/conformance bring tests of their own.
      exclude: ['**/node_modules/**', ...settings.exclude],
      setupFiles: 'test/support/each-file.ts',
      // Far longer than any test needs: only what hangs is ended, however busy the machine is.
      testTimeout: 300_000,
      hookTimeout: 300_000,
      // The build is loaded as a user's Node loads it.
      server: { deps: { external: [/\/\.test\/dist\//] } },
      env: { AGENT_COST_ROUNDS: mode in modes && mode !== 'rest' ? 'some' : 'all' },
    },
  });
  return {
    test: {
      globalSetup: 'test/support/global-setup.ts',
      reporters: ['default', './test/support/summary.ts'],
      // Half of the work is in the servers and builds they start.
      maxWorkers: '100%',
      projects: [
        // Loading the modules again for every file would take longer than most of these tests.
        project('shared', { include, exclude: [...exclude, `test/{${alone.join()}}/**`], isolate: false }),
        project('alone', {
          include,
          exclude: [...exclude, 'test/*.test.ts', `test/!(${alone.join('|')})/**`],
          isolate: true,
        }),
      ],
    },
  };
});
