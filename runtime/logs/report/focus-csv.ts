/**
 * Charges as rows of FOCUS 1.4 or 1.2, the FinOps Open Cost and Usage Specification (https://focus.finops.org): its
 * mandatory columns, those for usage and prices, and our own after `x_`. Version 1.3 names the host and the service
 * provider, and 1.4 no longer has the columns of provider and publisher that they replaced.
 *
 * EffectiveCost is the bill to the nano-dollar, each call rounded as it is billed. BilledCost is empty, since nobody sent
 * an invoice; the specification wants a number there, which would be an invention. ListCost and ContractedCost are quantity times price without rounding, because the specification asks for just that product.
 */
import { bandFor } from '../../core/pricing/call-rates.ts';
import { type BillableUnit, billableUnits } from '../../core/schemas/billable-units.ts';
import { csv, csvField } from '../../core/values/csv.ts';
import { valueAt } from '../../core/values/memoize.ts';
import { decimal, roundHalfUp } from '../../core/values/money.ts';
import { printable } from '../../core/values/printable.ts';
import type { CallRecord, Who } from '../call-record.ts';
import { addTo, decimalDigits, sumIn, usdDigits } from './exact-usd.ts';
import type { RecordPrice } from './price-record.ts';
import type { RecordTariff } from './record-tariffs.ts';

export interface FocusFacts {
  datasetVersion: string;
  version: FocusVersion;
  /** The day of calls without a time (YYYY-MM-DD). */
  day: string;
  hostNames: ReadonlyMap<string, string>;
  /** The name under which a project or a key is shown, and that of a user or a machine. */
  shownName: (name: string) => string;
  shownPerson: (kind: 'user' | 'machine', name: string) => string;
}

export const focusVersions = ['1.4', '1.2'] as const;
export type FocusVersion = (typeof focusVersions)[number];

/** Units of measure as FOCUS writes them. */
const focusUnits = { tokens: 'Tokens', calls: 'Requests', minutes: 'Minutes' } as const;

export const focusHeader = (version: FocusVersion): string =>
  csv(
    columnsOf(version).map(([name]) => name),
    [],
  );

/** Rows without the header, one for each billable unit that was used. */
export function focusCsv(charges: readonly Charges[], facts: FocusFacts): string {
  const all = columnsOf(facts.version);
  return charges
    .flatMap((one) => billableUnits.map((unit, index) => ({ one, unit, index })))
    .filter(({ one, index }) => one.cells[index * cellsOfUnit] !== 0)
    .map(({ one, unit, index }) => chargeOf(one, unit, index, facts))
    .map((charge) => `${all.map(([, textIn]) => csvField(textIn(charge))).join(',')}\r\n`)
    .join('');
}

/** What was used of one billable unit, and what the columns are made of. */
function chargeOf(charges: Charges, unit: BillableUnit, index: number, facts: FocusFacts) {
  const { tariff, list, band, cells } = charges;
  const { model, provider, host, serviceTier, region } = tariff;
  const { part, per } = unit;
  const at = index * cellsOfUnit;
  const contracted = rateOf(tariff, band, index, per);
  const listed = rateOf(list, band, index, per);
  const publisher = provider?.name ?? model;
  // Some logs name the provider itself as the host.
  const isOwn = host === null || host === provider?.id;
  const above = band === 0 ? null : String(tariff.thresholds[band - 1]);
  const start = new Date(`${tariff.day ?? facts.day}T00:00:00Z`);
  return {
    ...{ unit, facts, charges, model, serviceTier, contracted, publisher, above },
    quantity: cells[at] as number,
    calls: cells[at + 1] as number,
    nano: sumIn(cells, at + 2),
    listed: Number.isNaN(listed) ? contracted : listed,
    region: region && printable(region),
    project: charges.project && printable(facts.shownName(charges.project)),
    seller: isOwn ? publisher : (facts.hostNames.get(host) ?? printable(host)),
    skuId: [host ?? provider?.id ?? '', model, part].map(printable).join('/'),
    terms: [
      ...(serviceTier === 'standard' ? [] : [serviceTier]),
      ...(region === null ? [] : [printable(region)]),
      ...(above === null ? [] : [`above-${above}`]),
    ],
    timeIn: (months: number, day: number) =>
      timeText(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + months, day)),
    day: start.getUTCDate(),
  };
}

