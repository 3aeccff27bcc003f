/**
 * The types of the library and of the client. In the package they are written out in full (`dist/types.d.ts`, made by
 * build/output/declarations.ts from the same schemas), so that a user needs no other package for them.
 */
export type {
  Change,
  DatasetMeta,
  Estimate,
  EstimateRequest,
  Meta,
  Model,
  ModelDetail,
  Provider,
  PublishedPreset,
  Ranking,
} from '../core/api/schemas.ts';
export type { DatedPrice } from '../core/dataset/files/dated-price.ts';
export type { Explanation } from '../core/explain/explanation-shape.ts';
export type { Board as MeasuredBoard, BoardSummary as MeasuredBoardSummary } from '../core/measured/board-shapes.ts';
export type { Offer } from '../core/offers/offer-shapes.ts';
export type { Overlay } from '../core/overlay/overlay-shape.ts';
export type { Call, PricedCall, PricedCalls } from '../core/price/price-shapes.ts';
