import { defineConfig } from 'vitest/config';
import { validatorsVitePlugin } from './build/output/validators.ts';

/** Start servers, browsers, builds or other programs, and attack or kill them: each file gets a process of its own. */
const alone = [
  'test/{build,cluster,docs,duckdb,edge,fuzz,hosts,operation,outside,package,page,runner,snapshot,sockets,sql}/**',
];

/** Only in `npm run test:all`, since they need minutes: random kills, many builds, clusters, other people's tools. */
const long = [
  'test/build/{again,build,killed}.test.ts',
  'test/cluster/**',
  'test/docs/**',
  'test/edge/**',
  'test/fuzz/**',
  'test/hosts/{contract,deploy}.test.ts',
  'test/operation/**',
  'test/outside/**',
  'test/prices-check/command.test.ts',
  'test/prices-check/daily/**',
  'test/snapshot/{commands,flips,hostile,refused,reproducible}.test.ts',
];

export default defineConfig(({ mode }) => {
  const exclude = ['**/node_modules/**', ...(mode === 'quick' ? long : [])];
  const common = {
    setupFiles: 'test/support/each-file.ts',
    // Far longer than any test needs: only what hangs is ended, however busy the machine is.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // The build is loaded as a user's Node loads it.
    server: { deps: { external: [/\/\.test\/dist\//] } },
  };
  const include = ['test/**/*.test.ts'];
  return {
    plugins: [validatorsVitePlugin],
    test: {
      globalSetup: 'test/support/global-setup.ts',
      reporters: ['default', './test/support/summary.ts'],
      // Half of the work is in the servers and builds they start.
      maxWorkers: '100%',
      projects: [
        {
          plugins: [validatorsVitePlugin],
          // Loading the modules again for every file would take longer than most of these tests. Processes, not
          // threads, since commands change the working directory.
          test: {
            ...common,
            name: 'shared',
            include,
            exclude: [...exclude, ...alone],
            isolate: false,
          },
        },
        {
          plugins: [validatorsVitePlugin],
          test: { ...common, name: 'alone', include: alone.map((folder) => `${folder}/*.test.ts`), exclude },
        },
      ],
    },
  };
});
