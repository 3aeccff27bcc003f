/**
 * Charges as rows of FOCUS 1.4 or 1.2, the FinOps Open Cost and Usage Specification (https://focus.finops.org): its
 * mandatory columns, those for usage and prices, and our own after `x_`. Version 1.3 names the host and the service
 * provider, and 1.4 no longer has the columns of provider and publisher that they replaced.
 *
 * EffectiveCost is the bill to the nano-dollar, each call rounded as it is billed. BilledCost is empty, since nobody sent
 * an invoice; the specification wants a number there, which would be an invention. ListCost and ContractedCost are quantity times price without rounding, because the specification asks for just that product.
 */

import { type BillableUnit, billableUnits } from '../../core/schemas/billable-units.ts';
import { csv, csvField } from '../../core/values/csv.ts';
import { lookUp } from '../../core/values/look-up.ts';
import { decimal, roundHalfUp } from '../../core/values/money.ts';
import { printable } from '../../core/values/printable.ts';
import { decimalDigits, sumIn, usdDigits } from './exact-usd.ts';
import { type Charges, cellsOfUnit } from './focus-charges.ts';
import type { RecordTariff } from './record-tariffs.ts';

export interface FocusFacts {
  datasetVersion: string;
  version: FocusVersion;
  /** The day of calls without a time (YYYY-MM-DD). */
  day: string;
  /** Names of hosts by their ids. */
  hostNames: ReadonlyMap<string, string>;
  /** The name under which a project or a key is shown, and that of a user or a machine. */
  shownName: (name: string) => string;
  shownPerson: (kind: 'user' | 'machine', name: string) => string;
}

export const focusVersions = ['1.4', '1.2'] as const;
export type FocusVersion = (typeof focusVersions)[number];

/** Units of measure as FOCUS writes them. */
const focusUnits = { tokens: 'Tokens', calls: 'Requests', minutes: 'Minutes' } as const;

type Row = Record<string, string | null>;

/** The header alone. */
export const focusHeader = (version: FocusVersion): string => csv(columnsOf[version], []);

/** Rows without the header, one for each billable unit that was used. */
export const focusCsv = (charges: readonly Charges[], facts: FocusFacts): string =>
  charges
    .flatMap((one) => billableUnits.map((unit, index) => rowOf(one, unit, index, facts)))
    .filter((row) => row !== null)
    .map((row) => `${columnsOf[facts.version].map((column) => csvField(lookUp(row, column) ?? null)).join(',')}\r\n`)
    .join('');

function rowOf(charges: Charges, unit: BillableUnit, index: number, facts: FocusFacts): Row | null {
  const { tariff, list, band, cells } = charges;
  const at = index * cellsOfUnit;
  const [quantity, calls] = [cells[at] as number, cells[at + 1] as number];
  if (quantity === 0) return null;
  const { per } = unit;
  const project = charges.project && printable(facts.shownName(charges.project));
  const contracted = rateOf(tariff, band, index, per);
  const atList = rateOf(list, band, index, per);
  const listed = Number.isNaN(atList) ? contracted : atList;
  return {
    BilledCost: null,
    EffectiveCost: usdDigits(sumIn(cells, at + 2)),
    ListCost: costAt(quantity, listed, per),
    ListUnitPrice: decimal(listed),
    ContractedCost: costAt(quantity, contracted, per),
    ContractedUnitPrice: decimal(contracted),
    ConsumedQuantity: String(quantity),
    PricingQuantity: decimalDigits(BigInt(quantity), decimalsOf(per)),
    ...periods(tariff.day ?? facts.day),
    ...constant,
    ...soldAs(charges, unit, facts),
    SubAccountId: project,
    SubAccountName: project,
    Tags: tagsOf(charges, facts),
    x_Calls: String(calls),
    x_DatasetVersion: facts.datasetVersion,
  };
}

/** Columns that are the same in every row: usage, in dollars, at a list price. */
const constant = {
  BillingAccountId: 'agent-cost',
  BillingAccountName: 'Reckoned from logs, not an invoice',
  BillingCurrency: 'USD',
  ChargeCategory: 'Usage',
  ChargeClass: null,
  ChargeFrequency: 'Usage-Based',
  InvoiceId: null,
  PricingCategory: 'Standard',
  ServiceCategory: 'AI and Machine Learning',
  ServiceSubcategory: 'Generative AI',
};

