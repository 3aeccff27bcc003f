/** Every form of invoice that no log format reads, and what to tell who takes one for a log. */
import type { JsonObject } from '../fields/values.ts';
import { cloudBills } from './cloud-bills.ts';
import { costReports, type InvoiceFormat } from './cost-reports.ts';

export const invoiceFormats: readonly InvoiceFormat[] = [...costReports, ...cloudBills];

/** The name of the form of invoice that a value is of; undefined: it is of none. */
export const invoiceNamed = (value: JsonObject): string | undefined =>
  invoiceFormats.find(({ recognise }) => recognise(value))?.name;
