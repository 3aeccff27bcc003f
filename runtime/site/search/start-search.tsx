/** The search of the site in a dialog. Names are loaded with it; the text of the docs follows and adds its sections. */
import { Component, render } from 'preact';
import { announce, loadScript, pageLink } from '../browser.ts';
import { Combobox } from '../components/combobox.tsx';
import type { DocsSection } from '../docs/find-sections.ts';
import { type Entry, find, type Kind } from './find.ts';

declare global {
  /** Set by `assets/search.js`. */
  var openSiteSearch: (() => void) | undefined;
  /** Set by `assets/search-index.js` and `assets/docs-index.js`. */
  var siteIndex: readonly Entry[] | undefined;
  var docsIndex: readonly DocsSection[] | undefined;
}

const kindNames: Record<Kind, string> = { page: 'Pages', model: 'Models', board: 'Boards', docs: 'Docs' };

class SiteSearch extends Component<object, { text: string; failed: string | null }> {
  override state = { text: '', failed: null };
  private dialog: HTMLDialogElement | null = null;

  override componentDidMount(): void {
    globalThis.openSiteSearch = () => this.open();
  }

  private open(): void {
    if (this.dialog?.open === false) this.dialog.showModal();
    for (const name of ['search-index', 'docs-index']) {
      loadScript(name).then(
        () => this.forceUpdate(),
        (error: Error) => this.setState({ failed: error.message }),
      );
    }
  }

  override render() {
    const { text, failed } = this.state;
    const hits = find(globalThis.siteIndex ?? [], globalThis.docsIndex ?? [], text);
    const isReady = globalThis.siteIndex !== undefined && globalThis.docsIndex !== undefined;
    if (text !== '' && isReady) announce(hits.length === 0 ? 'Nothing found' : `${hits.length} found`);
    return (
      <dialog
        ref={(dialog) => {
          this.dialog = dialog;
        }}
        class="site-search"
        aria-label="Search this site"
      >
        <form method="dialog">
          <Combobox
            id="site-search-words"
            label="Search models, boards and docs"
            placeholder="gpt5, sonnet 4.6, rate limit"
            text={text}
            isOpen
            options={hits.map(({ kind, title, detail, address }) => ({
              value: address,
              title,
              detail,
              group: kindNames[kind],
              href: pageLink(address),
            }))}
            onText={(typed) => this.setState({ text: typed })}
            onChoose={({ value }) => {
              this.dialog?.close();
              location.assign(pageLink(value));
            }}
          />
          {text !== '' && isReady && hits.length === 0 && <p class="muted">Nothing found. Fewer words find more.</p>}
          {failed !== null && <p class="error">{failed}</p>}
          <button type="submit" class="button quiet" formNoValidate>
            Close
          </button>
        </form>
      </dialog>
    );
  }
}

const sheet = document.createElement('link');
sheet.rel = 'stylesheet';
sheet.href = pageLink('assets/search.css');
document.head.append(sheet);
const place = document.createElement('div');
document.body.append(place);
render(<SiteSearch />, place);
