import type { Provider } from '../providers/description.ts';
import { type ExtractedRow, PageError } from '../types.ts';

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
export function checkOwner(text: string, provider: Provider, all: Provider[]): void {
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
