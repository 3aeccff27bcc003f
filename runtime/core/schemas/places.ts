/**
 * Where a call is processed: the places that prices have, as names, logs and requests write them.
 *
 * `global` is anywhere; a zone is a group of countries or a country (`eu`, `jp`); `data-zone` is one of Azure's zones,
 * where a log does not say which; `regional` is one region of a cloud, which is not named. A region by name
 * (`eu-central-1`, `europe-west4`, `swedencentral`) is a place too.
 */

import { lookUp } from '../values/look-up.ts';

/** Ids of the places to which processing can be bound. */
export const boundPlaceIds = ['us', 'us-gov', 'eu', 'jp', 'au', 'in', 'ca', 'apac', 'data-zone', 'regional'] as const;

/** The places with a name of their own, for sentences. */
const placeNames: Readonly<Record<string, string>> = {
  global: 'any place (global)',
  us: 'the United States (us)',
  'us-gov': "the United States' government regions (us-gov)",
  eu: 'Europe (eu)',
  jp: 'Japan (jp)',
  au: 'Australia (au)',
  in: 'India (in)',
  ca: 'Canada (ca)',
  apac: 'Asia-Pacific (apac)',
  'data-zone': 'a data zone (data-zone)',
  regional: 'a single region (regional)',
} satisfies Record<(typeof boundPlaceIds)[number] | 'global', string>;

/** Ids of the places, global first; a cloud's regions are accepted beside them. */
export const placeIds: readonly string[] = Object.keys(placeNames);

/** Other words for the same places: Azure's deployment types and SKUs, and Bedrock's older prefix. */
export const otherWords: Readonly<Record<string, string>> = {
  ap: 'apac',
  'global-standard': 'global',
  globalstandard: 'global',
  globalbatch: 'global',
  globalprovisionedmanaged: 'global',
  datazone: 'data-zone',
  'data-zone-standard': 'data-zone',
  datazonestandard: 'data-zone',
  datazonebatch: 'data-zone',
  'regional-standard': 'regional',
};

/**
 * Regions of the clouds by name, with the zone they lie in; null: none of those that have prices. Azure's are those of
 * learn.microsoft.com/azure/reliability/regions-list (2026); Amazon's and Google's are named by rule.
 */
const cloudRegions: readonly (readonly [names: RegExp, zone: string | null])[] = [
  [/^us-gov-[a-z]+-\d$|^usgov(arizona|texas|virginia)$/, 'us-gov'],
  [/^us-[a-z]+-\d$|^us-[a-z]+\d{1,2}$|^(((north|south|west)?central|east|west)us[23]?)$/, 'us'],
  [/^eu-[a-z]+-\d$|^europe-[a-z]+\d{1,2}$|^(north|west)europe$/, 'eu'],
  [/^(france|germanywest|poland|spain|sweden)central$|^italynorth$/, 'eu'],
  [/^ap-northeast-[13]$|^asia-northeast[12]$|^japan(east|west)$/, 'jp'],
  [/^ap-southeast-[246]$|^australia-[a-z]+\d$|^australia(east|southeast)$/, 'au'],
  [/^ap-south-\d$|^asia-south\d$|^(central|south|west)india$/, 'in'],
  [/^ca-[a-z]+-\d$|^northamerica-northeast\d$|^canada(central|east)$/, 'ca'],
  [/^ap-[a-z]+-\d$|^asia-[a-z]+\d$|^(east|southeast)asia$|^koreacentral$|^newzealandnorth$/, 'apac'],
  [/^(sa|mx|me|il|af)-[a-z]+-\d$|^(northamerica|southamerica|me|africa)-[a-z]+\d$/, null],
  [/^(brazilsouth|(israel|mexico|qatar)central|norwayeast|southafricanorth|uaenorth)$/, null],
  [/^(switzerland(north|west)|uk(south|west))$/, null],
];

/** The zone that a cloud's region lies in; null: none of those that have prices. Undefined: not a cloud's region. */
const zoneOf = (region: string): string | null | undefined => cloudRegions.find(([names]) => names.test(region))?.[1];

/**
 * The place that a word means, in the spelling of this dataset; null: it is no place.
 *
 *     placeCalled('EU')                // eu
 *     placeCalled('DataZoneStandard')  // data-zone
 *     placeCalled('eu-central-1')      // eu-central-1
 */
export function placeCalled(word: string): string | null {
  const name = word.trim().toLowerCase().replace(/[ _]/g, '-');
  const known = lookUp(otherWords, name) ?? name;
  return Object.hasOwn(placeNames, known) || zoneOf(known) !== undefined ? known : null;
}

/** A place in a sentence. */
export const placeInWords = (place: string): string => lookUp(placeNames, place) ?? place;

/**
 * Places whose price is also the price of `place`, nearest first: itself, and the zones around a cloud's region. A
 * region of Japan, Australia or India lies in Asia-Pacific too.
 */
export function placesAround(place: string): string[] {
  const zone = zoneOf(place) ?? null;
  const nearest = zone === null ? [place] : [place, zone];
  return ['jp', 'au', 'in'].includes(nearest.at(-1) as string) ? [...nearest, 'apac'] : nearest;
}
