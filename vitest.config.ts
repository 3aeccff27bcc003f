import { defineConfig } from 'vitest/config';
import { validatorsVitePlugin } from './build/output/validators.ts';

/** Left out by `npm run test:quick`: what needs a program of the system, or takes longer than half a minute. */
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

export default defineConfig(({ mode }) => ({
  plugins: [validatorsVitePlugin],
  test: {
    include: ['test/**/*.test.ts'],
    // The tools of test/outside bring tests of their own.
    exclude: ['**/node_modules/**', ...(mode === 'quick' ? long : [])],
    globalSetup: 'test/support/global-setup.ts',
    reporters: ['default', './test/support/summary.ts'],
    // Files share nothing but the build, which they only read. Half of the work is in the servers and builds they start.
    maxWorkers: '100%',
    // Far longer than any test needs: only what hangs is ended, however busy the machine is.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
}));
