/** The shapes of each route, by its id: what a GET has in `data`, and the JSON body of a POST. */

import { advice } from '../../core/answers/schemas/advice-schema.ts';
import { change } from '../../core/answers/schemas/change-schema.ts';
import { estimate } from '../../core/answers/schemas/estimate-schema.ts';
import { metaData } from '../../core/answers/schemas/meta-schemas.ts';
import { model, modelDetail } from '../../core/answers/schemas/model-schemas.ts';
import { plan } from '../../core/answers/schemas/plan-schema.ts';
import { preset } from '../../core/answers/schemas/preset-schema.ts';
import { provider } from '../../core/answers/schemas/provider-schema.ts';
import { ranking } from '../../core/answers/schemas/ranking-schema.ts';
import { board, boardSummary } from '../../core/schemas/board-schemas.ts';
import { adviceRequest, estimateRequest } from '../../core/schemas/estimate-request-schema.ts';
import { offer } from '../../core/schemas/offer-schema.ts';
import { arrayOf } from '../../core/schemas/shape.ts';

interface RouteSchemas {
  data: object;
  body?: object;
}

const schemas = new Map<string, RouteSchemas>([
  ['meta', { data: metaData }],
  ['providers', { data: arrayOf(provider) }],
  ['models', { data: arrayOf(model) }],
  ['model', { data: modelDetail }],
  ['offers', { data: arrayOf(offer) }],
  ['presets', { data: arrayOf(preset) }],
  ['estimate', { data: { oneOf: [estimate, ranking] }, body: estimateRequest }],
  ['advice', { data: advice, body: adviceRequest }],
  ['measured', { data: arrayOf(boardSummary) }],
  ['board', { data: board }],
  ['plans', { data: arrayOf(plan) }],
  ['plan', { data: plan }],
  ['changes', { data: arrayOf(change) }],
]);

/** Those of the route with this id. */
export function schemasOf({ id }: { id: string }): RouteSchemas {
  const found = schemas.get(id);
  if (found === undefined) throw new Error(`the route ${id} has no schema`);
  return found;
}
