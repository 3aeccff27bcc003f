/** Reads an invoice: a report of costs, a bill of a cloud, or any log format whose calls have dollars or are a provider's count. */
import { billableUnits, byUnit } from '../../core/schemas/billable-units.ts';
import { decimal } from '../../core/values/money.ts';
import type { CallRecord } from '../call-record.ts';
import { isObject, type JsonObject, Misread } from '../fields/values.ts';
import type { Sink } from '../input/line-reader.ts';
import { textBlocks } from '../input/text-blocks.ts';
import { valueReader } from '../input/values-of.ts';
import { readCalls } from '../read-calls.ts';
import { newReading, noteBroken, type ReadReport, reportOf } from '../read-report.ts';
import { UnknownFormatError } from '../unknown-format.ts';
import { invoiceFormats } from './cloud-bills.ts';
import { dayOf, type InvoiceFormat } from './cost-reports.ts';
import { attoIn, type InvoiceLine, noLine } from './invoice.ts';

export interface Invoice {
  lines: InvoiceLine[];
  report: ReadReport;
}

/** The formats of logs that are a provider's own count: without dollars they are an invoice of tokens. */
const countsOfProviders = ['anthropic-usage', 'openai-usage'];

/**
 * @param open the bytes from their beginning; called twice where the file is a log
 * @throws UnknownFormatError if it is none of them; NoAmounts if it is a log that is no invoice
 */
export async function readInvoice(open: () => AsyncIterable<Uint8Array>, name: string): Promise<Invoice> {
  const report = reportOf(newReading(), name);
  const lines: InvoiceLine[] = [];
  const sink = new InvoiceSink(report, lines);
  const values = valueReader(sink);
  for await (const block of textBlocks(open())) {
    values.block(block);
    if (sink.isOther) break;
  }
  values.end();
  if (sink.format !== null) return { lines, report: { ...report, format: sink.format.name, records: lines.length } };
  return readAsLog(open, name);
}

class InvoiceSink implements Sink {
  format: InvoiceFormat | null = null;
  /** Whether the first value is of no invoice. */
  isOther = false;

  constructor(
    private readonly report: ReadReport,
    private readonly lines: InvoiceLine[],
  ) {}

  value(value: unknown, line: number): void {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (!isObject(one)) noteBroken(this.report, line, 'not a JSON object');
      else this.object(one, line);
    }
  }

  private object(value: JsonObject, line: number): void {
    this.format ??= invoiceFormats.find(({ recognise }) => recognise(value)) ?? null;
    if (this.format === null) this.isOther = true;
    if (this.isOther) return;
    try {
      for (const one of (this.format as InvoiceFormat).read(value)) this.lines.push(one);
    } catch (error) {
      if (!(error instanceof Misread)) throw error;
      noteBroken(this.report, line, error.message);
    }
  }

  broken(line: number, reason: string): void {
    noteBroken(this.report, line, reason);
  }

  damaged(reason: string): void {
    this.report.damage = reason;
  }

  isIdle = (): boolean => false;
}

/** A file that is a log, but has neither dollars nor a provider's own counts. */
export class NoAmounts extends Error {
  override name = 'NoAmounts';

  /** @param known a line for each format that can be read, where it is of none */
  constructor(
    readonly summary: string,
    readonly known: readonly string[] = [],
  ) {
    super([summary, ...known].join('\n  '));
  }
}

async function readAsLog(open: () => AsyncIterable<Uint8Array>, name: string): Promise<Invoice> {
  const reading = newReading();
  const lines: InvoiceLine[] = [];
  try {
    for await (const calls of readCalls(open(), name, reading)) for (const call of calls) lines.push(lineOf(call));
  } catch (error) {
    if (!(error instanceof UnknownFormatError)) throw error;
    const formats = invoiceFormats.map(({ name: format, marks }) => `${format}: ${marks}`);
    throw new NoAmounts(`${name} is no invoice that can be read. Beside logs with dollars these are:`, formats);
  }
  const report = reading.files[0] as ReadReport;
  const billed = lines.filter(({ attoUsd }) => attoUsd !== null);
  if (billed.length === lines.length || countsOfProviders.includes(report.format ?? '')) return { lines, report };
  if (billed.length === 0) {
    throw new NoAmounts(
      `${name} is a log (${report.format}) without dollars, not an invoice: no amount in it was billed.`,
    );
  }
  for (let more = billed.length; more < lines.length; more++) noteBroken(report, more + 1, 'a call without dollars');
  return { lines: billed, report };
}

const lineOf = (call: CallRecord): InvoiceLine => ({
  ...noLine,
  ...{ day: dayOf(call.at), model: call.model, project: call.project },
  attoUsd: call.usd === null ? null : attoIn(decimal(call.usd), 'usd'),
  counts: byUnit(billableUnits, 'count', ({ count }) => call[count]),
});
