/** What an agent's calls cost at list price over time. */

interface Sorted {
  at: Float64Array;
  /** Dollars of all calls up to and with each. */
  sum: Float64Array;
  model: Uint16Array;
}

/** Models that are told apart; others count as one. */
const mostModels = 65_000;

export class Spending {
  private readonly at: number[] = [];
  private readonly usd: number[] = [];
  private readonly model: number[] = [];
  private readonly models: string[] = [];
  private readonly places = new Map<string, number>();
  private sorted: Sorted | null = null;

  /** @param at in milliseconds since 1970 */
  add(at: number, usd: number, model: string): void {
    let place = this.places.get(model);
    if (place === undefined) {
      place = Math.min(mostModels, this.models.length);
      this.places.set(model, place);
      this.models[place] = model;
    }
    this.at.push(at);
    this.usd.push(usd);
    this.model.push(place);
    this.sorted = null;
  }

  /** When the first call was made; infinite if there is none. */
  get firstAt(): number {
    return this.inOrder().at[0] ?? Number.POSITIVE_INFINITY;
  }

  /** Dollars of the calls up to a time. */
  upTo(time: number): number {
    const { at, sum } = this.inOrder();
    return sum[after(at, time) - 1] ?? 0;
  }

  /** Dollars of the calls after one time and up to another. */
  between = (from: number, to: number): number => this.upTo(to) - this.upTo(from);

  /** Dollars by model of the calls in a span, and of the dearest call. */
  parts(from: number, to: number): { usdByModel: ReadonlyMap<string, number>; dearest: number } {
    const { at, sum, model } = this.inOrder();
    const usdByModel = new Map<string, number>();
    let dearest = 0;
    for (let call = after(at, from), end = after(at, to); call < end; call++) {
      const usd = (sum[call] as number) - (sum[call - 1] ?? 0);
      const name = this.models[model[call] as number] as string;
      usdByModel.set(name, (usdByModel.get(name) ?? 0) + usd);
      dearest = Math.max(dearest, usd);
    }
    return { usdByModel, dearest };
  }

  private inOrder(): Sorted {
    if (this.sorted !== null) return this.sorted;
    const order = this.at.map((_, call) => call).sort((a, b) => (this.at[a] as number) - (this.at[b] as number));
    let total = 0;
    this.sorted = {
      at: Float64Array.from(order, (call) => this.at[call] as number),
      sum: Float64Array.from(order, (call) => {
        total += this.usd[call] as number;
        return total;
      }),
      model: Uint16Array.from(order, (call) => this.model[call] as number),
    };
    return this.sorted;
  }
}

/** How many of sorted times are at or before one. */
function after(times: Float64Array, time: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] as number) <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}
