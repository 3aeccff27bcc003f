/** The file of `--focus`. */
import type { Catalog } from '../core/dataset/catalog.ts';
import type { CallRecord } from '../logs/call-record.ts';
import { FocusCharges } from '../logs/report/focus-charges.ts';
import { focusCsv, focusHeader } from '../logs/report/focus-csv.ts';
import type { RecordPrice } from '../logs/report/price-record.ts';
import { type RecordTariff, RecordTariffs, type TariffOptions } from '../logs/report/record-tariffs.ts';
import { callsText } from '../logs/report/report-tables.ts';
import { printError } from './output.ts';
import { newFile } from './output-file.ts';

/**
 * Collects charges and writes them to `path`.
 * @param list the catalog at list prices; the same as `catalog` without an overlay
 */
export function focusFile(path: string, catalog: Catalog, list: Catalog, terms: TariffOptions) {
  const file = newFile(path, '--focus');
  const facts = {
    datasetVersion: catalog.version,
    day: terms.on ?? catalog.asOf,
    hostNames: new Map(catalog.offers.hosts.map(({ id, name }) => [id, name])),
  };
  const listTariffs = new RecordTariffs(list, terms);
  const charges = new FocusCharges(
    (record) => listTariffs.of(record),
    (some) => file.write(focusCsv(some, facts)),
  );
  file.write(focusHeader());
  return {
    add: (record: CallRecord, tariff: RecordTariff, price: RecordPrice): void => charges.add(record, tariff, price),
    end(): void {
      charges.end();
      file.end();
      const { unpricedCalls } = charges;
      if (unpricedCalls > 0) printError([`--focus: without a price, and not in ${path}: ${callsText(unpricedCalls)}.`]);
    },
    drop: file.drop,
  };
}
