/** The models of a log that could not be priced; they are listed, never counted as $0. */
import type { CallRecord } from '../call-record.ts';
import type { RecordPrice } from './price-record.ts';
import { type KeyedSums, type Others, SumsTable } from './sums-table.ts';

/** Names that are kept separate. */
const mostNames = 2000;

export class UnpricedModels {
  private readonly table = new SumsTable<string>(mostNames);
  private readonly reasons = new Map<string, string>();

  /** @param reason why there is no price; called once for each name */
  add(record: CallRecord, price: RecordPrice, reason: () => string): void {
    if (this.table.add(record.model, record, price) && this.reasons.size < 2 * mostNames) {
      this.reasons.set(record.model, reason());
    }
  }

  /** Those with the most calls first. */
  rows(): (KeyedSums<string> & { reason: string })[] {
    return this.table
      .rows()
      .sort((a, b) => b.sums.calls - a.sums.calls || (a.key < b.key ? -1 : 1))
      .map((row) => ({ ...row, reason: this.reasons.get(row.key) ?? 'No price is known.' }));
  }

  others(): Others | null {
    return this.table.others();
  }
}
