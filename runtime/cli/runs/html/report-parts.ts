/** Tables and charts of the HTML report. Every value is escaped by the markup. */
import { markup as html, type Markup } from '../../../core/values/markup.ts';
import type { ReportCell } from '../report-tables.ts';

/** Numbers are right-aligned; markup is inserted as it is. */
export type HtmlCell = ReportCell | Markup;

/** A table whose first column names its rows. */
export const htmlTable = (label: string, head: readonly string[], rows: readonly HtmlCell[][]): Markup => html`
<section class="scroll" aria-label="${label}" tabindex="0">
<table>
<thead><tr>${head.map((name, column) => headCell(name, isNumber(rows[0]?.[column])))}</tr></thead>
<tbody>${rows.map(
  ([name = null, ...cells]) => html`
<tr><th scope="row">${name ?? '–'}</th>${cells.map(bodyCell)}</tr>`,
)}
</tbody>
</table>
</section>`;

const isNumber = (cell: HtmlCell | undefined): boolean => typeof cell === 'object' && cell !== null && 'number' in cell;

const headCell = (name: string, toTheRight: boolean): Markup =>
  toTheRight ? html`<th scope="col" class="number">${name}</th>` : html`<th scope="col">${name}</th>`;

function bodyCell(cell: HtmlCell): Markup {
  if (cell === null) return html`<td class="number">–</td>`;
  if (typeof cell === 'object' && 'number' in cell) return html`<td class="number">${cell.number}</td>`;
  return html`<td>${cell}</td>`;
}

/** A bar next to its value: the value is in the table, so the picture needs no label. */
export const bar = (part: number): Markup =>
  html`<svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect y="2" width="${percentOf(part)}" height="6"/></svg>`;

/** Columns over time; the table below has their values. */
export function columnsChart(label: string, values: readonly number[], first: string, last: string): Markup {
  const largest = Math.max(...values);
  const bars = values.map((value, index) => {
    const height = largest === 0 ? 0 : percentOf(value / largest);
    return html`<rect x="${index * 10 + 1}" y="${100 - height}" width="8" height="${height}"/>`;
  });
  return html`
<svg class="days" viewBox="0 0 ${values.length * 10} 100" preserveAspectRatio="none" role="img" aria-label="${label}">${bars}</svg>
<p class="ends"><span>${first}</span><span>${last}</span></p>`;
}

/** With two decimals; positive values are large enough to see. */
const percentOf = (part: number): number => (part > 0 ? Math.max(0.5, Math.round(part * 10_000) / 100) : 0);
