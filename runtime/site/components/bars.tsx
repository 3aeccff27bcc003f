/** Amounts as bars, each with its value as text. */
import type { ComponentChildren } from 'preact';

interface BarRow {
  name: ComponentChildren;
  /** Sets the length of the bar. */
  amount: number;
  /** The amount as text. */
  value: string;
  /** The CSS class of its colour. */
  hue: string;
}

interface Amounts {
  rows: readonly BarRow[];
  /** The amount of a full bar. */
  most: number;
}

export const Bars = ({ rows, most }: Amounts) => (
  <dl class="bars">
    {rows.map(({ name, amount, value, hue }, index) => (
      <div key={index}>
        <dt>{name}</dt>
        <dd>
          <svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
            <rect class={hue} width={most > 0 ? Math.min(100, (100 * amount) / most) : 0} height="8" />
          </svg>
          <span class="value">{value}</span>
        </dd>
      </div>
    ))}
  </dl>
);
