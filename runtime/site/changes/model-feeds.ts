/** The news of one model as an Atom feed and as a calendar: files of their own, which any host can serve. */
import { atomOf, endsOf, type News, newsOf } from '../../api/feeds.ts';
import { apiAddress } from '../../api/routes.ts';
import type { Catalog } from '../../core/dataset/catalog.ts';
import { memoize } from '../../core/values/memoize.ts';
import type { SiteContext, SiteFile } from '../site-context.ts';

/** For each model on sale `feeds/ID.atom` and `feeds/ID.ics`. */
export const modelFeeds = ({ catalog, siteUrl }: SiteContext): SiteFile[] =>
  catalog.models.flatMap(({ id, facts }) => {
    const [page, file] = [`${siteUrl ?? '/'}models/${id}`, `${siteUrl ?? '/'}feeds/${id}.atom`];
    const news = () => newsByModel(catalog).get(id) ?? [];
    const feed = {
      id: `models/${id}`,
      title: `${facts.name}: price changes`,
      file,
      page: { type: 'text/html', href: page },
    };
    return [
      { path: `feeds/${id}.atom`, content: () => atomOf(catalog, apiAddress(siteUrl), feed, news()) },
      { path: `feeds/${id}.ics`, content: () => calendarOf(feed.title, page, news()) },
    ];
  });

/** What changed and what will, of each model, newest first; its offers at hosts are not its own price. */
export const newsByModel = memoize((catalog: Catalog): ReadonlyMap<string, News[]> => {
  const byModel = new Map<string, News[]>();
  const own = newsOf(catalog).filter(({ id, modelId, on }) => id === `changes/${modelId}/${on}`);
  for (const one of [...own, ...endsOf(catalog)]) byModel.set(one.modelId, [...(byModel.get(one.modelId) ?? []), one]);
  for (const news of byModel.values()) news.sort((a, b) => (a.on < b.on ? 1 : -1));
  return byModel;
});

/** iCalendar (RFC 5545): a day for each change. */
function calendarOf(name: string, page: string, news: readonly News[]): string {
  const events = news.flatMap(({ id, on, known, title, sentence }) => [
    'BEGIN:VEVENT',
    `UID:${id.replaceAll('/', '-')}@agent-cost`,
    `DTSTAMP:${compact(known)}T000000Z`,
    `DTSTART;VALUE=DATE:${compact(on)}`,
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped(sentence)}`,
    `URL:${page}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]);
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//agent-cost//price changes//EN', `NAME:${escaped(name)}`];
  return [...lines, `X-WR-CALNAME:${escaped(name)}`, ...events, 'END:VCALENDAR', ''].map(folded).join('\r\n');
}

const compact = (day: string): string => day.replaceAll('-', '');

const escaped = (text: string): string => text.replace(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n');

/** At most 75 octets a line (3.1): a continuation begins with a space. */
function folded(line: string): string {
  const parts = [''];
  let octets = 0;
  for (const letter of line) {
    const size = new TextEncoder().encode(letter).length;
    if (octets + size > 75) {
      parts.push(' ');
      octets = 1;
    }
    parts[parts.length - 1] += letter;
    octets += size;
  }
  return parts.join('\r\n');
}
