/** The answer to a POST as UTF-8: the text of `success(jsonText(answer(...)), meta)`, without an object per row. */

import type { Catalog } from '../dataset/catalog.ts';
import { type Work, workFor } from '../model/work.ts';
import { type Encoded, encoded, JsonWriter, jsonText } from '../values/json-text.ts';
import { memoize } from '../values/memoize.ts';
import { adviceFor, estimateFor } from './answer.ts';
import { metaOf } from './meta.ts';
import { ranked } from './ranking.ts';
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

const [rowStart, notMeasured, rowEnd] = ['{"rank":', ',"measured":null', '}'].map(encoded) as [
  Encoded,
  Encoded,
  Encoded,
];
const [start, comma, end] = ['[', ',', ']'].map(encoded) as [Encoded, Encoded, Encoded];

/** Writes what `rankingOf` returns. */
function writeRanking(out: JsonWriter, { sold, model, sort, top }: ResolvedRequest, work: Work): void {
  const { about, rows } = ranked(sold, work, model, sort);
  const ranking = (out: JsonWriter): void => {
    out.raw(start);
    const shown = Math.min(top, rows.length);
    for (let place = 0; place < shown; place++) {
      const { facts, measured, figures } = rows[place] as (typeof rows)[number];
      if (place > 0) out.raw(comma);
      out.raw(rowStart);
      out.number(place + 1);
      out.raw(membersText(facts));
      out.raw(measured === null ? notMeasured : measuredText(measured));
      out.members(figures);
      out.raw(rowEnd);
    }
    out.raw(end);
  };
  out.value({ ...about, ranking });
}

/** What is the same in every ranking is printed once. */
const membersText = memoize((facts: object) => encoded(`,${jsonText(facts).slice(1, -1)}`));
const measuredText = memoize((measured: object) => encoded(`,"measured":${jsonText(measured)}`));
