/** The answer to a POST as UTF-8: the text of `success(jsonText(answer(...)), meta)`, without an object per row. */

import type { Catalog, CatalogModel } from '../dataset/catalog.ts';
import type { PricedModels } from '../dataset/terms.ts';
import { perMonth, perSuccess } from '../model/bill.ts';
import { effortOn, type Work, workFor } from '../model/work.ts';
import { type Encoded, encoded, JsonWriter, jsonText } from '../values/json-text.ts';
import { memoize } from '../values/memoize.ts';
import { adviceFor, estimateFor } from './answer.ts';
import type { OfModels } from './measured-of-models.ts';
import { metaOf } from './meta.ts';
import { modelFactsOf, type Placing, placingOf } from './ranking.ts';
import type { ResolvedRequest } from './resolved-request.ts';

/** Shared by all answers: writing is synchronous. */
const out = new JsonWriter();

export const answerBytes = (catalog: Catalog, asked: ResolvedRequest): Uint8Array =>
  bytesOf(catalog, () => {
    if (asked.compare) writeRanking(out, asked, workFor(asked));
    else out.value(estimateFor(asked));
  });

export const adviceBytes = (catalog: Catalog, asked: ResolvedRequest): Uint8Array =>
  bytesOf(catalog, () => out.value(adviceFor(asked)));

function bytesOf(catalog: Catalog, write: () => void): Uint8Array {
  out.begin();
  out.raw(dataStart);
  write();
  out.raw(metaText(catalog));
  return out.end();
}

const dataStart = encoded('{"data":');
const metaText = memoize((catalog: Catalog) => encoded(`,"meta":${jsonText(metaOf(catalog))}}\n`));

const label = {
  costPerSuccessfulTask: encoded(',"costPerSuccessfulTask":'),
  monthlySpend: encoded(',"monthlySpend":'),
  toolFees: encoded(',"toolFees":'),
  fits: encoded(',"fits":'),
  costPerSolvedTask: encoded(',"costPerSolvedTask":'),
};
const effortBasis = { measured: encoded(',"effortBasis":"measured"'), median: encoded(',"effortBasis":"median"') };
const [start, end] = [encoded('['), encoded('}]')];

/** Writes what `rankingOf` returns. */
function writeRanking(out: JsonWriter, { sold, model, sort, top }: ResolvedRequest, work: Work): void {
  const placing = placingOf(sold, work, model, sort, top);
  const { about, market, costs, order, costPerSolvedTask } = placing;
  const { models } = market;
  const texts = textsOf(placing);
  const ranking = (out: JsonWriter): void => {
    out.raw(start);
    for (let place = 0; place < order.length; place++) {
      const i = order[place] as number;
      const costPerTask = costs.costPerTask[i] as number;
      out.raw(rankText(place));
      out.raw(texts[i] as Encoded);
      out.number(costPerTask);
      out.raw(label.costPerSuccessfulTask);
      out.number(perSuccess(costPerTask, work.failureShare) ?? Number.NaN);
      out.raw(label.monthlySpend);
      out.number(perMonth(costPerTask, work.workflow));
      out.raw(label.toolFees);
      out.number(costs.toolFees[i] as number);
      out.raw(label.fits);
      out.number(costs.fits[i] as number);
      const solved = costPerSolvedTask?.(models[i] as CatalogModel);
      if (solved !== undefined) {
        out.raw(label.costPerSolvedTask);
        out.number(solved);
      }
      const effort = effortOn(work, models[i] as CatalogModel);
      if (effort !== null) out.raw(effortBasis[effort.basis]);
    }
    out.raw(end);
  };
  out.value({ ...about, ranking });
}

/** The end of the row before, and the rank of the one at a place. */
function rankText(place: number): Encoded {
  rankTexts[place] ??= encoded(`${place === 0 ? '' : '},'}{"rank":${place + 1}`);
  return rankTexts[place];
}
const rankTexts: Encoded[] = [];

/** What is the same of a model in every ranking with these prices and boards, up to its first figure. */
const textsOf = ({ market, measured }: Placing): readonly Encoded[] => {
  const known = textsIn(market);
  let texts = known.get(measured);
  if (texts === undefined) {
    texts = modelFactsOf(market).map((facts) => {
      const constant = { ...facts, measured: measured.get(facts.modelId) ?? null };
      return encoded(`,${jsonText(constant).slice(1, -1)},"costPerTask":`);
    });
    known.set(measured, texts);
  }
  return texts;
};
const textsIn = memoize((_: PricedModels) => new WeakMap<OfModels, readonly Encoded[]>());
