/**
 * The frame of every page: head, policy, navigation and footer. Only `layout` builds it, with preact; a page whose
 * script draws with the same components needs no second renderer.
 *
 * **Links** are relative and name their file (`models/gpt-4o.html`, `index.html`), so a page works on any host, below any
 * path, and from a folder on disk. `<html data-root>` is the path to the root; scripts prefix every link with it.
 *
 * **Policy** (`pagePolicy`): no inline script, no `style` attribute, nothing from another host. A page that takes user
 * data is `closed`: no script on it can send anything. Widths of bars are SVG attributes. The data that a script needs
 * is in a separate script or in a data block.
 *
 * **Scripts** are classic scripts in `assets/`, built from the `start-*` files by `build/output/assets.ts`; a page lists
 * its own in `scripts`. The HTML before the script runs is what people without JavaScript get.
 *
 * **Classes** (the sheets in `styles/`; those of one page are next to it):
 * - layout: `measure`, `stack`, `row`, `split`, `card`; `muted`, `small`, `unit`, `tag`, `notice`
 * - visibility: `no-print`, `print-only`; `needs-script`, `js-none`
 * - numbers: `num` and `day` on cells; `answer` with `big`, `range` and `sentence`; `facts`
 * - tables: `scroll` (a region with a label and tabindex) around each; `cards` makes rows of `td[data-label]` into cards on
 *   a small screen; `<th aria-sort><button class="sort">`
 * - forms: `fields` > `field` > `label`, `box` > `input` + `unit`, `help`, `error`; `button`, `button quiet`,
 *   `button link`; `chips` > `chip`; `details.more`
 * - charts: `figure.chart`, `axis`, `gridline`, `line`, `area`, `mark`, `front`, `label`, `key`; `bars` > `div` > `dt`,
 *   `dd` > `svg.bar`, `value`; `hue-1`..`hue-6`, `hue-rest` and `hue-accent` set the colour of marks
 */

