/** A user's own names of models: `aliases` of agent-cost.json. */
import type { Catalog } from '../core/dataset/catalog.ts';
import { isResolved, resolve, unresolvedReason } from '../core/dataset/resolve.ts';
import { quote } from '../core/values/did-you-mean.ts';
import { lookUp } from '../core/values/look-up.ts';
import { whole } from '../core/values/rounded.ts';
import { WrongUse } from '../io/command-line.ts';
import type { CallRecord } from '../logs/call-record.ts';
import type { OwnSettings } from './budget-file.ts';

export interface OwnNames {
  /** The calls with the names that they count under. */
  named(records: readonly CallRecord[]): readonly CallRecord[];
  /** What was counted under another name, in sentences. */
  notes(): string[];
}

/** @throws WrongUse for a name that means a model already, and for one that is to mean none that is known */
export function ownNames(catalog: Catalog, { file, aliases }: Pick<OwnSettings, 'file' | 'aliases'>): OwnNames {
  const calls = new Map<string, number>();
  for (const [name, model] of Object.entries(aliases)) {
    const place = `${file}: aliases.${name}`;
    const known = resolve(catalog, name);
    if (isResolved(known))
      throw new WrongUse(`${place} is a name of ${known.model.id} already; overlays change prices.`);
    const meant = resolve(catalog, model);
    if (!isResolved(meant)) throw new WrongUse(`${place}: ${unresolvedReason(catalog, model, meant)}`);
    calls.set(name, 0);
  }
  const isAny = calls.size > 0;
  return {
    named: (records) =>
      !isAny
        ? records
        : records.map((record) => {
            const model = lookUp(aliases, record.model);
            if (model === undefined) return record;
            calls.set(record.model, (calls.get(record.model) ?? 0) + record.calls);
            return { ...record, model };
          }),
    notes: () =>
      [...calls].flatMap(([name, count]) =>
        count === 0
          ? []
          : `${quote(name)} is a name of your own (aliases in ${file}): ${whole(count)} calls are priced as ${lookUp(aliases, name)}.`,
      ),
  };
}
