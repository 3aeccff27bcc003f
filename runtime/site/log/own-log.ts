/** A log in the worker: its calls, kept while there are not too many, and what is computed from a choice of them. */
import type { Catalog, CatalogModel } from '../../core/dataset/catalog.ts';
import { catalogAt } from '../../core/dataset/host-catalog.ts';
import { isResolved, resolve, unresolvedReason } from '../../core/dataset/resolve.ts';
import type { PresetId } from '../../core/schemas/request-fields.ts';
import { calibrate } from '../../logs/calibrate/calibrate.ts';
import { billsAt, RunCollector } from '../../logs/calibrate/logged-runs.ts';
import type { CallRecord } from '../../logs/call-record.ts';
import { CutCalls } from '../../logs/duplicates.ts';
import { PlanCalls } from '../../logs/plan/plan-worth.ts';
import { readCalls } from '../../logs/read-calls.ts';
import { newReading, type ReadReport } from '../../logs/read-report.ts';
import type { Dimension } from '../../logs/report/log-report.ts';
import { LogReporter } from '../../logs/report/log-reporter.ts';
import { reportOf } from '../../logs/report/report-of.ts';
import { shortNames } from '../../logs/report/short-names.ts';
import type { TimeZone } from '../../logs/report/time-zone.ts';
import { Repricer, type Repricing } from '../../logs/reprice/reprice.ts';
import type { Choice, Fitted, LogRead, NamedCount, Unread } from './log-reader.ts';

/** The groupings shown on the page. */
const groupedBy = ['model', 'day', 'project', 'session'] as const satisfies readonly Dimension[];

/** Records that are kept; a log with more is read again for every choice. */
const mostKept = 1_000_000;

/** Called after each chunk of a file. */
export type OnProgress = (progress: { bytes: number; of: number; calls: number }) => void;

type Batches = AsyncIterable<readonly CallRecord[]>;

export class OwnLog {
  private kept: CallRecord[] | null = [];
  private overview: Pick<LogRead, 'files' | 'unread' | 'months' | 'projects'> | null = null;
  private names: (string | null)[] = [];
  private seconds = 0;
  private readonly planCalls: PlanCalls;

  /**
   * @param now a clock in milliseconds
   * @param today the time in milliseconds since 1970
   */
  constructor(
    private readonly catalog: Catalog,
    private readonly files: readonly { name: string; file: File }[],
    private readonly zone: TimeZone,
    private readonly now: () => number,
    private readonly today: () => number = Date.now,
  ) {
    this.planCalls = new PlanCalls(catalog, zone);
  }

  /** The report on the chosen calls. The first time the files are read; one of no known format is listed. */
  async report(choice: Choice, onProgress: OnProgress): Promise<LogRead> {
    const { month, plan } = choice;
    const [since, until] = month === null ? [null, null] : [`${month}-01`, lastDayOf(month)];
    const options = { by: groupedBy, since, until, on: null, host: null, zone: this.zone };
    const reporter = new LogReporter(this.catalog, options);
    const started = this.now();
    const isFirst = this.overview === null;
    for await (const batch of this.ofProject(choice, onProgress)) reporter.add(batch);
    if (isFirst) this.seconds = (this.now() - started) / 1000;
    const { files, unread, months, projects } = this.overview as NonNullable<OwnLog['overview']>;
    return {
      ...{ choice, files, unread, months, projects, seconds: this.seconds, timeZone: this.zone.name },
      ...this.worthOf(plan, files),
      report: reportOf(reporter),
    };
  }

  private worthOf(id: string | null, files: readonly ReadReport[]): Pick<LogRead, 'worth' | 'plans'> {
    const plans = this.planCalls.plansAmong(this.catalog.plans);
    const limits = files.flatMap((file) => file.limits);
    const plan = plans.find((one) => one.id === id) ?? null;
    return {
      worth: plan === null && limits.length === 0 ? null : this.planCalls.worth(plan, limits, this.today()),
      plans: plans.map(({ id, name }) => ({ id, name })),
    };
  }

  /** The same calls on another model, as `agent-cost report reprice` reckons it. @throws Error if the model is not sold there */
  async reprice(choice: Choice, name: string, host: string | null): Promise<Repricing> {
    const repricer = new Repricer(this.catalog, [soldAs(this.catalog, name, host)], host, billsAt(this.catalog));
    for await (const call of this.chosen(choice)) repricer.add(call);
    return repricer.end();
  }

