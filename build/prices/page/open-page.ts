import { parse } from 'node-html-parser';
import { type ExtractedRow, PageError } from '../price-row.ts';
import type { OpenPage, Provider } from './description.ts';
import { htmlBlocks } from './html.ts';
import { markdownBlocks } from './markdown.ts';
import { outline } from './outline.ts';
import { providers } from './providers.ts';

/** Parses a saved page, HTML or Markdown. Throws `PageError` if it is empty, incomplete or another provider's. */
export function openPage(id: string, text: string): OpenPage {
  const all = providers();
  const provider = all.find((one) => one.id === id);
  if (!provider) throw new PageError(`unknown provider "${id}"; known: ${all.map((one) => one.id).join(', ')}`);
  if (text.trim() === '') throw new PageError('the page is empty');
  checkOwner(text, provider, all);
  const isMarkdown = !isHtml(text);
  (isMarkdown ? checkMarkdownEnd : checkHtmlEnd)(text);
  const root = isMarkdown ? null : parse(closeTables(text), { blockTextElements });
  const blocks = root ? htmlBlocks(root, { cards: provider.cards === true }) : markdownBlocks(text);
  return { provider, text, root, outline: outline(blocks, provider) };
}

/** Elements whose content is text, not markup. */
const blockTextElements = { script: true, style: true, noscript: true };

const cut = (where: string): never => {
  throw new PageError(`the page is cut off ${where}`);
};

/** Whether a text is HTML rather than Markdown, which may itself contain HTML and components. */
export function isHtml(text: string): boolean {
  const start = text.replace(/^\ufeff/, '').trimStart();
  if (/^<(!doctype|html|head|body|title|meta|link)\b/i.test(start)) return true;
  if (!start.startsWith('<') || /^\s*(#{1,6} |\|.*\|\s*$)/m.test(start)) return false;
  return !/\brows=\{/.test(start);
}

/**
 * Refuses a page that stops before its end. A saved fragment has no `</html>` to look for, but it never stops inside
 * a tag, a comment, a script or a table row.
 */
function checkHtmlEnd(text: string): void {
  const bare = text.replace(/<!--[\s\S]*?-->/g, '');
  if (bare.includes('<!--')) cut('inside a comment');
  if (/<html\b/i.test(bare) && !/<\/html\s*>/i.test(bare)) cut('before its end');
  const shown = bare.replace(/<(script|style|textarea)\b[\s\S]*?<\/\1\s*>/gi, '');
  if (/<(script|style)\b/i.test(shown)) cut('inside a script');
  if (/<\/?[a-z!][^<>]*$/i.test(shown) || /<$/.test(shown.trimEnd())) cut('inside a tag');
}

/** Refuses a Markdown page that stops inside its front matter or a table row. */
function checkMarkdownEnd(text: string): void {
  if (/^---\r?\n/.test(text) && !/\n---\s*(\n|$)/.test(text.slice(3))) cut('inside its front matter');
  const lines = text.split('\n');
  const last = lines.at(-1) ?? '';
  const table = lines.slice(0, -1).some((line) => /^\s*\|?\s*:?-{2,}:?\s*\|/.test(line));
  if (table && last.includes('|') && !last.trim().endsWith('|')) cut('inside a table row');
  if (/^\s*\|[^|]*$/.test(last) && last.trim() !== '') cut('inside a table row');
}

const token = /<(\/?)(table|tr|td|th|thead|tbody|h[1-6]|p|div|section|main|body|html|ul|hr)\b[^>]*>/gi;

/**
 * Closes tables that the page left open, before the next element that cannot be in a table: browsers show such a page,
 * but a parser would swallow the rest of it. A table that is still open at the end of the text was cut off.
 */
function closeTables(text: string): string {
  const hidden = text.replace(/<!--[\s\S]*?-->|<(script|style)\b[\s\S]*?<\/\1\s*>/gi, (all) => ' '.repeat(all.length));
  let out = '';
  let from = 0;
  const open: { cell: boolean; rows: number }[] = [];
  const close = (at: number): void => {
    out += `${text.slice(from, at)}</table>`;
    from = at;
    open.pop();
  };
  for (const found of hidden.matchAll(token)) {
    const [, slash, name = ''] = found;
    const tag = name.toLowerCase();
    const table = open.at(-1);
    if (tag === 'table') {
      if (slash) open.pop();
      else {
        if (table && !table.cell) close(found.index);
        open.push({ cell: false, rows: 0 });
      }
    } else if (table && (tag === 'td' || tag === 'th')) table.cell = !slash;
    else if (table && tag === 'tr') {
      table.cell = false;
      table.rows += 1;
    } else if (table && !table.cell && !/^t(head|body)$/.test(tag) && table.rows > 0) close(found.index);
  }
  if (open.length > 0) cut('inside a table');
  return out + text.slice(from);
}

function host(url: string): string | null {
  return /^(?:https?:)?\/\/([^/?#]+)/i.exec(url)?.[1]?.toLowerCase() ?? null;
}

/** The host in the address that a page states for itself, if any. */
function ownHost(text: string): string | null {
  const link = /<link\b[^>]*\brel="?canonical"?[^>]*>/i.exec(text)?.[0];
  const meta = /<meta\b[^>]*\bproperty="?og:url"?[^>]*>/i.exec(text)?.[0];
  const source = /^URL Source:\s*(\S+)/im.exec(text.slice(0, 5000))?.[1];
  const base = /^(?:url|canonical|source):\s*["']?(https?:\S+)/im.exec(text.slice(0, 2000))?.[1];
  const href = /\b(?:href|content)="([^"]+)"/i.exec(link ?? meta ?? '')?.[1];
  return host(href ?? source ?? base ?? '');
}

function mentions(text: string, provider: Provider): number {
  const hosts = text.match(/\/\/[\w.-]+/g) ?? [];
  return hosts.filter((one) => provider.hosts.test(one.slice(2).toLowerCase())).length;
}

/**
 * Refuses another provider's page. The page's own address decides. If it states none, the provider whose hosts it links
 * to most does; if it links to none, only the model names are left (see `checkBrand`).
 */
function checkOwner(text: string, provider: Provider, all: Provider[]): void {
  const own = ownHost(text);
  if (own !== null) {
    if (!provider.hosts.test(own)) throw new PageError(`not a page of ${provider.id}: it is ${own}`);
    return;
  }
  const counts = all.map((one) => ({ id: one.id, count: mentions(text, one) })).sort((a, b) => b.count - a.count);
  const mine = counts.find((one) => one.id === provider.id)?.count ?? 0;
  const most = counts[0];
  if (most && most.count > mine) throw new PageError(`not a page of ${provider.id}: it links to ${most.id}`);
}

/** Refuses a page on which no model is named like this provider's models. */
export function checkBrand(rows: ExtractedRow[], provider: Provider): void {
  if (rows.length > 0 && !rows.some((row) => provider.brand.test(row.model))) {
    throw new PageError(`not a page of ${provider.id}: no model on it has a name of ${provider.id}`);
  }
}