import type { ComponentChildren, VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { closedPolicy, pagePolicy } from '../api/page-policy.ts';
import { basePath } from '../api/routes.ts';
import { metaOf } from '../core/answers/meta.ts';
import { newestLook } from '../core/dataset/price-age.ts';
import { addressOf, rootFrom, type SiteContext } from './site-context.ts';

/** The pages of the navigation. */
const sections = [
  { id: 'cost', name: 'Cost', path: 'index.html' },
  { id: 'models', name: 'Models', path: 'models.html' },
  { id: 'changes', name: 'Changes', path: 'changes.html' },
  { id: 'measured', name: 'Measured', path: 'measured.html' },
  { id: 'tokens', name: 'Tokens', path: 'tokens.html' },
  { id: 'log', name: 'Log', path: 'log.html' },
  { id: 'docs', name: 'Docs', path: 'docs.html' },
] as const;

export interface Page {
  site: SiteContext;
  /** The file below `dist/public`, such as `models/gpt-4o.html`. */
  path: string;
  /** Without the name of the site. */
  title: string;
  /** A sentence or two for search engines. */
  description: string;
  /** The entry of the navigation it belongs to; null: none. */
  nav: (typeof sections)[number]['id'] | null;
  /** Id of `<main>`; default main. */
  mainId?: string;
  main: ComponentChildren;
  /** Names of style sheets in `assets/` besides `site`: what only this page uses. */
  styles?: readonly string[];
  /** Names of scripts in `assets/`, run in this order once the page is parsed. */
  scripts?: readonly string[];
  /** Whether its scripts may send nothing, not even to their own host. */
  closed?: boolean;
  /** The page's schema.org description. */
  structuredData?: object;
  /** The page that replaced this one; default: none did. */
  movedTo?: string;
  /** Root of links; default: relative. A page that is served for any path needs an absolute one. */
  root?: string;
}

/** A whole HTML document. */
export const layout = (page: Page): string => `<!DOCTYPE html>\n${htmlOf(<Document {...page} />)}\n`;

/** As HTML rather than XML: an element without content, such as an input, has no closing slash. */
export const htmlOf = (view: VNode): string =>
  renderToString(view).replace(/<(br|col|input|link|meta)((?: [^\s=>]+(?:="[^"]*")?)*)\s*\/>/g, '<$1$2>');

function Document(page: Page) {
  const {
    site,
    path,
    title,
    description,
    nav,
    mainId = 'main',
    main,
    styles = [],
    scripts = [],
    structuredData,
  } = page;
  const root = page.root ?? rootFrom(path);
  const meta = metaOf(site.catalog);
  const look = newestLook(site.catalog);
  return (
    <html lang="en" data-root={root}>
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={page.closed ? closedPolicy : pagePolicy} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{path === 'index.html' ? title : `${title} · agent-cost`}</title>
        <meta name="description" content={description} />
        <meta name="color-scheme" content="light dark" />
        {page.movedTo !== undefined && (
          <noscript>
            <meta http-equiv="refresh" content={`0; url=${page.movedTo}`} />
          </noscript>
        )}
        {['site', ...styles].map((name) => (
          <link key={name} rel="stylesheet" href={`${root}assets/${name}.css`} />
        ))}
        <link rel="icon" href={`${root}assets/icon.svg`} type="image/svg+xml" />
        <link rel="icon" href={`${root}assets/icon-32.png`} sizes="32x32" type="image/png" />
        <link rel="apple-touch-icon" href={`${root}assets/icon-180.png`} />
        <link rel="alternate" type="application/atom+xml" title="Price changes" href={`${root}${api}/changes.atom`} />
        <ShareTags {...page} />
        {['site', ...scripts].map((name) => (
          <script key={name} src={`${root}assets/${name}.js`} defer />
        ))}
        {structuredData && <DataBlock type="application/ld+json" data={structuredData} />}
      </head>
      <body>
        <a class="skip" href={`#${mainId}`}>
          Skip to content
        </a>
        <header class="masthead">
          <div>
            <a class="brand" href={`${root}index.html`}>
              <BrandMark />
              agent-cost
            </a>
            <nav aria-label="Site">
              <ul>
                {sections.map(({ id, name, path: target }) => (
                  <li key={id}>
                    <a href={root + target} aria-current={id !== nav ? undefined : target === path ? 'page' : 'true'}>
                      {name}
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
            <button type="button" id="site-search" class="needs-script no-print" aria-keyshortcuts="/ Control+K">
              Search <kbd>/</kbd>
            </button>
          </div>
        </header>
        <main id={mainId} tabIndex={-1}>
          {main}
        </main>
        <footer class="colophon">
          <div>
            <p>{meta.disclaimer}</p>
            <p id="price-age" data-look={look}>
              Prices last looked at {look}.
            </p>
            <p>
              Prices in force since {site.catalog.asOf}, dataset <span class="day">{meta.datasetVersion}</span>.{' '}
              <a href={`${root}${api}/prices.csv`}>CSV with sources</a> · <a href={`${root}${api}/models.json`}>JSON</a>{' '}
              · <a href={`${root}${api}/changes.atom`}>Change feed</a> · <a href={`${root}docs/api.html`}>API</a> · MIT
              licence
            </p>
          </div>
        </footer>
        <p id="announce" class="visually-hidden" role="status" />
      </body>
    </html>
  );
}

const api = basePath.slice(1);

/** Three rising steps: the price history of a model, seen from afar. */
const BrandMark = () => (
  <svg viewBox="0 0 32 32" aria-hidden="true">
    <path d="M3 21h8v8H3zM12.500 13h8v16h-8zM22 3h8v26h-8z" />
  </svg>
);

/** Pages that are sent in place of others have no address of their own. */
const inPlaceOfOthers = ['404.html', '429.html'];

/** Tags for link previews. Where the address of the site is not known, theirs are relative to the page. */
function ShareTags({ site: { siteUrl }, path, movedTo, title, description }: Page) {
  const address = addressOf(movedTo ?? path);
  const picture = `${siteUrl ?? rootFrom(path)}assets/share.png`;
  return (
    <>
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content="agent-cost" />
      {!inPlaceOfOthers.includes(path) && (
        <>
          {/* An address, not a path, or search engines ignore it. */}
          {siteUrl !== null && <link rel="canonical" href={siteUrl + address} />}
          {siteUrl !== null && <meta property="og:url" content={siteUrl + address} />}
          <meta property="og:image" content={picture} />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta property="og:image:alt" content="agent-cost: what an AI agent really costs" />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
    </>
  );
}

interface Data {
  id?: string;
  type?: string;
  data: object;
}

/** JSON that a script or a search engine reads; `<` is escaped, so nothing in it ends the block. */
export const DataBlock = ({ id, type = 'application/json', data }: Data) => (
  <script type={type} id={id} dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll('<', '\\u003c') }} />
);
