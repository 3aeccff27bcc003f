import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { assembledVitePlugin } from './build/output/assembled.ts';
import { validatorsVitePlugin } from './build/output/validators.ts';

/** Folders whose tests start servers, browsers, databases or builds: each file gets a process of its own. */
const alone =
  'build|cluster|conformance|docs|duckdb|edge|fuzz|hosts|operation|package|page|runner|snapshot|sockets|sql'.split('|');

/** What takes minutes by its nature: kills at random moments, many builds, clusters, other people's tools. */
const long = [
  'test/build/{again,build,edited,killed,output-path}.test.ts',
  'test/cluster/{failures,huge-answers,update}.test.ts',
  'test/data/shipped-snapshot.test.ts',
  'test/docs/commands.test.ts',
  'test/duckdb/{any-table,totals}.test.ts',
  'test/evidence/logs/same-dollars.test.ts',
  'test/fuzz/*.test.ts',
  'test/conformance/*.test.ts',
  'test/hosts/{caddy,contract,deploy,deploy-files,hostile,image,private,scale,update}.test.ts',
  'test/ci-budgets/action.test.ts',
  'test/operation/{answers,crowd,downloads,keys,lifecycle,limits,output,pages,special-files,start,stop,watch}.test.ts',
  'test/sql/{databases,dbt}.test.ts',
  'test/package/{client,commands,library,platforms,published}.test.ts',
  'test/page/{html-validate,keyboard,lists-in-chromium,models-list,pages-in-chromium,tasks-with-logs,ten-tasks}.test.ts',
  'test/page/app/{flows,tasks}.test.ts',
  'test/page/boards/board-pages.test.ts',
  'test/page/log/own-log.test.ts',
  'test/prices/claude-code-download.test.ts',
  'test/prices-check/command.test.ts',
  'test/prices-check/daily/{monday,workflow}.test.ts',
  'test/prices-import/command.test.ts',
  'test/snapshot/{commands,explain,flips,hostile,kept,list,refused,reproducible,signed-again,timestamp}.test.ts',
  'test/server/{every-field,same-bytes}.test.ts',
  'test/sockets/{connections,crowding,limits}.test.ts',
];

/** Left out by `npm run test:quick` besides: Chromium, DuckDB, servers under attack, and what takes more than a few seconds. */
const slower = [
  `test/{${alone.filter((folder) => folder !== 'package').join()}}/**`,
  'test/calls/price-laws.test.ts',
  'test/ci-budgets/{causes,comment,watch}.test.ts',
  'test/cli/{answers,commands,completion,strange-names}.test.ts',
  'test/contract/contract.test.ts',
  'test/core/{answer-text,json-text,oracle,version}.test.ts',
  'test/core/properties/{any-estimate,more-costs-more}.test.ts',
  'test/data/check/command.test.ts',
  'test/data/shipped.test.ts',
  'test/evidence/**',
  'test/io/*.test.ts',
  'test/look-ups.test.ts',
  'test/mcp/{protocol,strange-names,tools}.test.ts',
  'test/openapi.test.ts',
  'test/package/{commonjs,contents,weights}.test.ts',
  'test/prices/mutations.test.ts',
  'test/runs/calibrate/{backtest,calibrate,commands,receipt,reprice}.test.ts',
  'test/runs/readers/{laws,strange-names}.test.ts',
  'test/runs/report/{focus,log-index,pricing,report}.test.ts',
  'test/runs/running/commands.test.ts',
  'test/server/{envelope,pack-index,paths,requests}.test.ts',
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
    plugins: [validatorsVitePlugin, assembledVitePlugin],
    test: {
      name,
      ...settings,
      // The tools of test/conformance bring tests of their own.
      exclude: ['**/node_modules/**', ...settings.exclude],
      setupFiles: 'test/support/each-file.ts',
      // Far longer than any test needs: only what hangs is ended, however busy the machine is.
      testTimeout: 300_000,
      hookTimeout: 300_000,
      expect: { poll: { timeout: 60_000 } },
      // What browsers, other servers and the kernel do at a moment is not ours: such a test may be tried again. The
      // summary names each one that was, with its first failure.
      retry: name === 'alone' ? 1 : 0,
      // The build is loaded as a user's Node loads it.
      server: { deps: { external: [/\/\.test\/dist\//] } },
      env: { AGENT_COST_ROUNDS: mode in modes && mode !== 'rest' ? 'some' : 'all' },
    },
  });
  return {
    test: {
      globalSetup: 'test/support/global-setup.ts',
      reporters: ['default', './test/support/summary.ts'],
      // Half of the work is in the servers and builds they start. The long tests wait for them: with a worker for each
      // core, a third of their time was idle.
      maxWorkers: mode === 'usual' || mode === 'quick' ? '100%' : Math.ceil(1.5 * availableParallelism()),
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
