/**
 * Where a call is processed: the places that prices have, as names, logs and requests write them.
 *
 * `global` is anywhere; a zone is a group of countries or a country (`eu`, `jp`); `data-zone` is one of Azure's zones,
 * where a log does not say which; `regional` is one region of a cloud, which is not named. A region by name
 * (`eu-central-1`, `europe-west4`, `swedencentral`) is a place too.
 */

/** The places with a name of their own, for sentences. */
const placeNames: Readonly<Record<string, string>> = {
  global: 'no place in particular (global)',
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
};

/** Ids of the places, global first; a cloud's regions are accepted beside them. */
export const placeIds: readonly string[] = Object.keys(placeNames);

/** Other words for the same places: Azure's deployment types and SKUs, and Bedrock's older prefix. */
const otherWords: Readonly<Record<string, string>> = {
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

/** Regions of Azure, which follow no pattern: learn.microsoft.com/azure/reliability/regions-list, 2026. */
const azureRegions: Readonly<Record<string, readonly string[]>> = {
  us: [
    ...['centralus', 'eastus', 'eastus2', 'northcentralus', 'southcentralus', 'westcentralus', 'westus', 'westus2'],
    'westus3',
  ],
  'us-gov': ['usgovarizona', 'usgovvirginia', 'usgovtexas'],
  eu: [
    ...['francecentral', 'germanywestcentral', 'italynorth', 'northeurope', 'polandcentral', 'spaincentral'],
    ...['swedencentral', 'westeurope'],
  ],
  jp: ['japaneast', 'japanwest'],
  au: ['australiaeast', 'australiasoutheast'],
  in: ['centralindia', 'southindia', 'westindia'],
  ca: ['canadacentral', 'canadaeast'],
  apac: ['eastasia', 'koreacentral', 'southeastasia', 'newzealandnorth'],
  '': [
    ...['brazilsouth', 'israelcentral', 'mexicocentral', 'norwayeast', 'qatarcentral', 'southafricanorth'],
    ...['switzerlandnorth', 'switzerlandwest', 'uaenorth', 'uksouth', 'ukwest'],
  ],
};

/** The zone of a cloud's region by the start of its name: Amazon's and Google's regions are named by rule. */
const zoneStarts: readonly (readonly [start: RegExp, zone: string])[] = [
  [/^us-gov-/, 'us-gov'],
  [/^us-/, 'us'],
  [/^(eu|europe)-/, 'eu'],
  [/^ap-northeast-[13]$|^asia-northeast[12]$/, 'jp'],
  [/^ap-southeast-[246]$|^australia-/, 'au'],
  [/^ap-south-|^asia-south[12]$/, 'in'],
  [/^ca-|^northamerica-northeast/, 'ca'],
  [/^(ap|asia)-/, 'apac'],
];

const regionOfCloud =
  /^(?:(?:us|us-gov|eu|ap|ca|sa|mx|me|il|af)-[a-z]+-\d|(?:us|northamerica|southamerica|europe|asia|australia|me|africa)-[a-z]+\d{1,2})$/;

/** The zone that a cloud's region lies in; null: none of those that have prices. Undefined: not a cloud's region. */
function zoneOf(region: string): string | null | undefined {
  for (const [zone, regions] of Object.entries(azureRegions)) if (regions.includes(region)) return zone || null;
  if (!regionOfCloud.test(region)) return undefined;
  return zoneStarts.find(([start]) => start.test(region))?.[1] ?? null;
}

/**
 * The place that a word means, in the spelling of this dataset; null: it is no place.
 *
 *     placeCalled('EU')                // eu
 *     placeCalled('DataZoneStandard')  // data-zone
 *     placeCalled('eu-central-1')      // eu-central-1
 */
export function placeCalled(word: string): string | null {
  const name = word.trim().toLowerCase().replace(/[ _]/g, '-');
  const known = otherWords[name] ?? name;
  return Object.hasOwn(placeNames, known) || zoneOf(known) !== undefined ? known : null;
}

/** A place in a sentence. */
export const placeInWords = (place: string): string => placeNames[place] ?? place;

/**
 * Places whose price is also the price of `place`, nearest first: itself, and the zones around a cloud's region. A
 * region of Japan, Australia or India lies in Asia-Pacific too.
 */
export function placesAround(place: string): string[] {
  const zone = zoneOf(place) ?? null;
  const nearest = zone === null ? [place] : [place, zone];
  return ['jp', 'au', 'in'].includes(nearest.at(-1) as string) ? [...nearest, 'apac'] : nearest;
}
