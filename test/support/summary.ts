import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { projectRoot } from './project-root.ts';

const folder = join(projectRoot, '.test');
const states = join(folder, 'states.json');

type State = 'passed' | 'failed' | 'skipped';

/**
 * Ends a run with a list of what was skipped and why, of what failed and passed when tried again, and `N passed, N failed, N skipped`, counted test by test. With
 * AGENT_COST_ADD_TO_SUMMARY, the tests of the run before are counted too: one that ran in both counts once, as failed
 * if it failed in either.
 */
export default class Summary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const adds = process.env.AGENT_COST_ADD_TO_SUMMARY === '1' && existsSync(states);
    const found = new Map<string, State>(adds ? JSON.parse(readFileSync(states, 'utf8')) : []);
    const add = (name: string, state: State) => {
      if (found.get(name) !== 'failed') found.set(name, state);
    };
    const skipped = new Map<string, number>();
    const triedAgain: string[] = [];
    for (const module of modules) {
      const tests = [...module.children.allTests()];
      for (const [index, test] of tests.entries()) {
        const { state } = test.result();
        // Titles may repeat within a file.
        add(`${module.relativeModuleId} ${index} ${test.fullName}`, state === 'pending' ? 'skipped' : state);
        if (test.diagnostic()?.flaky) {
          triedAgain.push(`${module.relativeModuleId}: ${test.fullName}: ${test.result().errors?.[0]?.message}`);
        }
        if (state === 'skipped') {
          const what = whatWasSkipped(module, test);
          skipped.set(what, (skipped.get(what) ?? 0) + 1);
        }
      }
      // A file that cannot be loaded has no tests to count.
      if (module.state() === 'failed' && tests.length === 0) add(module.relativeModuleId, 'failed');
    }
    // An error outside of every test fails the run too.
    if (errors.length > 0) add(`errors outside of tests ${process.pid}`, 'failed');
    for (const [what, count] of skipped) console.log(`skipped: ${what}${count > 1 ? ` (${count} tests)` : ''}`);
    for (const one of triedAgain) console.log(`passed when tried again: ${one}`);
    const count = (wanted: State) => [...found.values()].filter((state) => state === wanted).length;
    const line = `${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`;
    console.log(line);
    mkdirSync(folder, { recursive: true });
    writeFileSync(states, JSON.stringify([...found]));
    writeFileSync(join(folder, 'summary.txt'), `${line}\n`);
  }
}

/** File, test and reason; if a whole group was skipped, its name gives the reason. */
function whatWasSkipped({ relativeModuleId }: TestModule, test: TestCase): string {
  const result = test.result();
  const note = result.state === 'skipped' ? result.note : undefined;
  const group = test.parent.type === 'suite' ? test.parent.fullName : test.name;
  return note ? `${relativeModuleId}: ${test.name}: ${note}` : `${relativeModuleId}: ${group}`;
}
