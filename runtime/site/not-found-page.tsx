/** What people get in place of a page: their links are absolute, since they are sent for any path. */
import type { ComponentChildren } from 'preact';
import { layout } from './layout.tsx';
import type { SiteContext } from './site-context.ts';

const rootOf = ({ siteUrl }: SiteContext): string => (siteUrl === null ? '/' : new URL(siteUrl).pathname);

const inPlace = (
  site: SiteContext,
  path: string,
  title: string,
  description: string,
  text: ComponentChildren,
): string =>
  layout({
    site,
    path,
    root: rootOf(site),
    title,
    description,
    nav: null,
    main: (
      <>
        <h1>{title}</h1>
        <p>{text}</p>
      </>
    ),
  });

export function notFoundPage(site: SiteContext): string {
  const root = rootOf(site);
  return inPlace(
    site,
    '404.html',
    'No such page',
    'There is no page at this address.',
    <>
      There is nothing at this address. Perhaps a model was renamed:{' '}
      <a href={`${root}models.html`}>look it up by name</a>, or start with{' '}
      <a href={`${root}index.html`}>what an agent costs</a>.
    </>,
  );
}

export const tooManyPage = (site: SiteContext): string =>
  inPlace(
    site,
    '429.html',
    'Too many requests',
    'This address has asked for more than its share.',
    <>
      More requests came from your network in the last minute than this server answers to one address. Wait a minute and
      load the page again. For a program that needs more, the <a href={`${rootOf(site)}docs/hosting.html`}>documents</a>{' '}
      say how to run it yourself.
    </>,
  );

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
