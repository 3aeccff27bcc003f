/** Prices of calls that no run before knew, from the catalog: few runs load this. */
import { readFileSync } from 'node:fs';
import { catalogFrom } from '../../core/dataset/catalog.ts';
import type { CatalogFile } from '../../core/dataset/dataset.ts';
import type { ForecastEvidence } from '../../core/model/session-forecast.ts';
import type { CallRates } from '../../core/pricing/call-rates.ts';
import { tariffOf } from '../../core/pricing/tariff.ts';
import type { DatedPrice } from '../../core/schemas/data-files/dated-price.ts';
import type { CallRecord } from '../../logs/call-record.ts';
import { RecordTariffs } from '../../logs/report/record-tariffs.ts';

/** What says how a call is priced, and who made it. */
export type ForecastCall = Pick<
  CallRecord,
  'at' | 'model' | 'host' | 'serviceTier' | 'region' | 'agent' | 'agentVersion'
>;

/** What a forecast of calls like these needs to know besides the session. */
export interface ForecastTerms {
  price: DatedPrice | null;
  contextWindow: number | null;
}

export interface LookedUpPrices {
  ratesOf: (record: CallRecord) => CallRates;
  termsOf: (record: Omit<ForecastCall, 'agent' | 'agentVersion'>) => ForecastTerms;
  evidence: ForecastEvidence | null;
}

/**
 * @param path of catalog.json
 * @throws an error of the system
 */
export function lookedUpPrices(path: string): LookedUpPrices {
  const catalog = catalogFrom(JSON.parse(readFileSync(path, 'utf8')) as CatalogFile);
  const tariffs = new RecordTariffs(catalog, { on: null, host: null });
  return {
    ratesOf: (record) => tariffs.of(record),
    termsOf({ model, at, host, serviceTier, region }) {
      const on = at === null ? catalog.asOf : new Date(at).toISOString().slice(0, 10);
      const tariff = tariffOf(catalog, { model, host, on, serviceTier, region });
      return { price: tariff.price, contextWindow: tariff.model?.facts.contextWindow ?? null };
    },
    evidence: catalog.evidence?.forecast ?? null,
  };
}
