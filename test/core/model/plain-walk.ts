/**
 * The calls of a task one after another, with nothing added up in advance: what `runtime/core/model/walk.ts` reaches by
 * series and whole cycles, written apart from it.
 */
import type { Growth } from '../../../runtime/core/model/leg.ts';

/** A shape of work as a list of numbers. */
export interface PlainShape {
  start: number;
  grows: readonly Growth[];
  /** null: never compacted. */
  compaction: { at: number; to: number } | null;
  output: number;
  sharedPrefix: number;
  warmShare: number;
  handoffs: number;
  coldShare: number;
  billsCompactions: boolean;
}

/** Room for rounding: two lengths of a billionth apart are the same. */
const slack = 1e-9;

/** Sums without the rounding errors of many additions (Neumaier). */
class Exact {
  #sum = 0;
  #lost = 0;
  add(value: number): void {
    const next = this.#sum + value;
    this.#lost += Math.abs(this.#sum) >= Math.abs(value) ? this.#sum - next + value : value - next + this.#sum;
    this.#sum = next;
  }
  get value(): number {
    return this.#sum + this.#lost;
  }
}

const names = [
  ...['calls', 'prompts', 'short', 'found', 'kept', 'following', 'answered'],
  ...['compactions', 'sentAgain', 'shortAgain', 'summaries'],
] as const;

/** What one task uses in each price band. */
export function plainWalk(shape: PlainShape, calls: number, minPrefix: number, limits: readonly number[]) {
  const { grows, compaction, output, sharedPrefix, handoffs, coldShare } = shape;
  const bands = [0, ...limits].map(() => new Map(names.map((name) => [name, new Exact()])));
  const bandOf = (prompt: number) => limits.filter((limit) => prompt > limit * (1 + slack)).length;
  const isShort = (prompt: number) => prompt < minPrefix * (1 - slack);
  const warm = isShort(sharedPrefix) ? 0 : shape.warmShare * sharedPrefix;
  const growthBefore = (place: number): number => {
    let left = place - 1;
    for (const { calls: many, growth } of grows.slice(0, -1)) {
      if (left < many) return growth;
      left -= many;
    }
    return (grows.at(-1) as Growth).growth;
  };

  let [from, kept, place] = [shape.start, warm, 0];
  const lengthOf = (at: number): number => {
    let [length, left] = [from, at];
    grows.forEach(({ calls: many, growth }, i) => {
      const here = i === grows.length - 1 ? left : Math.min(left, many);
      length += here * growth;
      left -= here;
    });
    return length;
  };
  for (let call = 0; call < calls; call++) {
    const part = Math.min(1, calls - call);
    if (compaction !== null && place > 0 && lengthOf(place) > compaction.at * (1 + slack)) {
      const last = lengthOf(place - 1);
      const band = bands[bandOf(last)];
      band?.get('compactions')?.add(part);
      if (shape.billsCompactions) {
        band?.get('sentAgain')?.add(part * last);
        if (isShort(last)) band?.get('shortAgain')?.add(part * last);
        band?.get('summaries')?.add(part * 4000);
      }
      [from, place] = [compaction.to, 0];
      const stays = Math.min(sharedPrefix, from);
      kept = isShort(stays) ? 0 : stays;
    }
    const prompt = lengthOf(place);
    const add = (name: (typeof names)[number], value: number) => bands[bandOf(prompt)]?.get(name)?.add(part * value);
    add('calls', 1);
    add('prompts', prompt);
    if (isShort(prompt)) add('short', prompt);
    const before = place === 0 ? null : lengthOf(place - 1);
    if (before === null) {
      add('found', kept);
      add('kept', kept);
    } else if (!isShort(before)) {
      add('found', before);
      add('following', 1);
      add('answered', Math.min(output, growthBefore(place)));
    }
    place++;
  }

  return bands.map((band) => {
    const of = (name: (typeof names)[number]) => (band.get(name) as Exact).value;
    const handedOver = Math.min(of('found'), (handoffs * of('prompts')) / calls);
    const following = Math.max(0, of('following') - (handoffs * of('calls')) / calls);
    const cold =
      of('following') === 0 ? 0 : coldShare * Math.max(0, of('found') - handedOver - of('kept') - warm * following);
    const warmAnswers = of('following') === 0 ? 1 : 1 - (coldShare * following) / of('following');
    return {
      calls: of('calls'),
      compactions: of('compactions'),
      prompts: of('prompts') + of('sentAgain'),
      short: of('short') + of('shortAgain'),
      held: of('found') - handedOver - cold + of('sentAgain') - of('shortAgain'),
      answered: of('answered') * warmAnswers,
      output: of('calls') * output + of('summaries'),
    };
  });
}
