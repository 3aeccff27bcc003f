/** A reconciliation as one HTML file. */
import { markup as html, type Markup } from '../../core/values/markup.ts';
import { type HtmlCell, type HtmlOptions, htmlPage, htmlTable } from '../report/report-html.ts';
import type { Reconciliation } from './reconcile.ts';
import { classHead, classRow, headlineOf, remarksOf, rowCells, rowHead, widestRows } from './reconcile-text.ts';

/** Numbers to the right: the columns of dollars and of calls, from the given ones on. */
const numbers = (cells: readonly (string | number | null)[], first: number, last: number): HtmlCell[] =>
  cells.map((cell, at) => (cell !== null && at >= first && at <= last ? { number: String(cell) } : (cell as HtmlCell)));

export function reconcileHtml(made: Reconciliation, { files, top, sha256 }: HtmlOptions): string {
  const rows = widestRows(made, top);
  return htmlPage({
    title: 'Invoice and logs',
    header: html`<h1>${headlineOf(made)}</h1>${remarksOf(made).map((text) => paragraph(text))}`,
    main: html`
<section>
<h2>Where the dollars are</h2>${htmlTable(
      'Classes',
      [...classHead, 'what it is'],
      made.classes.map((one) => [...numbers(classRow(one), 1, 4), one.meaning]),
    )}
</section>${
      rows.length === 0
        ? ''
        : html`
<section>
<h2>Where they differ most</h2>${htmlTable(
            'Differences',
            rowHead,
            rows.map((row) => numbers(rowCells(row), 3, 5)),
          )}
</section>`
    }${
      made.overlay === null
        ? ''
        : html`
<section>
<h2>A constant discount explains a part</h2>${paragraph(JSON.stringify(made.overlay))}
</section>`
    }`,
    ...{ datasetVersion: made.datasetVersion, files, sha256 },
  });
}

const paragraph = (text: string): Markup => html`
<p>${text}</p>`;
