import { type HTMLElement, type Node, NodeType } from 'node-html-parser';
import {
  type Block,
  type Cell,
  cell,
  emptyCell,
  fold,
  footnoteMarks,
  type Grid,
  isFootnoteMark,
  type Link,
} from './cell.ts';

const blocks = new Set(['div', 'p', 'li', 'ul', 'ol', 'tr', 'section', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

export function tagOf(node: HTMLElement): string {
  return (node.rawTagName ?? '').toLowerCase();
}

export function elements(node: HTMLElement): HTMLElement[] {
  return node.childNodes.filter((child): child is HTMLElement => child.nodeType === NodeType.ELEMENT_NODE);
}

/** Whether an element is struck out by its tag, its style or the usual class: pages use all three. */
function isStruck(node: HTMLElement): boolean {
  if (['del', 's', 'strike'].includes(tagOf(node))) return true;
  if (/line-through/i.test(node.getAttribute('style') ?? '')) return true;
  return /(^|\s)(line-through|strikethrough)(\s|$)/i.test(node.getAttribute('class') ?? '');
}

/** Whether an element is not shown: text for screen readers next to a price would be read twice. */
function isHidden(node: HTMLElement): boolean {
  if (['script', 'style', 'template', 'svg', 'noscript'].includes(tagOf(node))) return true;
  if (/(^|;)\s*display:\s*none/i.test(node.getAttribute('style') ?? '')) return true;
  return /(^|\s)sr-only(\s|$)/.test(node.getAttribute('class') ?? '');
}

/** What a reader sees in an element, split into lines, struck-out parts, footnote marks and links. */
export function htmlCell(root: HTMLElement): Cell {
  let text = '';
  const struck: string[] = [];
  const refs: string[] = [];
  const links: Link[] = [];
  const walk = (node: Node): void => {
    if (node.nodeType === NodeType.TEXT_NODE) {
      text += node.text.replace(/\s+/g, ' ');
      return;
    }
    if (node.nodeType !== NodeType.ELEMENT_NODE) return;
    const element = node as HTMLElement;
    const tag = tagOf(element);
    if (element !== root && isHidden(element)) return;
    if (isStruck(element)) {
      struck.push(fold(element.textContent));
      text += ' ';
      return;
    }
    if (tag === 'sup' && isFootnoteMark(element.textContent)) {
      refs.push(...footnoteMarks(element.textContent));
      return;
    }
    if (tag === 'br') text += '\n';
    const block = blocks.has(tag);
    if (block) text += '\n';
    for (const child of element.childNodes) walk(child);
    if (block) text += '\n';
    if (tag === 'a') links.push({ text: fold(element.textContent), href: element.getAttribute('href') ?? '' });
  };
  walk(root);
  return cell(text.split('\n'), { struck, refs, links });
}

function rowsOf(table: HTMLElement): HTMLElement[] {
  return elements(table).flatMap((child) => {
    if (tagOf(child) === 'tr') return [child];
    return ['thead', 'tbody', 'tfoot'].includes(tagOf(child)) ? rowsOf(child) : [];
  });
}

function span(cell: HTMLElement, name: 'rowspan' | 'colspan'): number {
  const value = Number(cell.getAttribute(name) ?? '1');
  return Number.isInteger(value) && value > 0 && value < 1000 ? value : 1;
}

/**
 * A table element as a rectangle. Spanned positions repeat the spanning cell. A row that is narrower than the others is
 * a fault: a cell is missing or a span is wrong, so any column after it may be wrong too.
 */
export function htmlTable(table: HTMLElement): Grid {
  const rows: Cell[][] = [];
  const held: { cell: Cell; left: number }[] = [];
  let fault: string | null = null;
  const sources = rowsOf(table).filter((row) => !isHidden(row));
  sources.forEach((source, index) => {
    const row: Cell[] = [];
    const take = (): void => {
      for (let over = held[row.length]; over && over.left > 0; over = held[row.length]) {
        over.left -= 1;
        row.push(over.cell);
      }
    };
    const cells = elements(source).filter((cell) => ['td', 'th'].includes(tagOf(cell)));
    for (const element of cells) {
      take();
      const content = htmlCell(element);
      const left = Math.min(span(element, 'rowspan') - 1, sources.length - index - 1);
      for (let n = span(element, 'colspan'); n > 0; n -= 1) {
        held[row.length] = { cell: content, left };
        row.push(content);
      }
    }
    take();
    if (row.length > 0) rows.push(row);
  });
  const width = Math.max(0, ...rows.map((row) => row.length));
  for (const row of rows) {
    const alone = row.length === 1 || new Set(row).size === 1;
    if (row.length < width && !alone) fault = `a row of ${row.length} cells in a table of ${width} columns`;
    const last = row[0] ?? emptyCell;
    while (row.length < width) row.push(alone ? last : emptyCell);
  }
  const part = partOf(sources);
  return part ? { rows, fault, part } : { rows, fault };
}

/** A table with only header cells, or with none, may be one half of a split table. */
function partOf(sources: HTMLElement[]): Grid['part'] {
  const cells = sources.flatMap(elements).map(tagOf);
  if (!cells.includes('td') && cells.includes('th')) return 'head';
  return cells.includes('th') ? undefined : 'body';
}

/** Joins a header and the body right below it, which scrolling tables split into two tables. */
export function joinParts(blocks: Block[]): Block[] {
  const joined: Block[] = [];
  for (const block of blocks) {
    const before = joined.at(-1);
    const isBody = block.kind === 'grid' && block.grid.part === 'body';
    if (isBody && before?.kind === 'grid' && before.grid.part === 'head') {
      joined.splice(-1, 1, { kind: 'grid', grid: join(before.grid, block.grid) });
    } else joined.push(block);
  }
  return joined;
}

function join(head: Grid, body: Grid): Grid {
  const width = body.rows[0]?.length ?? 0;
  // The scroll bar takes up an empty header cell.
  const headers = head.rows.map((row) => (row.at(width)?.text === '' ? row.slice(0, width) : row));
  const odd = headers.find((row) => row.length !== width);
  const apart = odd ? `a header of ${odd.length} cells over ${width} columns` : null;
  return { rows: [...headers, ...body.rows], fault: head.fault ?? body.fault ?? apart };
}
