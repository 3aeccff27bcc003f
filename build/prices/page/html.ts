import { type HTMLElement, type Node, NodeType } from 'node-html-parser';
import type { Block } from '../types.ts';
import { islandBlocks } from './component.ts';
import { card, divGrid } from './div-grid.ts';
import { elements, htmlCell, tagOf } from './html-cell.ts';
import { htmlTable, joinParts } from './html-table.ts';
import { fold } from './page-text.ts';

const breaks = new Set(['div', 'p', 'li', 'ul', 'ol', 'section', 'article', 'aside', 'main', 'header', 'footer', 'br']);
breaks.add('label');
breaks.add('button');

/** The selected one in a row of tabs or toggles, which describes the prices below. */
function chosen(element: HTMLElement): string | null {
  const role = element.getAttribute('role');
  if (role !== 'tablist' && role !== 'group') return null;
  const buttons = element.querySelectorAll('[role=tab],button');
  const on = buttons.filter((b) => (b.getAttribute('aria-selected') ?? b.getAttribute('aria-pressed')) === 'true');
  return buttons.length > 1 && on[0] && on.length === 1 ? fold(on[0].textContent) : null;
}

export interface HtmlOptions {
  cards: boolean;
}

/** An HTML page (or a fragment of one) as blocks in reading order. */
export function htmlBlocks(root: HTMLElement, options: HtmlOptions = { cards: false }): Block[] {
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
    const tabs = elements(element).map(chosen);
    const tab = tabs.filter((name) => name !== null);
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
    if (tab.length > 0) push({ kind: 'mode', name: null, tab: true });
    if (pane) push({ kind: 'mode', name: null, tab: false });
  };
  visit(root);
  flush();
  return joinParts(blocks);
}
