import { defineConfig } from 'vitest/config';
import { validatorsVitePlugin } from './build/output/validators.ts';

export default defineConfig({
  plugins: [validatorsVitePlugin],
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/support/build-once.ts',
    reporters: ['default', './test/support/summary.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