type Charge = ReturnType<typeof chargeOf>;

const columns: Readonly<Record<string, (charge: Charge) => string | null>> = {
  BilledCost: () => null,
  BillingAccountId: () => 'agent-cost',
  BillingAccountName: () => 'Reckoned from logs, not an invoice',
  BillingCurrency: () => 'USD',
  BillingPeriodEnd: ({ timeIn }) => timeIn(1, 1),
  BillingPeriodStart: ({ timeIn }) => timeIn(0, 1),
  ChargeCategory: () => 'Usage',
  ChargeClass: () => null,
  ChargeDescription: ({ model, unit, terms }) => [`${model}, ${unit.meter.toLowerCase()}`, ...terms].join(', '),
  ChargeFrequency: () => 'Usage-Based',
  ChargePeriodEnd: ({ timeIn, day }) => timeIn(0, day + 1),
  ChargePeriodStart: ({ timeIn, day }) => timeIn(0, day),
  ConsumedQuantity: ({ quantity }) => String(quantity),
  ConsumedUnit: ({ unit }) => focusUnits[unit.unit],
  ContractedCost: ({ quantity, contracted, unit }) => costAt(quantity, contracted, unit.per),
  ContractedUnitPrice: ({ contracted }) => decimal(contracted),
  EffectiveCost: ({ nano }) => usdDigits(nano),
  HostProviderName: ({ seller }) => seller,
  InvoiceId: () => null,
  InvoiceIssuerName: ({ seller }) => seller,
  ListCost: ({ quantity, listed, unit }) => costAt(quantity, listed, unit.per),
  ListUnitPrice: ({ listed }) => decimal(listed),
  PricingCategory: () => 'Standard',
  PricingQuantity: ({ quantity, unit }) => decimalDigits(BigInt(quantity), decimalsOf(unit.per)),
  PricingUnit: ({ unit }) => `${unit.per} ${focusUnits[unit.unit]}`,
  ProviderName: ({ seller }) => seller,
  PublisherName: ({ publisher }) => publisher,
  RegionId: ({ region }) => region,
  RegionName: ({ region }) => region,
  ServiceCategory: () => 'AI and Machine Learning',
  ServiceName: ({ seller }) => `${seller} models`,
  ServiceProviderName: ({ seller }) => seller,
  ServiceSubcategory: () => 'Generative AI',
  SkuId: ({ skuId }) => skuId,
  SkuMeter: ({ unit }) => unit.meter,
  SkuPriceDetails: ({ serviceTier, above }) =>
    JSON.stringify({ x_ServiceTier: serviceTier, ...(above !== null && { x_PromptAbove: Number(above) }) }),
  SkuPriceId: ({ skuId, terms }) => [skuId, ...terms].join('/'),
  SubAccountId: ({ project }) => project,
  SubAccountName: ({ project }) => project,
  Tags: ({ charges, facts }) => tagsOf(charges, facts),
  x_Calls: ({ calls }) => String(calls),
  x_DatasetVersion: ({ facts }) => facts.datasetVersion,
  x_Model: ({ model }) => model,
  x_PromptAboveTokens: ({ above }) => above,
  x_PublisherName: ({ publisher }) => publisher,
  x_ServiceTier: ({ serviceTier }) => serviceTier,
};

/** Columns that only one of the versions has. */
const only: Record<FocusVersion, readonly string[]> = {
  '1.2': ['ProviderName', 'PublisherName'],
  '1.4': ['HostProviderName', 'ServiceProviderName', 'x_PublisherName'],
};

const columnsOf = (version: FocusVersion) =>
  Object.entries(columns).filter(([name]) => !only[version === '1.2' ? '1.4' : '1.2'].includes(name));

