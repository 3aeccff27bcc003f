/** The body of an answer as bytes: what `success(JSON.stringify(answer(...)), meta)` gives. */
import { workOf } from './bill.ts';
import type { Catalog } from './catalog.ts';
import { success } from './envelope.ts';
import { printEstimate } from './estimate-text.ts';
import { fragment, Printer } from './print.ts';
import { answer, type Question } from './request.ts';

/** Nothing waits while it prints, so one is enough. */
const out = new Printer();

const parts = success('#', '#').split('#').map(fragment);

/** `meta`: the JSON of the meta of every answer of this catalog. */
export function answerBytes(
  catalog: Catalog,
  { preset, model, compare, workflow }: Question,
  meta: string,
): Uint8Array {
  const work = workOf(preset, workflow);
  out.begin();
  out.text(parts[0] as Uint8Array);
  if (compare) out.text(fragment(JSON.stringify(answer(catalog, { preset, model, compare, workflow }))));
  else printEstimate(out, catalog, work, model);
  out.text(parts[1] as Uint8Array);
  out.text(metaBytes(catalog, meta));
  out.text(parts[2] as Uint8Array);
  return out.end();
}
const metas = new WeakMap<Catalog, Uint8Array>();
function metaBytes(catalog: Catalog, meta: string): Uint8Array {
  let known = metas.get(catalog);
  if (known === undefined) metas.set(catalog, (known = fragment(meta)));
  return known;
}
