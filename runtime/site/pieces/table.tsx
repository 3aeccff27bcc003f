/** Content wider than a small screen scrolls within its own region, by keyboard too. */
import type { ComponentChildren } from 'preact';

interface Scrolling {
  /** Its name for screen readers. */
  label: string;
  children: ComponentChildren;
}

export const Scroll = ({ label, children }: Scrolling) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: it must be focusable to scroll by keyboard
  <section class="scroll" tabIndex={0} aria-label={label}>
    {children}
  </section>
);

interface Tabular {
  /** Its name for screen readers. */
  label: string;
  caption?: string;
  /** Column heads, text columns first. '': no head. */
  texts: readonly string[];
  numbers: readonly string[];
  /** A cell for each column; the first names the row. */
  rows: readonly { key: string | number; cells: readonly ComponentChildren[] }[];
  /** The last row: its name, which spans the remaining columns, and cells for the last columns. */
  foot?: readonly string[];
}

/** A table whose rows become cards on a small screen, with each column head next to its cell. */
export const Table = ({ label, caption, texts, numbers, rows, foot }: Tabular) => {
  const heads = [...texts, ...numbers];
  const classOf = (column: number) => (column < texts.length ? undefined : 'num');
  /** A row whose name spans the columns it has no cell for. */
  const row = ([name, ...cells]: readonly ComponentChildren[]) => {
    const from = heads.length - cells.length;
    return (
      <>
        <th scope="row" class={classOf(0)} colSpan={from > 1 ? from : undefined}>
          {name}
        </th>
        {cells.map((cell, index) => (
          <td key={heads[from + index]} class={classOf(from + index)} data-label={heads[from + index]}>
            {cell}
          </td>
        ))}
      </>
    );
  };
  return (
    <Scroll label={label}>
      <table class="cards">
        {caption && <caption>{caption}</caption>}
        <thead>
          <tr>
            {heads.map((head, column) =>
              head === '' ? (
                <td key={head} />
              ) : (
                <th key={head} scope="col" class={classOf(column)}>
                  {head}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>{row(cells)}</tr>
          ))}
        </tbody>
        {foot && (
          <tfoot>
            <tr>{row(foot)}</tr>
          </tfoot>
        )}
      </table>
    </Scroll>
  );
};
