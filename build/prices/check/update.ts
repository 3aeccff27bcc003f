/** Applies the permitted changes to the provider files, and writes them if the resulting data is valid. */

import { join } from 'node:path';
import type { DatedPrice } from '../../../runtime/core/schemas/data-files/dated-price.ts';
import type { ProviderFile } from '../../../runtime/core/schemas/data-files/provider-file.ts';
import { writeOutput } from '../../../runtime/io/output-file.ts';
import { checkData } from '../../data/check-data.ts';
import type { DataFile, DataProblem } from '../../data/read-data.ts';
import type { Checked, Cited } from './findings.ts';

export interface Edit {
  provider: string;
  model: string;
  what: string;
}

export interface Update {
  /** Only files that change, with their new text. */
  files: DataFile[];
  edits: Edit[];
}

/**
 * The changed files. A confirmed price gets a later `verifiedOn` and its source a later day; a changed price becomes
 * a new entry from the day of the page. Numbers of existing entries never change, and dates never move back.
 */
export function update(files: readonly DataFile[], { permits }: Pick<Checked, 'permits'>): Update {
  const edits: Edit[] = [];
  const changed = files.flatMap((file) => {
    if (!file.path.startsWith('data/providers/')) return [];
    const provider = JSON.parse(file.text) as ProviderFile;
    for (const permit of permits) {
      const model = provider.models.find(({ id }) => id === permit.model.id);
      const price = model?.prices[permit.model.prices.indexOf(permit.price)];
      if (!model || !price) continue;
      const what =
        permit.kind === 'verify'
          ? verify(price, permit.cites ?? pageOf(provider), permit.day)
          : append(model.prices, price, newEntry(permit, permit.cites ?? pageOf(provider)));
      if (what !== null) edits.push({ provider: provider.id, model: model.id, what });
    }
    const text = `${JSON.stringify(provider, null, 2)}\n`;
    return edits.some((edit) => edit.provider === provider.id) ? [{ path: file.path, text }] : [];
  });
  return { files: changed, edits };
}

const pageOf = ({ pricingUrl }: ProviderFile): Cited => ({ url: pricingUrl, series: pricingUrl });

function verify(price: DatedPrice, { url, series, note }: Cited, day: string): string | null {
  if (day <= price.verifiedOn) return null;
  const before = price.verifiedOn;
  price.verifiedOn = day;
  // A note belongs to the day it was written for, so a source with a note is not changed.
  const source = price.sources.find(
    (one) => (one.url === url || (series !== url && one.url?.startsWith(series))) && one.note === note,
  );
  if (source) Object.assign(source, { url, on: day });
  else price.sources.push({ url, on: day, ...(note !== undefined && { note }) });
  // An announcement that came true is an ordinary price.
  delete price.announced;
  return `verified on ${day} (before: ${before})`;
}

type Append = Extract<Checked['permits'][number], { kind: 'append' }>;

function newEntry({ price, day, stated }: Append, { url, note }: Cited): DatedPrice {
  const { base, bands } = stated;
  const unknown = price.cachedInput !== null && base.cachedInput === null;
  return {
    from: day,
    input: base.input as number,
    output: base.output as number,
    cachedInput: base.cachedInput,
    cacheWrite: base.cacheWrite,
    cacheWrite1h: base.cacheWrite1h,
    longContext: (bands ?? []).map(({ above, prices }) => ({
      above: above as number,
      input: prices.input as number,
      output: prices.output as number,
      cachedInput: prices.cachedInput,
      cacheWrite: prices.cacheWrite,
      ...(prices.cacheWrite1h !== null && { cacheWrite1h: prices.cacheWrite1h }),
    })),
    note: `First seen on the maker's page on ${day}; it may hold for longer.${unknown ? ' The page states no cached price.' : ''}`,
    sources: [{ url, on: day, ...(note !== undefined && { note }) }],
    verifiedOn: day,
  };
}

/** After the price it replaces, and before any that is scheduled. */
function append(prices: DatedPrice[], replaced: DatedPrice, entry: DatedPrice): string {
  prices.splice(prices.indexOf(replaced) + 1, 0, entry);
  return `new price from ${entry.from}: $${entry.input} in, $${entry.output} out (before: $${replaced.input} in, $${replaced.output} out)`;
}

/** Writes the changed files below `dir`. If the data would then have problems, returns them and writes nothing. */
export function writeData(
  dir: string,
  files: readonly DataFile[],
  changed: readonly DataFile[],
  today: string,
): DataProblem[] {
  const result = files.map((file) => changed.find(({ path }) => path === file.path) ?? file);
  const checked = checkData(result, { asOf: today, today });
  if ('problems' in checked) return checked.problems;
  for (const { path, text } of changed) writeOutput(join(dir, path.replace(/^data\//, '')), text);
  return [];
}
