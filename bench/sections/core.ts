/** Prices in one process, without a server. */
import { type Bench, calm } from '../bench.ts';
import { estimateBodies } from '../load/bodies.ts';
import { pinned, run } from '../program.ts';
import { type Row, row } from '../results/goals.ts';
import { quotient } from '../results/stats.ts';

interface Printed {
  /** Nanoseconds per call, round by round. */
  costs: Record<'theirs' | 'again' | 'bill' | 'whole', number[]>;
  models: number;
}

export async function coreRows(bench: Bench): Promise<Row[]> {
  bench.say('estimates in process');
  const asOf = new Date().toISOString().slice(0, 10);
  const dataset = await bench.place.dataset('shipped', asOf);
  const bodies = bench.place.file('bodies.json', `[${estimateBodies(2000, 7, ['set by the program'])}]`);
  const args = [await bench.place.program('estimates'), dataset, bodies, String(bench.options.rounds)];
  const program = pinned({ command: process.execPath, args }, bench.tools, bench.options.core);
  const { costs, models, control } = await calm(async () => {
    const printed = JSON.parse((await run(program)).stdout) as Printed;
    return { ...printed, control: quotient(printed.costs.theirs, printed.costs.again).value };
  });
  const least = (name: keyof Printed['costs']) => `${Math.round(Math.min(...costs[name]))} ns`;
  const detail = (name: 'bill' | 'whole') =>
    `calcPrice ${least('theirs')}, ours ${least(name)}; ${models} models of both`;
  return [
    row('core', quotient(costs.theirs, costs.bill), control, detail('bill')),
    row('coreWhole', quotient(costs.theirs, costs.whole), control, detail('whole')),
  ];
}
