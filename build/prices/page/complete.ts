import { PageError } from '../types.ts';

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
export function checkHtmlEnd(text: string): void {
  const bare = text.replace(/<!--[\s\S]*?-->/g, '');
  if (bare.includes('<!--')) cut('inside a comment');
  if (/<html\b/i.test(bare) && !/<\/html\s*>/i.test(bare)) cut('before its end');
  const shown = bare.replace(/<(script|style|textarea)\b[\s\S]*?<\/\1\s*>/gi, '');
  if (/<(script|style)\b/i.test(shown)) cut('inside a script');
  if (/<\/?[a-z!][^<>]*$/i.test(shown) || /<$/.test(shown.trimEnd())) cut('inside a tag');
}

/** Refuses a Markdown page that stops inside its front matter or a table row. */
export function checkMarkdownEnd(text: string): void {
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
export function closeTables(text: string): string {
  const hidden = text.replace(/<!--[\s\S]*?-->|<(script|style)\b[\s\S]*?<\/\1\s*>/gi, (all) => ' '.repeat(all.length));
  let out = '';
  let from = 0;
  const open: { cell: boolean; rows: number }[] = [];
  for (const found of hidden.matchAll(token)) {
    const [whole, slash, name = ''] = found;
    const tag = name.toLowerCase();
    const table = open.at(-1);
    if (tag === 'table') {
      if (slash) open.pop();
      else {
        if (table && !table.cell) {
          out += `${text.slice(from, found.index)}</table>`;
          from = found.index;
          open.pop();
        }
        open.push({ cell: false, rows: 0 });
      }
    } else if (table && (tag === 'td' || tag === 'th')) table.cell = !slash;
    else if (table && tag === 'tr') {
      table.cell = false;
      table.rows += 1;
    } else if (table && !table.cell && !/^t(head|body)$/.test(tag) && table.rows > 0) {
      out += `${text.slice(from, found.index)}</table>`;
      from = found.index;
      open.pop();
    }
    void whole;
  }
  if (open.length > 0) cut('inside a table');
  return out + text.slice(from);
}
