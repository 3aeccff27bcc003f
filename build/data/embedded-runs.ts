/** Embeds the recorded runs of `data/evidence/` in the command. */
import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { recordedRows } from './read-data.ts';

const data = join(import.meta.dirname, '../../data');

export const embeddedRunsPlugin: Plugin = {
  name: 'embedded runs',
  setup(build) {
    build.onResolve({ filter: /^virtual:recorded-runs$/ }, ({ path }) => ({ path, namespace: 'recorded-runs' }));
    // A string parsed on demand loads faster than the same object as code.
    build.onLoad({ filter: /.*/, namespace: 'recorded-runs' }, () => ({
      contents: `export const recordedRuns = ${JSON.stringify(JSON.stringify(recordedRows(data)))};`,
    }));
  },
};
