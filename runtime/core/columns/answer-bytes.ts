/** The entry point of this folder: the bytes of `success(jsonText(answer(...)), meta)`. */

import { estimateOf, workAssumptions } from '../answers/estimate.ts';
import { metaOf } from '../answers/meta.ts';
import type { ResolvedRequest } from '../answers/resolved-request.ts';
import { type Estimate, estimate } from '../answers/schemas/estimate-schema.ts';
import { type Ranking, ranking } from '../answers/schemas/ranking-schema.ts';
import { sameWorkIn } from '../benchmarks/facts.ts';
import type { Catalog } from '../dataset/catalog.ts';
import { workOf } from '../model/bill.ts';
import { success } from '../schemas/api-error.ts';
import { memoize } from '../values/memoize.ts';
import { fragment, Printer } from './print.ts';
import { printerOf } from './print-by-schema.ts';
import { printRows } from './ranking-rows.ts';
import { cheapestCandidates } from './route-candidates.ts';

export { cheapestCandidates };

/** Shared by all answers: printing is synchronous. */
const out = new Printer();

const printEstimate = printerOf<Estimate>(estimate);
const printRanking = printerOf<Omit<Ranking, 'ranking'> & { ranking: (out: Printer) => void }>(ranking);

/** What comes before the data and after it. */
const envelopeOf = memoize((catalog: Catalog) => {
  const envelope = success('#', JSON.stringify(metaOf(catalog)));
  const data = envelope.indexOf('#');
  return { before: fragment(envelope.slice(0, data)), after: fragment(envelope.slice(data + 1)) };
});

export function answerBytes(catalog: Catalog, { sold, preset, model, compare, workflow }: ResolvedRequest): Uint8Array {
  const { before, after } = envelopeOf(catalog);
  const work = workOf(preset, workflow);
  out.begin();
  out.text(before);
  if (compare) {
    const ranking = (out: Printer) => printRows(out, sold, work);
    printRanking(out, {
      presetId: preset.id,
      host: sold.host?.id ?? null,
      workflow,
      assumptions: workAssumptions(work),
      sameWork: sameWorkIn(sold),
      ranking,
    });
  } else printEstimate(out, estimateOf(sold, work, model, cheapestCandidates));
  out.text(after);
  return out.end();
}