/** USD for `per` units of pricing; NaN: there is no such price. */
function rateOf({ rates, per: ratePer }: RecordTariff, band: number, index: number, per: number): number {
  const [rate, of] = [rates[band]?.[index] ?? Number.NaN, ratePer[index] as number];
  return of === per ? rate : (rate * per) / of;
}

/** Quantity times price in all digits. The prices of the data have at most nine decimals. */
const costAt = (quantity: number, rate: number, per: number): string =>
  decimalDigits(BigInt(quantity) * BigInt(roundHalfUp(rate * 1e9)), 9 + decimalsOf(per));

const decimalsOf = (per: number): number => String(per).length - 1;

/** Days and months end where the next ones begin. */
const timeText = (time: number): string => new Date(time).toISOString().replace('.000Z', 'Z');

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

/** Calls of one day at one price, for one project, of one user and key, with one set of tags. */
export interface Charges {
  tariff: RecordTariff;
  /** The same at list prices; `tariff` itself if no overlay changed them. */
  list: RecordTariff;
  /** Index of the rates. */
  band: number;
  project: string | null;
  who: Who | null;
  tags: readonly string[];
  /** For each of `billableUnits`: quantity, calls, and two cells for the sum. */
  cells: Float64Array;
}

const cellsOfUnit = 4;

/** Charges may be split over several rows, so they are written whenever this many are gathered. */
const mostKept = 20_000;

export class FocusCharges {
  private readonly ids = new Map<RecordTariff, number>();
  private byKey = new Map<string, Charges>();
  /** Calls without a price: they are in no row. */
  unpricedCalls = 0;

  /**
   * @param listTariff the tariff of a record at list prices
   * @param write called with charges whenever enough are gathered, and at the end
   */
  constructor(
    private readonly listTariff: (record: CallRecord) => RecordTariff,
    private readonly write: (charges: Charges[]) => void,
  ) {}

  add(record: CallRecord, tariff: RecordTariff, price: RecordPrice): void {
    if (!price.isPriced) {
      this.unpricedCalls += record.calls;
      return;
    }
    const { cells } = this.chargesOf(record, tariff, price);
    const { calls } = record;
    const { quantities, lines, nanoPerUnit } = price;
    for (let unit = 0; unit < billableUnits.length; unit++) {
      const quantity = quantities[unit] as number;
      if (quantity === 0) continue;
      const at = unit * cellsOfUnit;
      cells[at] = (cells[at] as number) + quantity;
      cells[at + 1] = (cells[at + 1] as number) + calls;
      addTo(cells, at + 2, { units: lines[unit] as number, nanoPerUnit });
    }
  }

  /** Writes what is left. */
  end(): void {
    this.write([...this.byKey.values()].sort(byDayAndModel));
    this.byKey = new Map();
    this.ids.clear();
  }

  private chargesOf(record: CallRecord, tariff: RecordTariff, price: RecordPrice): Charges {
    const id = valueAt(this.ids, tariff, () => this.ids.size);
    const band = bandFor(tariff, price.promptTokens);
    const { project, who, tags } = record;
    const textOf = (value: unknown, isNone: boolean) => (isNone ? '' : JSON.stringify(value));
    const key = `${id} ${band} ${textOf(project, project === null)} ${textOf(who, who === null)} ${textOf(tags, tags.length === 0)}`;
    const known = this.byKey.get(key);
    if (known !== undefined) return known;
    if (this.byKey.size >= mostKept) {
      this.end();
      return this.chargesOf(record, tariff, price);
    }
    const cells = new Float64Array(billableUnits.length * cellsOfUnit);
    const made: Charges = { tariff, list: this.listTariff(record), band, project, who, tags, cells };
    this.byKey.set(key, made);
    return made;
  }
}

const byDayAndModel = ({ tariff: a }: Charges, { tariff: b }: Charges): number =>
  compare(a.day ?? '', b.day ?? '') || compare(a.model, b.model);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
