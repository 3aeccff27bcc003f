/** A page at an old address: any host can send it, and it leads on with and without scripts. */
import { layout } from './layout.tsx';
import type { SiteContext } from './site-context.ts';

/** @param path the old page @param to the page that replaced it, and what that is called */
export const movedPage = (site: SiteContext, path: string, to: { path: string; name: string }): string =>
  layout({
    site,
    path,
    movedTo: to.path,
    title: to.name,
    description: `This page is now part of ${to.name}.`,
    nav: null,
    scripts: ['moved'],
    main: (
      <>
        <h1>{to.name}</h1>
        <p>
          This page is now part of <a href={to.path}>{to.name}</a>.
        </p>
      </>
    ),
  });
