/** The page for one call: draws it, and keeps the call in the address. */
import { render } from 'preact';
import { UnknownUsage } from '../../core/pricing/usage-shapes.ts';
import { announce, keepInAddress } from '../browser.ts';
import { fullCatalog } from '../catalog/full-catalog.ts';
import { readUsage } from './read-usage.ts';
import { callLink, readCallLink, type TypedCall, withUsage } from './token-state.ts';
import { Tokens, type TokensView } from './tokens.tsx';

/** What the page opens with: a late call of a coding agent. */
const example: TypedCall = {
  model: 'claude-sonnet-4-6',
  input: '450',
  cachedInput: '38000',
  cacheWrite: '850',
  output: '400',
};

function start(place: Element, catalog: TokensView['catalog']): void {
  let typed: TypedCall = example;
  let pasted = '';
  let read: TokensView['read'] = null;
  const draw = () => render(<Tokens {...{ catalog, typed, pasted, read, onPaste, onChange }} />, place);
  const onChange = (next: TypedCall) => {
    typed = next;
    draw();
    saveLink(callLink(typed));
  };
  const onPaste = (text: string) => {
    pasted = text;
    read = null;
    if (text.trim() !== '') {
      try {
        const usage = readUsage(text);
        read = { shape: usage.shape };
        typed = withUsage(typed, usage);
        announce(`Read as ${usage.shape}.`);
      } catch (error) {
        if (!(error instanceof UnknownUsage)) throw error;
        read = { wrong: error.message };
      }
    }
    onChange(typed);
  };
  place.replaceChildren();
  const saveLink = keepInAddress((hash) => {
    typed = hash === '' ? example : readCallLink(hash);
    draw();
  });
}

const place = document.getElementById('tokens');
if (place !== null) {
  fullCatalog().then(
    (catalog) => start(place, catalog),
    (error: Error) => place.prepend(error.message),
  );
}