function soldAs({ tariff, band }: Charges, { part, meter, unit, per }: BillableUnit, { hostNames }: FocusFacts): Row {
  const { model, provider, host, serviceTier, region } = tariff;
  const publisher = provider?.name ?? model;
  // Some logs name the provider itself as the host.
  const isOwn = host === null || host === provider?.id;
  const seller = isOwn ? publisher : (hostNames.get(host) ?? printable(host));
  const above = band === 0 ? null : String(tariff.thresholds[band - 1]);
  const skuId = [host ?? provider?.id ?? '', model, part].map(printable).join('/');
  const terms = [
    ...(serviceTier === 'standard' ? [] : [serviceTier]),
    ...(region === null ? [] : [printable(region)]),
    ...(above === null ? [] : [`above-${above}`]),
  ];
  return {
    ChargeDescription: [`${model}, ${meter.toLowerCase()}`, ...terms].join(', '),
    ConsumedUnit: focusUnits[unit],
    InvoiceIssuerName: seller,
    PricingUnit: `${per} ${focusUnits[unit]}`,
    ...{ HostProviderName: seller, ServiceProviderName: seller, x_PublisherName: publisher },
    ...{ ProviderName: seller, PublisherName: publisher },
    RegionId: region && printable(region),
    RegionName: region && printable(region),
    ServiceName: `${seller} models`,
    SkuId: skuId,
    SkuMeter: meter,
    SkuPriceDetails: JSON.stringify({
      x_ServiceTier: serviceTier,
      ...(above !== null && { x_PromptAbove: Number(above) }),
    }),
    SkuPriceId: [skuId, ...terms].join('/'),
    x_Model: model,
    x_PromptAboveTokens: above,
    x_ServiceTier: serviceTier,
  };
}

/** USD for `per` units of pricing; NaN: there is no such price. */
function rateOf({ rates, per: ratePer }: RecordTariff, band: number, index: number, per: number): number {
  const [rate, of] = [rates[band]?.[index] ?? Number.NaN, ratePer[index] as number];
  return of === per ? rate : (rate * per) / of;
}

/** Quantity times price in all digits. The prices of the data have at most nine decimals. */
const costAt = (quantity: number, rate: number, per: number): string =>
  decimalDigits(BigInt(quantity) * BigInt(roundHalfUp(rate * 1e9)), 9 + decimalsOf(per));

const decimalsOf = (per: number): number => String(per).length - 1;

/** The day of a charge and the calendar month it is billed in; ends are exclusive. */
function periods(day: string): Row {
  const start = new Date(`${day}T00:00:00Z`);
  const [year, month, date] = [start.getUTCFullYear(), start.getUTCMonth(), start.getUTCDate()];
  const text = (time: number) => new Date(time).toISOString().replace('.000Z', 'Z');
  return {
    ChargePeriodStart: text(start.getTime()),
    ChargePeriodEnd: text(Date.UTC(year, month, date + 1)),
    BillingPeriodStart: text(Date.UTC(year, month, 1)),
    BillingPeriodEnd: text(Date.UTC(year, month + 1, 1)),
  };
}

/** `key:value` or `key=value`, but no URL. */
const keyAndValue = /^([^:=]+)(?::(?!\/\/)|=)(.+)$/s;

/** The user, the key and the tags of a log as key and value; a tag that has no value is true, as the specification asks. */
function tagsOf({ who, tags }: Charges, { shownName, shownPerson }: FocusFacts): string | null {
  const found = new Map<string, string | true>();
  for (const tag of [...tags].sort()) {
    const [, key = '', value = ''] = keyAndValue.exec(tag) ?? [];
    const isPair = key.trim() !== '' && value.trim() !== '' && !found.has(key.trim());
    if (isPair) found.set(key.trim(), value.trim());
    else found.set(tag, true);
  }
  if (who?.user) found.set('user', shownPerson('user', who.user));
  if (who?.key) found.set('api_key', shownName(who.key));
  if (who?.machine) found.set('machine', shownPerson('machine', who.machine));
  if (who?.team && !found.has('team')) found.set('team', who.team);
  const printed = (value: string | true) => (value === true ? value : printable(value));
  const pairs = [...found].map(([key, value]) => [printable(key), printed(value)]);
  return pairs.length === 0 ? null : JSON.stringify(Object.fromEntries(pairs));
}

const columns = [
  'BilledCost',
  'BillingAccountId',
  'BillingAccountName',
  'BillingCurrency',
  'BillingPeriodEnd',
  'BillingPeriodStart',
  'ChargeCategory',
  'ChargeClass',
  'ChargeDescription',
  'ChargeFrequency',
  'ChargePeriodEnd',
  'ChargePeriodStart',
  'ConsumedQuantity',
  'ConsumedUnit',
  'ContractedCost',
  'ContractedUnitPrice',
  'EffectiveCost',
  'HostProviderName',
  'InvoiceId',
  'InvoiceIssuerName',
  'ListCost',
  'ListUnitPrice',
  'PricingCategory',
  'PricingQuantity',
  'PricingUnit',
  'ProviderName',
  'PublisherName',
  'RegionId',
  'RegionName',
  'ServiceCategory',
  'ServiceName',
  'ServiceProviderName',
  'ServiceSubcategory',
  'SkuId',
  'SkuMeter',
  'SkuPriceDetails',
  'SkuPriceId',
  'SubAccountId',
  'SubAccountName',
  'Tags',
  'x_Calls',
  'x_DatasetVersion',
  'x_Model',
  'x_PromptAboveTokens',
  'x_PublisherName',
  'x_ServiceTier',
] as const;

/** Columns that only one of the versions has. */
const only: Record<FocusVersion, readonly string[]> = {
  '1.2': ['ProviderName', 'PublisherName'],
  '1.4': ['HostProviderName', 'ServiceProviderName', 'x_PublisherName'],
};

const columnsOf: Record<FocusVersion, readonly string[]> = {
  '1.2': columns.filter((column) => !only['1.4'].includes(column)),
  '1.4': columns.filter((column) => !only['1.2'].includes(column)),
};
