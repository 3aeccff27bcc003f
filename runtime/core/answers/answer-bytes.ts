/** The answer to a POST as UTF-8: the text of `success(jsonText(answer(...)), meta)`, without an object per row. */

import type { Catalog } from '../dataset/catalog.ts';
import { type Work, workOf } from '../model/work.ts';
import { type Encoded, encoded, JsonWriter, jsonText } from '../values/json-text.ts';
import { memoize } from '../values/memoize.ts';
import { estimateOf } from './estimate.ts';
import { metaOf } from './meta.ts';
import { aboutRanking, type ModelFacts, modelFactsOf, rankedRows } from './ranking.ts';
import type { ResolvedRequest } from './resolved-request.ts';

/** Shared by all answers: writing is synchronous. */
const out = new JsonWriter();

export function answerBytes(catalog: Catalog, asked: ResolvedRequest): Uint8Array {
  const { sold, preset, model, compare, workflow, given, fittedTo } = asked;
  const work = workOf(preset, workflow, given, fittedTo);
  out.begin();
  out.raw(dataStart);
  if (compare) writeRanking(out, sold, work);
  else out.value(estimateOf(sold, work, model));
  out.raw(metaText(catalog));
  return out.end();
}

const dataStart = encoded('{"data":');
const metaText = memoize((catalog: Catalog) => encoded(`,"meta":${jsonText(metaOf(catalog))}}\n`));

const [rowStart, rowEnd] = ['{"rank":', '}'].map(encoded) as [Encoded, Encoded];
const [start, comma, end] = ['[', ',', ']'].map(encoded) as [Encoded, Encoded, Encoded];

/** Writes what `rankingOf` returns. */
function writeRanking(out: JsonWriter, catalog: Catalog, work: Work): void {
  const texts = factsTexts(modelFactsOf(catalog, work));
  const ranking = (out: JsonWriter): void => {
    out.raw(start);
    for (const { rank, facts, figures } of rankedRows(catalog, work)) {
      if (rank > 1) out.raw(comma);
      out.raw(rowStart);
      out.number(rank);
      out.raw(texts.get(facts) as Encoded);
      out.members(figures);
      out.raw(rowEnd);
    }
    out.raw(end);
  };
  out.value({ ...aboutRanking(catalog, work), ranking });
}

/** A model's facts are the same in every ranking: they are printed once. */
const factsTexts = memoize(
  (models: readonly ModelFacts[]) =>
    new Map(models.map((facts) => [facts, encoded(`,${jsonText(facts).slice(1, -1)}`)])),
);
