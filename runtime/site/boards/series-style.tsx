/** How a provider looks in a picture: a colour and a shape, so that colour is never the only cue. */
import type { BoardRow, BoardView } from './board-views.ts';

/** The style of a row's provider; null: the dataset does not have it. */
export const styleOf = ({ providerIndex }: Pick<BoardRow, 'providerIndex'>, { providers }: BoardView): number | null =>
  providers[providerIndex]?.style ?? null;

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

/** The class that sets the colour of a provider; `style` as in BoardProvider. */
export const hueClass = (style: number | null): string => (style === null ? 'hue-rest' : `hue-${(style % hues) + 1}`);

const outlineOf = (style: number | null): string =>
  style === null ? shapes[0] : (shapes[style % shapes.length] as string);

interface MarkProps {
  style: number | null;
  x: number;
  y: number;
  /** Relative to the usual size. */
  size: number;
  /** For dollars as recorded, at the prices of the day. */
  hollow: boolean;
  /** The tooltip. */
  title: string;
}

/** A mark in a picture. */
export const Mark = ({ style, x, y, size, hollow, title }: MarkProps) => (
  <path
    class={hollow ? 'mark hollow' : 'mark'}
    transform={`translate(${at(x)} ${at(y)})${size === 1 ? '' : ` scale(${size})`}`}
    d={outlineOf(style)}
  >
    <title>{title}</title>
  </path>
);

/** The mark of a provider in running text, next to its name. */
export const Swatch = ({ style }: { style: number | null }) => (
  <svg class={`swatch ${hueClass(style)}`} viewBox="-7 -7 14 14" width="14" height="14" aria-hidden="true">
    <path class="mark" d={outlineOf(style)} />
  </svg>
);

/** A coordinate with one decimal, which is less than a pixel. */
export const at = (coordinate: number): string => String(Math.round(coordinate * 10) / 10);
