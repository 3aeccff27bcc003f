/** The frame of every page in docs/: all documents on the left, with the contents of the open one. */
import { markup as html, type Markup } from '../../../runtime/core/values/markup.ts';
import { layout } from '../layout.ts';
import type { SiteContext } from '../site-context.ts';
import type { Heading } from './render-document.ts';

interface DocsEntry {
  /** Name of its page in `docs/`, without `.html`. */
  name: string;
  title: string;
}

export interface DocsPage extends DocsEntry {
  description: string;
  headings: readonly Heading[];
  body: Markup;
}

export const docsPage = (site: SiteContext, entries: readonly DocsEntry[], page: DocsPage): string =>
  layout({
    site,
    path: `docs/${page.name}.html`,
    title: page.title === 'Docs' ? 'Docs: quick start and routes' : `${page.title}, docs`,
    description: page.description,
    nav: 'docs',
    scripts: ['docs'],
    main: html`<div class="document">
<nav class="no-print" aria-label="Documents">
<form id="docs-search" class="needs-script" role="search">
<label class="visually-hidden" for="docs-words">Search the docs</label>
<input id="docs-words" type="search" placeholder="Search the docs" autocomplete="off">
<button class="visually-hidden" type="submit">Open the first section found</button>
<div id="docs-found"></div>
</form>
<ul>${entries.map(
      ({ name, title }) => html`
<li><a href="${name}.html"${name === page.name ? html` aria-current="page"` : ''}>${title}</a>${name === page.name ? contents(page.headings) : ''}</li>`,
    )}
</ul>
</nav>
<article class="prose">
${page.body}
</article>
</div>`,
  });

function contents(headings: readonly Heading[]): Markup {
  const shown = headings.filter(({ depth }) => depth === 2);
  return shown.length === 0
    ? html``
    : html`<ul>${shown.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)}</ul>`;
}
