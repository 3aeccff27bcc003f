/** The axes of a picture of dollars (across, log) against a share solved (up). */
import { percentSign } from '../formatting.ts';
import { tickText } from './formatting.ts';
import type { Scale } from './scales.ts';
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
