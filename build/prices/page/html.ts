import { type HTMLElement, type Node, NodeType } from 'node-html-parser';
import { type Block, type Card, type Cell, fold, type Grid } from './cell.ts';
import { islandBlocks } from './components.ts';
import { elements, htmlCell, htmlTable, joinParts, tagOf } from './html-table.ts';
import { fieldOf } from './words.ts';

const breaks = new Set('div p li ul ol section article aside main header footer br label button'.split(' '));

/** The selected one in a row of tabs or toggles, which describes the prices below. */
function chosen(element: HTMLElement): string | null {
  const role = element.getAttribute('role');
  if (role !== 'tablist' && role !== 'group') return null;
  const buttons = element.querySelectorAll('[role=tab],button');
  const on = buttons.filter((b) => (b.getAttribute('aria-selected') ?? b.getAttribute('aria-pressed')) === 'true');
  return buttons.length > 1 && on[0] && on.length === 1 ? fold(on[0].textContent) : null;
}

/** An HTML page (or a fragment of one) as blocks in reading order. */
export function htmlBlocks(root: HTMLElement, options = { cards: false }): Block[] {
  const blocks: Block[] = [];
  let text = '';
  const flush = (): void => {
    const folded = fold(text);
    text = '';
    if (folded !== '') blocks.push({ kind: 'text', text: folded });
  };
  const push = (block: Block): void => {
    flush();
    blocks.push(block);
  };
  const visit = (element: HTMLElement): void => {
    const tag = tagOf(element);
    if (['script', 'style', 'svg', 'template', 'noscript', 'head'].includes(tag)) return;
    if (/^h[1-6]$/.test(tag)) {
      const found = options.cards ? card(element) : null;
      const title = htmlCell(element).text;
      if (title !== '') push({ kind: 'heading', level: Number(tag[1]), text: title });
      if (found) push({ kind: 'card', card: found });
      return;
    }
    if (tag === 'table') {
      push({ kind: 'grid', grid: htmlTable(element) });
      return;
    }
    const grid = divGrid(element);
    if (grid) {
      push({ kind: 'grid', grid });
      return;
    }
    const pane = element.hasAttribute('data-content-switcher-pane') ? element.getAttribute('data-value') : null;
    if (pane) push({ kind: 'mode', name: pane, tab: false });
    const props = element.getAttribute('props');
    if (props) for (const block of islandBlocks(props)) push(block);
    const hasTabs = elements(element).some((child) => chosen(child) !== null);
    if (breaks.has(tag)) flush();
    element.childNodes.forEach((child: Node) => {
      if (child.nodeType === NodeType.TEXT_NODE) text += child.text;
      else if (child.nodeType === NodeType.ELEMENT_NODE) {
        const name = chosen(child as HTMLElement);
        if (name === null) visit(child as HTMLElement);
        else push({ kind: 'mode', name, tab: true });
      }
    });
    if (breaks.has(tag)) flush();
    if (hasTabs) push({ kind: 'mode', name: null, tab: true });
    if (pane) push({ kind: 'mode', name: null, tab: false });
  };
  visit(root);
  flush();
  return joinParts(blocks);
}

/**
 * A table built from `div` elements: the rows are the children of one element, the cells are the children of each row,
 * and the first row names the columns. Null if the first row is not a price header.
 */
function divGrid(element: HTMLElement): Grid | null {
  if (tagOf(element) !== 'div') return null;
  const rows = elements(element);
  const header = rows[0] ? elements(rows[0]) : [];
  if (rows.length < 2 || header.length < 3) return null;
  if (header.some((cell) => cell.textContent.length > 80)) return null;
  const meanings = header.map((cell) => fieldOf(fold(htmlCell(cell).text)).kind);
  if (!meanings.includes('model') || !meanings.includes('input')) return null;
  const cells = rows.map((row) => elements(row).map(htmlCell));
  const width = header.length;
  const ragged = cells.find((row) => row.length !== width);
  return {
    rows: cells,
    fault: ragged ? `a row of ${ragged.length} cells in a table of ${width} columns` : null,
  };
}

const inline = new Set('span b strong em i a sup sub br del s strike small code'.split(' '));

/** The smallest pieces of a card that are read as one: elements that hold only inline text. */
function pieces(element: HTMLElement): Cell[] {
  const children = elements(element);
  if (children.every((child) => inline.has(tagOf(child)))) {
    const piece = htmlCell(element);
    return piece.text === '' && piece.struck.length === 0 ? [] : [piece];
  }
  return children.flatMap(pieces);
}

function headingsIn(element: HTMLElement): HTMLElement[] {
  return element.querySelectorAll('h2,h3,h4').filter((heading) => fold(heading.textContent) !== '');
}

/** Reads the card around a heading: everything up to the element that holds a second heading. */
function card(heading: HTMLElement): Card | null {
  let box = heading;
  while (box.parentNode && headingsIn(box.parentNode).length <= 1) box = box.parentNode;
  if (box === heading) return null;
  const pairs: Card['pairs'] = [];
  const all = pieces(box);
  all.forEach((piece, index) => {
    const header = all[index - 1];
    if (!header || !/[$¥￥€£]\s*\d|^free$/i.test(piece.text + piece.struck.join(' '))) return;
    pairs.push({ header: header.text, cell: piece });
  });
  const kinds = pairs.map((pair) => fieldOf(pair.header).kind);
  return kinds.includes('input') || kinds.includes('output') ? { label: htmlCell(heading), pairs } : null;
}
