/** Bills the calls of a log at list prices of one day, so that price changes do not look like changes of the work. */
import type { Catalog } from '../../core/dataset/catalog.ts';
import { toolUnits, unitAt } from '../../core/schemas/billable-units.ts';
import type { CallRecord } from '../call-record.ts';
import { emptyPrice, priceRecord } from '../report/price-record.ts';
import { RecordTariffs } from '../report/record-tariffs.ts';
import type { BilledCall } from './logged-runs.ts';

const toolLines = toolUnits.map(({ part }) => unitAt[part]);

/** Bills at the prices in force on the day of the catalog. */
export function billsAt(catalog: Catalog): (call: CallRecord) => BilledCall {
  const tariffs = new RecordTariffs(catalog, { on: catalog.asOf, host: null });
  const price = emptyPrice();
  return (call) => {
    const tariff = tariffs.of(call);
    priceRecord(price, call, tariff);
    const { isPriced, units, nanoPerUnit, lines } = price;
    const { model } = tariff;
    if (!isPriced) return { model, tokensNano: null, nano: null };
    const fees = toolLines.reduce((sum, line) => sum + (lines[line] as number), 0);
    return { model, tokensNano: (units - fees) * nanoPerUnit, nano: units * nanoPerUnit };
  };
}
