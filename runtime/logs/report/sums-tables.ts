/** Adds records to several tables at once: those that follow each other are mostly of the same rows. */
import type { CallRecord } from '../call-record.ts';
import type { RecordPrice } from './price-record.ts';
import { SumsRun, type SumsTable } from './sums-table.ts';

type Key = string | null;

/** The records that follow each other under the same keys are added up first, and each table gets their sum. */
export class SumsTables {
  private readonly keys: (Key | undefined)[];
  private readonly run = new SumsRun();

  constructor(private readonly tables: readonly SumsTable[]) {
    this.keys = tables.map(() => undefined);
  }

  /** Says under which key of a table what follows is added; undefined: under none. */
  under(table: number, key: Key | undefined): void {
    if (key === this.keys[table]) return;
    this.flush();
    this.keys[table] = key;
  }

  add(record: CallRecord, price: RecordPrice): void {
    this.run.add(record, price);
  }

  /** To be called before the tables are read. */
  flush(): void {
    if (this.run.isEmpty) return;
    for (let at = 0; at < this.tables.length; at++) {
      const key = this.keys[at];
      if (key !== undefined) this.tables[at]?.addRun(key, this.run);
    }
    this.run.clear();
  }
}