  /**
   * The workflow of the chosen calls, as `agent-cost estimate calibrate` fits it.
   * @param preset null: the kind of work that the log shows
   */
  async fit(choice: Choice, preset: PresetId | null): Promise<Fitted> {
    const collector = new RunCollector(billsAt(this.catalog));
    for await (const call of this.chosen(choice)) collector.add(call);
    try {
      const options = { preset, model: null, holdout: null, seed: 1 };
      return { file: calibrate(this.catalog, collector.end(), options) };
    } catch (error) {
      return { reason: messageOf(error) };
    }
  }

  private async *chosen(choice: Choice): AsyncGenerator<CallRecord> {
    const { month } = choice;
    for await (const batch of this.ofProject(choice, () => {})) {
      for (const call of batch) if (month === null || monthOf(this.zone, call) === month) yield call;
    }
  }

  private async *ofProject({ project }: Choice, onProgress: OnProgress): AsyncGenerator<readonly CallRecord[]> {
    const wanted = project === null ? null : (this.names[project] ?? null);
    for await (const batch of this.batches(onProgress)) {
      yield project === null ? batch : batch.filter((call) => call.project === wanted);
    }
  }

  private batches(onProgress: OnProgress): Batches {
    const { kept } = this;
    if (this.overview === null || kept === null) return this.read(onProgress);
    return (async function* () {
      yield kept;
    })();
  }

  /** Reads one file after the other. */
  private async *read(onProgress: OnProgress): AsyncGenerator<CallRecord[]> {
    const { files } = this;
    const cut = new CutCalls();
    const reading = newReading(cut);
    const unread: Unread[] = [];
    const counts = new ChoiceCounts(this.zone);
    const of = files.reduce((sum, { file }) => sum + file.size, 0);
    let bytes = 0;
    let calls = 0;
    const note = (records: readonly CallRecord[]): void => {
      counts.add(records);
      if (this.overview !== null) return;
      this.keep(records);
      this.planCalls.add(records);
    };
    for (const { name, file } of files) {
      const chunks = chunksOf(file, (size) => {
        bytes += size;
        onProgress({ bytes, of, calls });
      });
      try {
        for await (const records of readCalls(chunks, name, reading)) {
          calls += records.length;
          note(records);
          yield records;
        }
      } catch (error) {
        unread.push({ name, reason: messageOf(error) });
      }
    }
    const rest = cut.end();
    note(rest);
    yield rest;
    this.names = counts.projectNames();
    this.overview ??= {
      files: reading.files.filter((file) => !unread.some(({ name }) => name === file.name)),
      unread,
      ...counts.end(this.names),
    };
  }

  private keep(records: readonly CallRecord[]): void {
    if (this.kept === null || this.kept.length + records.length > mostKept) this.kept = null;
    else for (const record of records) this.kept.push(record);
  }
}

/** How many calls each month and each project of a log has. */
class ChoiceCounts {
  private readonly months = new Map<string, number>();
  private readonly projects = new Map<string | null, number>();

  constructor(private readonly zone: TimeZone) {}

  add(records: readonly CallRecord[]): void {
    for (const record of records) {
      const month = monthOf(this.zone, record);
      if (month !== null) this.months.set(month, (this.months.get(month) ?? 0) + record.calls);
      this.projects.set(record.project, (this.projects.get(record.project) ?? 0) + record.calls);
    }
  }

  /** The one with the most calls first. */
  projectNames(): (string | null)[] {
    return [...this.projects].sort(([, a], [, b]) => b - a).map(([name]) => name);
  }

  end(names: readonly (string | null)[]): { months: NamedCount[]; projects: NamedCount[] } {
    const short = shortNames(names);
    return {
      months: [...this.months].sort(([a], [b]) => (a < b ? 1 : -1)).map(([name, calls]) => ({ name, calls })),
      projects: names.map((name) => ({
        name: name === null ? 'without a project' : (short.get(name) ?? name),
        calls: this.projects.get(name) ?? 0,
      })),
    };
  }
}

const monthOf = (zone: TimeZone, { at }: CallRecord): string | null =>
  at === null ? null : (zone.dayOf(at)?.slice(0, 7) ?? null);

/** 2026-02-28 of 2026-02. */
function lastDayOf(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}

/** @throws Error */
function soldAs(catalog: Catalog, name: string, host: string | null): CatalogModel {
  const found = resolve(catalog, name);
  if (!isResolved(found)) throw new Error(unresolvedReason(catalog, name, found));
  const sold = host === null ? catalog : catalogAt(catalog, host);
  const model = sold?.models.find(({ id }) => id === found.model.id);
  if (model === undefined)
    throw new Error(`${found.model.facts.name} is not sold${host === null ? ' any more' : ' there'}.`);
  return model;
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The bytes of a file in chunks; not every browser's stream is an async iterable. */
async function* chunksOf(file: Blob, onChunk: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    onChunk(next.value.length);
    yield next.value;
  }
}
