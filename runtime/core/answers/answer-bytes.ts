/** The answer to a POST as UTF-8: the text of `success(jsonText(answer(...)), meta)`, without an object per row. */

import type { Catalog } from '../dataset/catalog.ts';
import { type Work, workOf } from '../model/bill.ts';
import { type Encoded, encoded, JsonWriter, jsonText } from '../values/json-text.ts';
import { memoize } from '../values/memoize.ts';
import { estimateOf } from './estimate.ts';
import { metaOf } from './meta.ts';
import { aboutRanking, type ModelFacts, modelFactsOf, visitRows } from './ranking.ts';
import type { ResolvedRequest } from './resolved-request.ts';

/** Shared by all answers: writing is synchronous. */
const out = new JsonWriter();

export function answerBytes(catalog: Catalog, { sold, preset, model, compare, workflow }: ResolvedRequest): Uint8Array {
  const work = workOf(preset, workflow);
  out.begin();
  out.raw(dataStart);
  if (compare) writeRanking(out, sold, work);
  else out.value(estimateOf(sold, work, model));
  out.raw(metaText(catalog));
  return out.end();
}

const dataStart = encoded('{"data":');
const metaText = memoize((catalog: Catalog) => encoded(`,"meta":${jsonText(metaOf(catalog))}}\n`));

/** The text before each value of a row, encoded once. */
const before = {
  rank: encoded('{"rank":'),
  costPerTask: encoded('"costPerTask":'),
  costPerSuccessfulTask: encoded(',"costPerSuccessfulTask":'),
  monthlySpend: encoded(',"monthlySpend":'),
  wastePerTask: encoded(',"waste":{"costPerTask":'),
  wasteMonthly: encoded(',"monthly":'),
  wastePct: encoded(',"pct":'),
  toolFees: encoded('},"toolFees":'),
  multipleOfCheapest: encoded(',"multipleOfCheapest":'),
  fitsContext: encoded(',"fitsContext":'),
  effortBasis: encoded(',"effortBasis":'),
};
const [start, rowEnd, comma, end] = ['[', '}', ',', ']'].map(encoded) as [Encoded, Encoded, Encoded, Encoded];

/** Writes what `rankingOf` returns. */
function writeRanking(out: JsonWriter, catalog: Catalog, work: Work): void {
  const facts = factsTexts(modelFactsOf(catalog, work));
  const ranking = (out: JsonWriter): void => {
    out.raw(start);
    visitRows(catalog, work, (row, i) => {
      if (row.rank > 1) out.raw(comma);
      out.raw(before.rank);
      out.number(row.rank);
      out.raw(facts[i] as Encoded);
      out.raw(before.costPerTask);
      out.number(row.costPerTask);
      out.raw(before.costPerSuccessfulTask);
      out.number(row.costPerSuccessfulTask);
      out.raw(before.monthlySpend);
      out.number(row.monthlySpend);
      out.raw(before.wastePerTask);
      out.number(row.wastePerTask);
      out.raw(before.wasteMonthly);
      out.number(row.wasteMonthly);
      out.raw(before.wastePct);
      out.number(row.wastePct);
      out.raw(before.toolFees);
      out.number(row.toolFees);
      out.raw(before.multipleOfCheapest);
      out.number(row.multipleOfCheapest);
      out.raw(before.fitsContext);
      out.value(row.fitsContext);
      out.raw(before.effortBasis);
      out.value(row.effortBasis);
      out.raw(rowEnd);
    });
    out.raw(end);
  };
  out.value({ ...aboutRanking(catalog, work), ranking });
}

/** A model's facts are the same in every ranking: they are printed once. */
const factsTexts = memoize((models: readonly ModelFacts[]) =>
  models.map((facts) => encoded(`,${jsonText(facts).slice(1, -1)},`)),
);
