/** A status line answers at once with what is known, and another process reads the rest of a large history on. */
import { existsSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readOn } from '../../../runtime/cli/running/read-on.ts';
import { runningLogs } from '../../../runtime/cli/running/running-logs.ts';
import { fakeMachine, line } from './logs.ts';

/** Twenty sessions of one call each, and what a run that may read this many bytes knows of them. */
function machineWithSessions() {
  const machine = fakeMachine();
  for (let i = 0; i < 20; i++) {
    machine.append(join(machine.project, `s${i}.jsonl`), line(`m${i}`, { at: Date.now(), session: `s${i}` }));
  }
  const known = async (mostBytes: number) => {
    const { logs, today } = await runningLogs(machine.asked({ mostBytes }));
    return { waiting: logs.filter(({ isPartial }) => isPartial).length, nano: today.nano };
  };
  return { machine, known };
}

// 1,000 tokens at $.30 a million, 100 at $3.75 and 20,000 at $15.
const nanoOfCall = 300_000 + 375_000 + 300_000_000;

test('what is not read at once is known once another process has read on', async () => {
  const { machine, known } = machineWithSessions();
  expect(await known(1)).toEqual({ waiting: 19, nano: nanoOfCall });
  const asked = machine.asked();
  await readOn(asked);
  expect(existsSync(asked.index?.markOf('reading on') ?? '')).toBe(false);
  expect(await known(0)).toEqual({ waiting: 0, nano: 20 * nanoOfCall });
});

test('one process reads at a time; the mark of one that was ended holds nobody up for long', async () => {
  const { machine, known } = machineWithSessions();
  await known(1);
  const asked = machine.asked();
  const mark = asked.index?.markOf('reading on') as string;
  writeFileSync(mark, '');
  await readOn(asked);
  expect((await known(0)).waiting).toBe(19);
  const longAgo = Date.now() / 1000 - 3600;
  utimesSync(mark, longAgo, longAgo);
  await readOn(asked);
  expect(await known(0)).toEqual({ waiting: 0, nano: 20 * nanoOfCall });
});

test('a run that has used up its time reads no further log', async () => {
  const { machine } = machineWithSessions();
  const { logs } = await runningLogs(machine.asked({ mostMs: 0 }));
  expect(logs.filter(({ isPartial }) => !isPartial)).toHaveLength(1);
});
