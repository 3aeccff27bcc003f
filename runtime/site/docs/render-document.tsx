/** Renders a document as HTML with the site's classes, using marked. */
import { Marked, type Tokens } from 'marked';
import { Scroll } from '../components/table.tsx';
import { htmlOf } from '../layout.tsx';
import { Code } from './docs-home.tsx';
import type { Heading } from './docs-page.tsx';

export interface Rendered {
  title: string;
  headings: Heading[];
  body: { html: string };
  /** The text below each heading, for the search. */
  sections: { heading: Heading; text: string }[];
}

/**
 * Renders `text`, the content of the file at `path`. `pageOf` returns the page that shows a file of the project,
 * or null if the site has none: a link to it becomes plain text.
 */
export function rendered(path: string, text: string, pageOf: (file: string) => string | null): Rendered {
  const headings: Heading[] = [];
  const sections: Rendered['sections'] = [];
  let tables = 0;
  const marked = new Marked({ gfm: true });
  marked.use({
    renderer: {
      heading({ tokens, depth }: Tokens.Heading): string {
        const shown = this.parser.parseInline(tokens);
        const heading = headings[next++] as Heading;
        return `<h${depth} id="${heading.id}">${shown}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link): string {
        const shown = this.parser.parseInline(tokens);
        const target = targetOf(href);
        return target === null ? shown : htmlOf(<a href={target} {...raw(shown)} />);
      },
      code({ text }: Tokens.Code): string {
        return `${htmlOf(<Code>{text}</Code>)}\n`;
      },
      table({ header, rows }: Tokens.Table): string {
        const cell = ({ tokens, align, header }: Tokens.TableCell): string => {
          const content = this.parser.parseInline(tokens);
          const number = align === 'right' ? ' class="num"' : '';
          return header ? `<th scope="col"${number}>${content}</th>` : `<td${number}>${content}</td>`;
        };
        const line = (cells: Tokens.TableCell[]): string => `<tr>${cells.map(cell).join('')}</tr>\n`;
        tables++;
        const table = `<thead>${line(header)}</thead><tbody>${rows.map(line).join('')}</tbody>`;
        const region = (
          <Scroll label={`Table ${tables}`}>
            <table {...raw(table)} />
          </Scroll>
        );
        return `${htmlOf(region)}\n`;
      },
      // Drops comments for the tests, such as why a command is not run.
      html({ text }: Tokens.HTML | Tokens.Tag): string {
        return text.startsWith('<!--') ? '' : text;
      },
    },
  });
  const targetOf = (href: string): string | null => {
    if (/^(https?:|mailto:|#)/.test(href)) return href;
    const [file = '', anchor] = href.split('#');
    const page = pageOf(new URL(file, `file:///${path}`).pathname.slice(1));
    return page === null ? null : page + (anchor === undefined ? '' : `#${anchor}`);
  };
  const tokens = marked.lexer(text);
  let next = 0;
  for (const token of tokens) {
    if (token.type === 'heading') {
      const { depth, text } = token as Tokens.Heading;
      const plain = plainText(text);
      const heading = { depth, id: unusedId(anchorOf(plain), headings), text: plain };
      headings.push(heading);
      sections.push({ heading, text: '' });
    } else {
      const section = sections.at(-1);
      if (section) section.text += ` ${plainText(token.raw)}`;
    }
  }
  const body = { html: marked.parser(tokens) };
  return { title: headings[0]?.text ?? path, headings, body, sections };
}

/** HTML that marked has made, as the content of an element. */
const raw = (html: string) => ({ dangerouslySetInnerHTML: { __html: html } });

/** The anchor that Git hosts give a heading, so that links between documents work on both. */
const anchorOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

function unusedId(id: string, headings: readonly Heading[]): string {
  let candidate = id;
  for (let count = 1; headings.some((heading) => heading.id === candidate); count++) candidate = `${id}-${count}`;
  return candidate;
}

/** Text without Markdown syntax, on one line. */
const plainText = (text: string): string =>
  text
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*|]|^#+ |^```\w*$/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
