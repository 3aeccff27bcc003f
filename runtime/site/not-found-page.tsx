/** What a static host sends for any path that does not exist, so its links are absolute. */
import { layout } from './layout.tsx';
import type { SiteContext } from './site-context.ts';

export function notFoundPage(site: SiteContext): string {
  const root = site.siteUrl === null ? '/' : new URL(site.siteUrl).pathname;
  return layout({
    site,
    path: '404.html',
    root,
    title: 'No such page',
    description: 'There is no page at this address.',
    nav: null,
    main: (
      <>
        <h1>No such page</h1>
        <p>
          There is nothing at this address. Perhaps a model was renamed:{' '}
          <a href={`${root}models.html`}>look it up by name</a>, or start with{' '}
          <a href={`${root}index.html`}>what an agent costs</a>.
        </p>
      </>
    ),
  });
}
