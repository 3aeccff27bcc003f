import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

const file = join(import.meta.dirname, '../../.test/summary.txt');

/** Ends a run with a list of what was skipped and why, and `N passed, N failed, N skipped`, counted test by test. */
export default class Summary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    const skipped = new Map<string, number>();
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        counts[state]++;
        if (state === 'skipped') {
          const what = whatWasSkipped(module, test);
          skipped.set(what, (skipped.get(what) ?? 0) + 1);
        }
      }
      // A file that cannot be loaded has no tests to count.
      if (module.state() === 'failed' && [...module.children.allTests()].length === 0) counts.failed++;
    }
    for (const [what, count] of skipped) console.log(`skipped: ${what}${count > 1 ? ` (${count} tests)` : ''}`);
    const line = `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped + counts.pending} skipped`;
    console.log(line);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, `${line}\n`);
  }
}

/** File, test and reason; if a whole group was skipped, its name gives the reason. */
function whatWasSkipped({ relativeModuleId }: TestModule, test: TestCase): string {
  const result = test.result();
  const note = result.state === 'skipped' ? result.note : undefined;
  const group = test.parent.type === 'suite' ? test.parent.fullName : test.name;
  return note ? `${relativeModuleId}: ${test.name}: ${note}` : `${relativeModuleId}: ${group}`;
}
