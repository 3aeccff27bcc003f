/** The search of the docs. Its index is loaded when a search begins. */
import { announce, byId, loadScript, pageLink } from '../browser.ts';
import { type DocsSection, findSections } from './find-sections.ts';

const form = byId('docs-search');
const box = byId<HTMLInputElement>('docs-words');
const place = byId('docs-found');

const index = (): readonly DocsSection[] => (globalThis as { docsIndex?: readonly DocsSection[] }).docsIndex ?? [];

function show(): void {
  const words = box.value.trim();
  if (words === '') {
    place.replaceChildren();
    return;
  }
  const found = findSections(index(), words);
  const count = document.createElement('p');
  count.className = 'muted small';
  count.textContent = found.length === 0 ? 'No section has all of these words.' : `${found.length} sections`;
  announce(count.textContent);
  const links = found.map(({ address, title, excerpt }) => {
    const link = document.createElement('a');
    link.href = pageLink(address);
    const text = document.createElement('span');
    text.className = 'muted small';
    text.textContent = excerpt;
    link.append(title, document.createElement('br'), text);
    return link;
  });
  place.replaceChildren(count, ...links);
}

box.addEventListener('input', async () => {
  await loadScript('docs-index');
  show();
});
form.addEventListener('submit', (event) => {
  event.preventDefault();
  place.querySelector('a')?.click();
});
