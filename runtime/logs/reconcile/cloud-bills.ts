/**
 * Bills of clouds, of which only the lines with a model's meter can be matched; every other line is only on the invoice.
 *
 * FOCUS 1.0 to 1.4: https://focus.finops.org/focus-specification/
 * Amazon's Cost and Usage Report, 2.0 or older, whose usage types name model and kind of tokens, in thousands:
 * https://docs.aws.amazon.com/bedrock/latest/userguide/cost-mgmt-understanding-cur-data.html (2026-11-24)
 * Azure's export of costs: https://learn.microsoft.com/azure/cost-management-billing/dataset-schema/cost-usage-details
 */
import { columnNamesIn } from '../fields/plain-columns.ts';
import { firstTime } from '../fields/times.ts';
import { firstText, type JsonObject, Misread, textIn } from '../fields/values.ts';
import { checkCurrency, costReports, dayOf, type InvoiceFormat } from './cost-reports.ts';
import { attoIn, type InvoiceLine, modelIn, noLine, perUnit, unitOf } from './invoice.ts';

const focus: InvoiceFormat = {
  name: 'focus',
  marks: 'rows of FOCUS: BilledCost, ChargePeriodStart, ChargeCategory',
  recognise: (row) => ['BilledCost', 'ChargePeriodStart', 'ChargeCategory'].every((name) => Object.hasOwn(row, name)),
  *read(row) {
    checkCurrency(textIn(row, 'BillingCurrency'));
    const meter = firstText(row, 'SkuMeter', 'ChargeDescription', 'x_SkuMeterName', 'SkuId');
    const named = firstText(row, 'x_Model', 'ResourceName');
    yield {
      ...lineOf(meter, firstText(row, 'x_Model') ?? modelNamed(meter, textIn(row, 'ChargeDescription')) ?? named),
      ...period(row, ['ChargePeriodStart'], ['ChargePeriodEnd']),
      attoUsd: attoIn(row.BilledCost, 'BilledCost'),
      ...countsOf(meter, row.ConsumedQuantity, firstText(row, 'ConsumedUnit', 'PricingUnit')),
      project: firstText(row, 'SubAccountName', 'SubAccountId'),
      item: firstText(row, 'ChargeDescription', 'SkuMeter', 'ServiceName', 'ChargeCategory'),
    };
  },
};

