/**
 * The types of the library and of the client. In the package they are written out in full (`dist/types.d.ts`, generated
 * by build/package/declarations.ts from the same schemas), so that a user needs no other package for them.
 */
export type { Advice } from '../core/answers/schemas/advice-schema.ts';
export type { Change } from '../core/answers/schemas/change-schema.ts';
export type { Estimate } from '../core/answers/schemas/estimate-schema.ts';
export type { ExpectedCall, ExpectedCalls } from '../core/answers/schemas/expected-calls-schema.ts';
export type { Explanation } from '../core/answers/schemas/explanation-schema.ts';
export type { DatasetMeta, Meta } from '../core/answers/schemas/meta-schemas.ts';
export type { Model, ModelDetail } from '../core/answers/schemas/model-schemas.ts';
export type { Plan } from '../core/answers/schemas/plan-schema.ts';
export type { PublishedPreset } from '../core/answers/schemas/preset-schema.ts';
export type { Provider } from '../core/answers/schemas/provider-schema.ts';
export type { Ranking } from '../core/answers/schemas/ranking-schema.ts';
export type { Board as MeasuredBoard, BoardSummary as MeasuredBoardSummary } from '../core/schemas/board-schemas.ts';
export type { DatedPrice } from '../core/schemas/data-files/dated-price.ts';
export type { Overlay } from '../core/schemas/data-files/overlay-file.ts';
export type { EstimateRequest } from '../core/schemas/estimate-request-schema.ts';
export type { SessionForecast } from '../core/schemas/forecast-schemas.ts';
export type { Offer } from '../core/schemas/offer-schema.ts';
export type { Call, PricedCall, PricedCalls } from '../core/schemas/priced-call-schemas.ts';
