/** How a provider looks in a picture: a colour and a shape, so that colour is never the only cue. */
import { type Markup, markup } from '../../core/values/markup.ts';
import type { BoardRow, BoardView } from './board-view.ts';

/** The look of a row's provider; null: the dataset does not have it. */
export const lookOf = ({ providerIndex }: Pick<BoardRow, 'providerIndex'>, { providers }: BoardView): number | null =>
  providers[providerIndex]?.look ?? null;

/** Colours in the style sheet: --data-1 and so on. */
const hues = 6;

/** Outlines around 0, 0, of similar area. Five shapes in six colours distinguish thirty providers. */
const shapes = [
  'M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0Z',
  'M-4 -4H4V4H-4Z',
  'M0 -5.2L5 4H-5Z',
  'M0 -5.6L5.6 0L0 5.6L-5.6 0Z',
  'M0 5.2L5 -4H-5Z',
] as const;

/** The class that sets the colour of a provider; `look` as in BoardProvider. */
export const hueClass = (look: number | null): string => (look === null ? 'hue-rest' : `hue-${(look % hues) + 1}`);

const outlineOf = (look: number | null): string =>
  look === null ? shapes[0] : (shapes[look % shapes.length] as string);

/** Where a mark is, and its size relative to the usual one. */
export interface MarkPlace {
  x: number;
  y: number;
  size: number;
}

/** A mark with `title` as its tooltip. Hollow: dollars as recorded, at the prices of the day. */
export const mark = (look: number | null, { x, y, size }: MarkPlace, hollow: boolean, title: string): Markup =>
  markup`<path class="mark${hollow ? ' hollow' : ''}" transform="translate(${at(x)} ${at(y)})${size === 1 ? '' : ` scale(${size})`}" d="${outlineOf(look)}"><title>${title}</title></path>`;

/** The mark of a provider in running text, next to its name. */
export const swatch = (look: number | null): Markup =>
  markup`<svg class="swatch ${hueClass(look)}" viewBox="-7 -7 14 14" width="14" height="14" aria-hidden="true"><path class="mark" d="${outlineOf(look)}"/></svg>`;

/** A coordinate with one decimal, which is less than a pixel. */
export const at = (coordinate: number): string => String(Math.round(coordinate * 10) / 10);
