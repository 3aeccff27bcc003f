/** Every file of docs/ on the site. */
import { memoize } from '../../core/values/memoize.ts';
import { rootFrom, type SiteContext, type SiteFile } from '../site-context.ts';
import { apiReference, type Specification } from './api-reference.tsx';
import { DocsHome, homeHeadings } from './docs-home.tsx';
import { type DocsPage, docsPage } from './docs-page.tsx';
import type { DocsSection } from './find-sections.ts';
import { type Rendered, rendered } from './render-document.tsx';

/** A document of the project that the site shows. */
export interface Document {
  /** Path in the project. */
  file: string;
  /** Name of its page in `docs/`, without `.html`. */
  name: string;
  text: string;
}

/** A rendered document with the name of its page in `docs/`, without `.html`. */
type ShownDocument = Rendered & { name: string };

/** @param openapi the OpenAPI document, made when its page is */
export function* docsPlan(
  site: SiteContext,
  documents: readonly Document[],
  openapi: () => object,
): Generator<SiteFile> {
  const pages = new Map(documents.map(({ file, name }) => [file, `${name}.html`]));
  const pageOf = (file: string): string | null => (file === 'README.md' ? 'index.html' : (pages.get(file) ?? null));
  // Rendered with the first content: some callers need only the paths.
  const shownOf = memoize((all: readonly Document[]): ShownDocument[] =>
    all.map(({ file, name, text }) => ({ name, ...rendered(file, text, pageOf) })),
  );
  const page = (
    name: string,
    content: (path: string) => Omit<DocsPage, 'name'>,
    path = `docs/${name}.html`,
  ): SiteFile => ({
    path,
    content: () => {
      const entries = [{ name: 'index', title: 'Docs' }, { name: 'api', title: 'API' }, ...shownOf(documents)];
      return docsPage(site, path, entries, { name, ...content(path) });
    },
  });
  yield { path: 'assets/docs-index.js', content: () => searchIndex(shownOf(documents)) };
  const home = (path: string): Omit<DocsPage, 'name'> => ({
    title: 'Docs',
    description: 'How to request prices and estimates, with every route and a command to try it.',
    headings: homeHeadings,
    body: <DocsHome root={rootFrom(path)} />,
  });
  yield page('index', home, 'docs.html');
  // The address it had before, and the page of docs/ on hosts that have one for a folder.
  yield page('index', home);
  yield page('api', () => ({
    title: 'API',
    description: 'Every route, parameter and field of the API, with examples from the real data.',
    ...apiReference(openapi() as Specification),
  }));
  for (const [index, { name }] of documents.entries()) {
    yield page(name, () => {
      const document = shownOf(documents)[index] as ShownDocument;
      return { ...document, description: descriptionOf(document) };
    });
  }
}

/** The search index: an entry per heading, as a script because a page on disk cannot load anything else. */
function searchIndex(documents: readonly ShownDocument[]): string {
  const entries = documents.flatMap(({ name, title, sections }) =>
    sections.map(({ heading, text }): DocsSection => {
      const isTop = heading.depth === 1;
      return [
        `docs/${name}.html${isTop ? '' : `#${heading.id}`}`,
        isTop ? title : `${title} › ${heading.text}`,
        text.trim(),
      ];
    }),
  );
  return `globalThis.docsIndex=${JSON.stringify(entries)};\n`;
}

/** The first sentences of a document. */
function descriptionOf({ title, sections }: Rendered): string {
  const text = sections.map((section) => section.text.trim()).find((text) => text.length >= 40) ?? '';
  const begin = text.length <= 150 ? text : `${text.slice(0, 147).replace(/\s+\S*$/, '')} ...`;
  return `${title}: ${begin}`;
}
