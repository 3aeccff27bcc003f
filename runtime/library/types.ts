/**
 * The types of the library and of the client. In the package they are written out in full (`dist/types.d.ts`, generated
 * by build/package/declarations.ts from the same schemas), so that a user needs no other package for them.
 */
export type { Change } from '../core/api/schemas/change-schema.ts';
export type { EstimateRequest } from '../core/api/schemas/estimate-request-schema.ts';
export type { Estimate } from '../core/api/schemas/estimate-schema.ts';
export type { DatasetMeta, Meta } from '../core/api/schemas/meta-schemas.ts';
export type { Model, ModelDetail } from '../core/api/schemas/model-schemas.ts';
export type { PublishedPreset } from '../core/api/schemas/preset-schema.ts';
export type { Provider } from '../core/api/schemas/provider-schema.ts';
export type { Ranking } from '../core/api/schemas/ranking-schema.ts';
export type { DatedPrice } from '../core/dataset/files/dated-price.ts';
export type { Explanation } from '../core/explain/explanation-shape.ts';
export type { Board as MeasuredBoard, BoardSummary as MeasuredBoardSummary } from '../core/measured/board-shapes.ts';
export type { Offer } from '../core/offers/offer-shapes.ts';
export type { Overlay } from '../core/overlay/overlay-shape.ts';
export type { Call, PricedCall, PricedCalls } from '../core/price/price-shapes.ts';
