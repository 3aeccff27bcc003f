/** What is said of a region whose price is not known: which price is used, and how far such prices usually are apart. */
import type { Catalog } from '../dataset/catalog.ts';
import { offersIn } from '../dataset/host-catalog.ts';
import { placeInWords, placesAround } from '../schemas/places.ts';
import { median } from '../values/median.ts';
import { memoize } from '../values/memoize.ts';
import type { Tariff } from './tariff.ts';

/** By how many percent of the global input price a model is dearer in another place, at the same host on the same day. */
const differencesIn = memoize((catalog: Catalog) =>
  offersIn(catalog).flatMap(({ host, model }) => {
    const { listPrice } = model;
    if (listPrice.place !== undefined) return [];
    return Object.entries(listPrice.places ?? {}).map(([place, { input }]) => ({
      ...{ host: host.id, hostName: host.name, model: model.id, place },
      pct: (input / listPrice.input - 1) * 100,
    }));
  }),
);

/**
 * By how much prices of places differ from the global one, over the offers in force that state both: those of the place
 * at the host, else of the host, else of the place, else all. Null: the dataset has none.
 */
export function usualDifference(catalog: Catalog, host: string | null, place: string) {
  const all = differencesIn(catalog);
  // Of a cloud's region the zone around it counts as well: us-gov-west-1 lies in us-gov.
  const around = placesAround(place);
  const there = (among: ReturnType<typeof differencesIn>) =>
    around.map((zone) => among.filter((one) => one.place === zone));
  const atHost = all.filter((one) => one.host === host);
  const sets = [...there(atHost), atHost, ...there(all), all];
  const found = sets.find(({ length }) => length > 0);
  if (found === undefined) return null;
  const pcts = found.map(({ pct }) => pct);
  return {
    medianPct: median(pcts),
    minPct: Math.min(...pcts),
    maxPct: Math.max(...pcts),
    prices: found.length,
    models: new Set(found.map(({ model }) => model)).size,
    hostNames: [...new Set(found.map(({ hostName }) => hostName))],
  };
}

type UsualDifference = NonNullable<ReturnType<typeof usualDifference>>;

type Called = Pick<Tariff, 'model' | 'host' | 'region' | 'pricedPlace'>;

/** The note on a call to a region whose price is not known. */
export function regionNote(catalog: Catalog, { model, host, region, pricedPlace }: Called): string {
  const { name } = model.facts;
  const used = `the ${pricedPlace === 'global' ? 'global price' : `price for ${placeInWords(pricedPlace)}`} is used`;
  if (region === 'global') return `No global price of ${name} is known there: ${used}.`;
  const usual = usualDifference(catalog, host, region);
  return `No price of ${name} for ${placeInWords(region)} is known: ${used}.${usual === null ? '' : ` ${usualInWords(usual)}`}`;
}

function usualInWords({ medianPct, minPct, maxPct, prices, models, hostNames }: UsualDifference): string {
  const range = percent(minPct) === percent(maxPct) ? '' : `, ${percent(minPct)} to ${percent(maxPct)} %`;
  const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;
  const basis = `${counted(prices, 'price')} of ${counted(models, 'model')} on ${hostNames.join(' and ')}`;
  return `Such places usually cost ${percent(Math.abs(medianPct))} % ${medianPct < 0 ? 'less' : 'more'} than global (median of ${basis}${range}, from the imported datasets).`;
}

/** At most one decimal. */
const percent = (pct: number): string => String(Math.round(pct * 10) / 10);
