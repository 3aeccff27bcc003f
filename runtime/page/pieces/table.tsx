/** What is wider than a small screen scrolls by itself, and can be reached by keyboard for that. */
import type { ComponentChildren } from 'preact';

interface Scrolling {
  /** What a screen reader says of it. */
  label: string;
  children: ComponentChildren;
}

export const Scroll = ({ label, children }: Scrolling) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: without a place in the order of tabs nobody scrolls it by keyboard
  <section class="scroll" tabIndex={0} aria-label={label}>
    {children}
  </section>
);

interface Tabular {
  /** What a screen reader says of it. */
  label: string;
  caption?: string;
  /** Heads of its columns: those with text come first. '' is none. */
  texts: readonly string[];
  numbers: readonly string[];
  /** A cell for each column, of which the first names the row. */
  rows: readonly { key: string | number; cells: readonly ComponentChildren[] }[];
  /** The last row: its name, which is as wide as the columns that are left, and cells of the last columns. */
  foot?: readonly string[];
}

/** A table whose rows are cards on a small screen: each cell has the head of its column beside it. */
export const Table = ({ label, caption, texts, numbers, rows, foot }: Tabular) => {
  const heads = [...texts, ...numbers];
  const classOf = (column: number) => (column < texts.length ? undefined : 'num');
  /** A row whose name is as wide as the columns for which it has no cell. */
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
