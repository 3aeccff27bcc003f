/** The waste that a log shows. Each dollar counts under one cause: the first that applies. */
import { type CallRecord, promptOf } from '../call-record.ts';
import { type Amount, addTo, sumIn } from './exact-usd.ts';
import type { RecordPrice } from './price-record.ts';
import type { RecordTariff } from './record-tariffs.ts';
import { overpaid, ResentPrompts } from './resent-prompts.ts';

/** In the order in which they are checked. */
export const wasteCauses = {
  retriedCalls: 'Calls that repeat a failed one, where the log marks them.',
  failedTasks: 'Calls of tasks that were not solved, where the log records it.',
  resentPrompts:
    'At most: prompt tokens that a session sent again to the same model within five minutes and that were not read from the cache, at what they cost above its price.',
} as const;

export type WasteCause = keyof typeof wasteCauses;

export interface WasteSum {
  cause: WasteCause;
  calls: number;
  /** Resent prompt tokens; for the other causes, all tokens of the calls. */
  tokens: number;
  nano: bigint;
}

/** Cells of a cause: calls, tokens, and two for the sum. */
const width = 4;
const causes = Object.keys(wasteCauses) as WasteCause[];

export class VisibleWaste {
  private readonly cells = new Float64Array(causes.length * width);
  private readonly prompts = new ResentPrompts();

  add(record: CallRecord, tariff: RecordTariff, price: RecordPrice): void {
    // Every call is remembered, whatever its cause: the next one may resend its prompt.
    const resent = this.prompts.tokens(record, tariff);
    if (record.retried) this.count('retriedCalls', record, allTokens(record), price);
    else if (record.solved === false) this.count('failedTasks', record, allTokens(record), price);
    else if (price.isPriced && resent !== null && resent > 0) {
      const amount = overpaid(record, tariff, resent);
      if (amount !== null && amount.units > 0) this.count('resentPrompts', record, resent, amount);
    }
  }

  sums(): WasteSum[] {
    return causes.map((cause, index) => {
      const at = index * width;
      const [calls, tokens] = [this.cells[at] as number, this.cells[at + 1] as number];
      return { cause, calls, tokens, nano: sumIn(this.cells, at + 2) };
    });
  }

  private count(
    cause: WasteCause,
    { calls }: CallRecord,
    tokens: number,
    amount: Amount & { isPriced?: boolean },
  ): void {
    const { cells } = this;
    const at = causes.indexOf(cause) * width;
    cells[at] = (cells[at] as number) + calls;
    cells[at + 1] = (cells[at + 1] as number) + tokens;
    if (amount.isPriced !== false) addTo(cells, at + 2, amount);
  }
}

const allTokens = (record: CallRecord): number => promptOf(record) + record.output;
