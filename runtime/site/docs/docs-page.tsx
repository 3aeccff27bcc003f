/** The pages in docs/: all documents on the left, with the contents of the open one. */
import type { ComponentChildren } from 'preact';
import { layout } from '../layout.tsx';
import { rootFrom, type SiteContext } from '../site-context.ts';

export interface Heading {
  /** 1 to 6. */
  depth: number;
  /** Anchor within the page. */
  id: string;
  text: string;
}

interface DocsEntry {
  /** Name of its page in `docs/`, without `.html`. */
  name: string;
  title: string;
}

export interface DocsPage extends DocsEntry {
  description: string;
  headings: readonly Heading[];
  /** Components, or the HTML of a document. */
  body: ComponentChildren | { html: string };
}

/**
 * @param path of the page's file
 * @param entries every page of the docs, in the order of the navigation
 */
export const docsPage = (site: SiteContext, path: string, entries: readonly DocsEntry[], page: DocsPage): string =>
  layout({
    site,
    path,
    title: page.title === 'Docs' ? 'Docs: quick start and routes' : `${page.title}, docs`,
    description: page.description,
    nav: 'docs',
    styles: ['documents'],
    scripts: ['docs'],
    main: (
      <div class="document">
        <nav class="no-print" aria-label="Documents">
          {/* biome-ignore lint/a11y/useSemanticElements: <search> is too new to be announced everywhere */}
          <form id="docs-search" class="needs-script" role="search">
            <label class="visually-hidden" for="docs-words">
              Search the docs
            </label>{' '}
            <input id="docs-words" type="search" placeholder="Search the docs" autocomplete="off" />{' '}
            <button class="visually-hidden" type="submit">
              Open the first section found
            </button>
            <div id="docs-found" />
          </form>
          {/* Open on a wide screen by the style sheet, folded on a narrow one. */}
          <details class="more">
            <summary>All {entries.length} documents</summary>
            <ul>
              {entries.map(({ name, title }) => (
                <li key={name}>
                  <a href={rootFrom(path) + fileOf(name)} aria-current={name === page.name ? 'page' : undefined}>
                    {title}
                  </a>
                  {name === page.name && <Contents headings={page.headings} />}
                </li>
              ))}
            </ul>
          </details>
        </nav>
        <Article body={page.body} />
      </div>
    ),
  });

/** The file of a page of the docs. */
const fileOf = (name: string): string => (name === 'index' ? 'docs.html' : `docs/${name}.html`);

const Article = ({ body }: Pick<DocsPage, 'body'>) =>
  typeof body === 'object' && body !== null && 'html' in body ? (
    <article class="prose" dangerouslySetInnerHTML={{ __html: body.html }} />
  ) : (
    <article class="prose">{body}</article>
  );

function Contents({ headings }: Pick<DocsPage, 'headings'>) {
  const shown = headings.filter(({ depth }) => depth === 2);
  if (shown.length === 0) return null;
  return (
    <ul>
      {shown.map(({ id, text }) => (
        <li key={id}>
          <a href={`#${id}`}>{text}</a>
        </li>
      ))}
    </ul>
  );
}
