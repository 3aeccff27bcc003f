/** The pages in docs/: all documents on the left, with the contents of the open one. */
import type { ComponentChildren } from 'preact';
import { layout } from '../layout.tsx';
import type { SiteContext } from '../site-context.ts';

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

/** @param entries every page of the docs, in the order of the navigation */
export const docsPage = (site: SiteContext, entries: readonly DocsEntry[], page: DocsPage): string =>
  layout({
    site,
    path: `docs/${page.name}.html`,
    title: page.title === 'Docs' ? 'Docs: quick start and routes' : `${page.title}, docs`,
    description: page.description,
    nav: 'docs',
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
          <ul>
            {entries.map(({ name, title }) => (
              <li key={name}>
                <a href={`${name}.html`} aria-current={name === page.name ? 'page' : undefined}>
                  {title}
                </a>
                {name === page.name && <Contents headings={page.headings} />}
              </li>
            ))}
          </ul>
        </nav>
        <Article body={page.body} />
      </div>
    ),
  });

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
