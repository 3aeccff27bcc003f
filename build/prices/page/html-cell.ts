import { type HTMLElement, type Node, NodeType } from 'node-html-parser';
import type { Cell, Link } from '../types.ts';
import { cell, fold, footnoteMarks, isFootnoteMark } from './page-text.ts';

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
export function isHidden(node: HTMLElement): boolean {
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