/** Names of columns in Amazon's older report and in its second version. */
const cur = (name: string): readonly [string, string] => {
  const [group = '', field = ''] = name.split('/');
  return [name, `${snake(group)}_${snake(field)}`];
};
const snake = (name: string): string => name.replace(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();

const awsCur: InvoiceFormat = {
  name: 'aws-cur',
  marks: 'rows of the Cost and Usage Report: line_item_usage_type, line_item_unblended_cost',
  recognise: (row) =>
    cur('lineItem/UsageType').some((name) => Object.hasOwn(row, name)) &&
    cur('lineItem/UnblendedCost').some((name) => Object.hasOwn(row, name)),
  *read(row) {
    checkCurrency(firstText(row, ...cur('lineItem/CurrencyCode')));
    const meter = firstText(row, ...cur('lineItem/UsageType'));
    const product = firstText(row, ...cur('product/ProductName'), ...cur('product/Model'));
    const [, unblended] = firstOf(row, cur('lineItem/UnblendedCost'));
    const [, amount] = firstOf(row, cur('lineItem/UsageAmount'));
    yield {
      ...lineOf(meter, modelNamed(meter, product)),
      ...period(row, cur('lineItem/UsageStartDate'), cur('lineItem/UsageEndDate')),
      attoUsd: attoIn(unblended, 'line_item_unblended_cost'),
      ...countsOf(meter, amount, firstText(row, ...cur('pricing/unit'))),
      project: firstText(row, ...cur('lineItem/UsageAccountId')),
      item: firstText(row, ...cur('lineItem/LineItemDescription'), ...cur('lineItem/ProductCode')),
    };
  },
};

const azureExport: InvoiceFormat = {
  name: 'azure-export',
  marks: 'rows of an export of costs: MeterName, MeterCategory, CostInBillingCurrency',
  recognise: (row) => (nameLike(row, 'MeterName') && nameLike(row, 'MeterCategory') && costOf(row)) !== undefined,
  *read(row) {
    const at = (name: string) => nameLike(row, name) ?? name;
    checkCurrency(firstText(row, at('BillingCurrency'), at('BillingCurrencyCode')));
    const meter = textIn(row, at('MeterName'));
    const cost = costOf(row) as string;
    yield {
      ...lineOf(meter, modelNamed(meter, null)),
      day: dayOf(dateIn(row, at('Date')) ?? dateIn(row, at('UsageDateTime'))),
      attoUsd: attoIn(row[cost], cost),
      ...countsOf(meter, row[at('Quantity')], textIn(row, at('UnitOfMeasure'))),
      project: firstText(row, at('ResourceGroup'), at('ResourceGroupName'), at('SubscriptionName')),
      item: firstText(row, at('MeterName'), at('MeterCategory')),
    };
  },
};

/** A table of one's own: a day, an amount, and a model where there is one. */
const plainCosts: InvoiceFormat = {
  name: 'plain-costs',
  marks: 'rows with a date and a cost, and a model, but no tokens',
  recognise(row) {
    const names = columnNamesIn(Object.keys(row));
    const hasTokens = Object.keys(row).some((name) => /token|^(in|out)put/i.test(name));
    return names.usd !== undefined && names.at !== undefined && !hasTokens;
  },
  *read(row) {
    const { at = '', usd = '', model = '', project = '' } = columnNamesIn(Object.keys(row));
    checkCurrency(textIn(row, 'currency'));
    yield {
      ...noLine,
      ...{ day: dayOf(firstTime(row, at)), model: textIn(row, model), project: textIn(row, project) },
      attoUsd: attoIn(row[usd], usd),
    };
  },
};

const lineOf = (meter: string | null, model: string | null): InvoiceLine => ({
  ...noLine,
  model,
  unit: meter === null ? null : unitOf(meter),
});

/** A meter of tokens names its model, or what is beside it does; a line for something else names none. */
function modelNamed(meter: string | null, beside: string | null): string | null {
  if (meter === null || unitOf(meter) === null) return null;
  return modelIn(meter) ?? (beside === null ? null : modelIn(beside));
}

/** What the quantity of a meter counts; nothing where the unit is not known to count tokens. */
function countsOf(meter: string | null, quantity: unknown, unit: string | null): Pick<InvoiceLine, 'counts'> {
  const count = meter === null ? null : unitOf(meter);
  const per = unit === null ? null : perUnit(unit);
  const amount = typeof quantity === 'string' && quantity.trim() !== '' ? Number(quantity) : quantity;
  if (count === null || per === null || typeof amount !== 'number' || !(amount >= 0)) return { counts: null };
  return { counts: { [count]: Math.round(amount * per) } };
}

function period(
  row: JsonObject,
  starts: readonly string[],
  ends: readonly string[],
): Pick<InvoiceLine, 'day' | 'days'> {
  const [start, end] = [firstTime(row, ...starts), firstTime(row, ...ends)];
  const days = start === null || end === null ? 1 : Math.ceil((end - start) / 86_400_000);
  return { day: dayOf(start), days: Math.max(1, days) };
}

const firstOf = (row: JsonObject, names: readonly string[]): [string, unknown] => {
  const name = names.find((one) => Object.hasOwn(row, one)) ?? (names[0] as string);
  return [name, row[name]];
};

/** Azure writes names of columns in more than one case. */
const nameLike = (row: JsonObject, name: string): string | undefined =>
  Object.keys(row).find((one) => one.toLowerCase() === name.toLowerCase());

const costOf = (row: JsonObject): string | undefined =>
  nameLike(row, 'CostInBillingCurrency') ?? nameLike(row, 'PreTaxCost') ?? nameLike(row, 'Cost');

/** Azure writes 11/24/2026 or 2026-11-24. */
function dateIn(row: JsonObject, name: string): number | null {
  const [, month, day, year] = /^(\d\d)\/(\d\d)\/(\d{4})/.exec(textIn(row, name) ?? '') ?? [];
  if (year === undefined) return firstTime(row, name);
  const at = Date.parse(`${year}-${month}-${day}`);
  if (Number.isNaN(at)) throw new Misread(`${name} is not a day`);
  return at;
}

const cloudBills: readonly InvoiceFormat[] = [focus, awsCur, azureExport, plainCosts];

/** Every form of invoice that no log format reads, and what to tell who takes one for a log. */
export const invoiceFormats: readonly InvoiceFormat[] = [...costReports, ...cloudBills];

/** The name of the form of invoice that a value is of; undefined: it is of none. */
export const invoiceNamed = (value: JsonObject): string | undefined =>
  invoiceFormats.find(({ recognise }) => recognise(value))?.name;
