/** The body of an answer as bytes: what `success(JSON.stringify(answer(...)), meta)` gives. */

import { success } from '../api/envelope.ts';
import { metaOf } from '../api/models.ts';
import type { Question } from '../api/request.ts';
import type { Catalog } from '../dataset/catalog.ts';
import { workOf } from '../model/bill.ts';
import { printEstimate } from './estimate-text.ts';
import { once } from './memoize.ts';
import { fragment, Printer } from './print.ts';
import { printRanking } from './ranking-text.ts';

/** One for all answers: nothing waits while it prints. */
const out = new Printer();

/** What stands before the data and after it. */
const envelopeOf = once((catalog: Catalog) => {
  const envelope = success('#', JSON.stringify(metaOf(catalog)));
  const data = envelope.indexOf('#');
  return { before: fragment(envelope.slice(0, data)), after: fragment(envelope.slice(data + 1)) };
});

export function answerBytes(catalog: Catalog, { preset, model, compare, workflow }: Question): Uint8Array {
  const { before, after } = envelopeOf(catalog);
  const work = workOf(preset, workflow);
  out.begin();
  out.text(before);
  if (compare) printRanking(out, catalog, work);
  else printEstimate(out, catalog, work, model);
  out.text(after);
  return out.end();
}
