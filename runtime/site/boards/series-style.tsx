/** How a provider looks in a picture: a colour and a shape, so that colour is never the only cue. */
import type { BoardRow, BoardView } from './board-views.ts';

/** The style of a row's provider; null: the dataset does not have it. */
export const styleOf = ({ providerIndex }: Pick<BoardRow, 'providerIndex'>, { providers }: BoardView): number | null =>
  providers[providerIndex]?.style ?? null;

/** Colours in the style sheets: --data-1 and so on. */
const hues = 12;

/** Outlines around 0, 0, of similar area: a maker has one of its own, so it is told apart without colour. */
const shapes = [
  'M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0Z',
  'M-4 -4H4V4H-4Z',
  'M0 -5.2L5 4H-5Z',
  'M0 -5.6L5.6 0L0 5.6L-5.6 0Z',
  'M0 5.2L5 -4H-5Z',
  'M-1.8 -5.4H1.8V-1.8H5.4V1.8H1.8V5.4H-1.8V1.8H-5.4V-1.8H-1.8Z',
  'M0 -6L1.6 -2.2L5.7 -1.9L2.6 0.8L3.5 4.9L0 2.7L-3.5 4.9L-2.6 0.8L-5.7 -1.9L-1.6 -2.2Z',
  'M-5 -2.5L-2.5 -5L0 -2.5L2.5 -5L5 -2.5L2.5 0L5 2.5L2.5 5L0 2.5L-2.5 5L-5 2.5L-2.5 0Z',
  'M-6 -2.4H6V2.4H-6Z',
  'M-4 -5L5.2 0L-4 5Z',
  'M-2.4 -6H2.4V6H-2.4Z',
  'M-5.8 2.8A5.8 5.8 0 0 1 5.8 2.8Z',
] as const;
/** Of models that the dataset does not have. */
const otherShape = 'M-4.5 -5H4.5L-4.5 5H4.5Z';

/** The class that sets the colour of a provider; `style` as in BoardProvider. */
export const hueClass = (style: number | null): string => (style === null ? 'hue-rest' : `hue-${(style % hues) + 1}`);

const outlineOf = (style: number | null): string =>
  style === null ? otherShape : (shapes[style % shapes.length] as string);

interface MarkProps {
  style: number | null;
  x: number;
  y: number;
  /** Relative to the usual size. */
  size: number;
  /** For dollars as recorded, at the prices of the day. */
  hollow: boolean;
}

/** A mark in a picture. */
export const Mark = ({ style, x, y, size, hollow }: MarkProps) => (
  <path
    class={hollow ? 'mark hollow' : 'mark'}
    transform={`translate(${at(x)} ${at(y)})${size === 1 ? '' : ` scale(${size})`}`}
    d={outlineOf(style)}
  />
);

/** The mark of a provider in running text, next to its name. */
export const Swatch = ({ style }: { style: number | null }) => (
  <svg class={`swatch ${hueClass(style)}`} viewBox="-7 -7 14 14" width="14" height="14" aria-hidden="true">
    <path class="mark" d={outlineOf(style)} />
  </svg>
);

/** A coordinate with one decimal, which is less than a pixel. */
export const at = (coordinate: number): string => String(Math.round(coordinate * 10) / 10);
