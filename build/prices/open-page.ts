import { type HTMLElement, parse } from 'node-html-parser';
import { type Outline, outline } from './meaning/context.ts';
import { checkHtmlEnd, checkMarkdownEnd, closeTables, isHtml } from './page/complete.ts';
import { htmlBlocks } from './page/html.ts';
import { markdownBlocks } from './page/markdown.ts';
import { checkOwner } from './page/page-identity.ts';
import type { Provider } from './providers/description.ts';
import { providers } from './providers/index.ts';
import { type Block, PageError } from './types.ts';

/** A saved page of one provider, parsed but not yet interpreted. */
export interface OpenPage {
  provider: Provider;
  html: boolean;
  /** Null: the page is Markdown. */
  root: HTMLElement | null;
  blocks: Block[];
  outline: Outline;
}

/** Parses a saved page, HTML or Markdown. Throws `PageError` if it is empty, incomplete or another provider's. */
export function openPage(id: string, text: string): OpenPage {
  const provider = providers.find((one) => one.id === id);
  if (!provider) throw new PageError(`unknown provider "${id}"; known: ${providers.map((one) => one.id).join(', ')}`);
  if (text.trim() === '') throw new PageError('the page is empty');
  checkOwner(text, provider, providers);
  const html = isHtml(text);
  let root: HTMLElement | null = null;
  if (html) {
    checkHtmlEnd(text);
    root = parse(closeTables(text), { blockTextElements: { script: true, style: true, noscript: true } });
  } else checkMarkdownEnd(text);
  const blocks = root ? htmlBlocks(root, { cards: provider.cards === true }) : markdownBlocks(text);
  return { provider, html, root, blocks, outline: outline(blocks, provider) };
}
