/**
 * Scales of a chart, the position of a value and the round values at the ticks; and the axes of dollars (across, log)
 * against a share solved (up).
 */
import { percentSign } from '../formatting.ts';
import { tickText } from './formatting.ts';
import { at } from './series-style.tsx';

interface Axes {
  /** Edges of the plot, and the height on which the dollars stand. */
  plot: { left: number; right: number; top: number; bottom: number; below: number };
  x: Scale;
  y: Scale;
}

export const Axes = ({ plot: { left, right, top, bottom, below }, x, y }: Axes) => (
  <g class="scale">
    {y.ticks.map((tick) => (
      <g key={tick}>
        <path class="gridline" d={`M${left} ${at(y.at(tick))}H${right}`} />
        <text class="tick" x={left - 6} y={at(y.at(tick) + 4)} text-anchor="end">
          {Math.round(tick * 100)}
          {percentSign}
        </text>
      </g>
    ))}
    {x.ticks.map((tick) => (
      <g key={tick}>
        <path class="gridline" d={`M${at(x.at(tick))} ${top}V${bottom}`} />
        <text class="tick" x={at(x.at(tick))} y={below} text-anchor={x.at(tick) > right - 12 ? 'end' : 'middle'}>
          {tickText(tick)}
        </text>
      </g>
    ))}
  </g>
);

export interface Scale {
  /** Position of a value, in the units of the chart. */
  at(value: number): number;
  ticks: readonly number[];
}

/** Equal steps; ticks are whole multiples of `step` within the domain. */
export function linearScale([low, high]: Range, [from, to]: Range, step: number): Scale {
  const ticks: number[] = [];
  for (let tick = Math.ceil(low / step - 1e-9); tick * step <= high + step * 1e-9; tick++) ticks.push(tick * step);
  return { at: (value) => from + ((value - low) / (high - low)) * (to - from), ticks };
}

/** Leading digits of the ticks of a log axis, the fewest first. */
const digits = [
  [1],
  [1, 2, 5],
  [1, 1.5, 2, 3, 5, 7],
  [1, 2, 3, 4, 5, 6, 7, 8, 9],
  Array.from({ length: 90 }, (_, index) => (index + 10) / 10),
] as const;

/**
 * Equal ratios. Ticks have round leading digits such as 1, 2 and 5: as many as fit `apart` from one another, and at
 * least two. Values and bounds are above 0.
 */
export function logScale([low, high]: Range, [from, to]: Range, apart: number): Scale {
  const span = Math.log10(high / low);
  const at = (value: number): number => from + (Math.log10(value / low) / span) * (to - from);
  const choices = digits.map((steps) => ticksWithin(steps, low, high)).filter((ticks) => ticks.length >= 2);
  const isClear = (ticks: readonly number[]): boolean =>
    ticks.every((tick, index) => index === 0 || at(tick) - at(ticks[index - 1] as number) >= apart);
  return { at, ticks: choices.findLast(isClear) ?? choices[0] ?? [] };
}

type Range = readonly [number, number];

function ticksWithin(steps: readonly number[], low: number, high: number): number[] {
  const ticks: number[] = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power++) {
    // By way of text, because 3 * 10 ** -1 is not 0.3.
    for (const step of steps) ticks.push(Number(`${step}e${power}`));
  }
  return ticks.filter((tick) => tick >= low * (1 - 1e-9) && tick <= high * (1 + 1e-9));
}
