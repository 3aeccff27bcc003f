/** Runs of tasks: which were solved, and which were the most expensive. */
import type { CallRecord } from '../call-record.ts';
import type { RecordPrice } from './price-record.ts';
import { type Sums, SumsRun, SumsTable } from './sums-table.ts';

/** Of one try at a task: its calls share session and task. */
type Facts = Pick<CallRecord, 'task' | 'session' | 'project' | 'solved'>;

export class TaskRuns {
  private readonly table: SumsTable<string>;
  private facts = new Map<string, Facts>();
  /** The calls that came last, which are mostly of one run. */
  private now: Facts | null = null;
  private readonly run = new SumsRun();
  /** Runs that were forgotten because there were too many. */
  private forgotten = { solved: 0, failed: 0, unknown: 0 };

  constructor(private readonly limit = 30_000) {
    this.table = new SumsTable(limit);
  }

  add(record: CallRecord, price: RecordPrice): void {
    const { task, session, project, solved } = record;
    if (task === null && session === null) return;
    const { now } = this;
    if (now === null || now.task !== task || now.session !== session || now.solved !== solved) {
      this.flush();
      this.now = { task, session, project, solved };
    }
    this.run.add(record, price);
  }

  /** Adds the calls of one run of a task that followed each other. */
  private flush(): void {
    const { now } = this;
    if (now === null || this.run.isEmpty) return;
    const { task, session, solved } = now;
    const key = (
      task === null || session === null || task === session ? (task ?? session) : `${task}\0${session}`
    ) as string;
    this.table.addRun(key, this.run);
    this.run.clear();
    const known = this.facts.get(key);
    if (known === undefined) {
      this.facts.set(key, now);
      if (this.facts.size > 1.5 * this.limit) this.forget();
    } else if (solved !== null) known.solved = solved;
  }

  /** How many runs there were; beyond `limit`, a forgotten run that appears again counts twice. */
  counts(): { solved: number; failed: number; unknown: number; areExact: boolean } {
    this.flush();
    this.forget();
    const counts = { ...this.forgotten };
    for (const { solved } of this.facts.values()) counts[outcome(solved)] += 1;
    return { ...counts, areExact: this.table.others() === null };
  }

  mostExpensive(count: number): (Facts & { sums: Sums })[] {
    this.flush();
    const rows = this.table.rows().sort((a, b) => (a.sums.nano < b.sums.nano ? 1 : a.sums.nano > b.sums.nano ? -1 : 0));
    return rows.slice(0, count).map(({ key, sums }) => ({ ...(this.facts.get(key) as Facts), sums }));
  }

  /** Forgets what the table has dropped. */
  private forget(): void {
    for (const [key, { solved }] of this.facts) {
      if (this.table.has(key)) continue;
      this.forgotten[outcome(solved)] += 1;
      this.facts.delete(key);
    }
  }
}

const outcome = (solved: boolean | null) => (solved === null ? 'unknown' : solved ? 'solved' : 'failed');
