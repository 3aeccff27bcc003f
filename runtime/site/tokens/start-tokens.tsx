/** The page for one call: draws it, and keeps the call in the address. */
import { render } from 'preact';
import { announce, keepInAddress, readersDay } from '../browser.ts';
import { catalogOf, fullCatalog } from '../catalog/on-day.ts';
import { ModelBox } from '../components/model-box.tsx';
import { modelBox } from '../components/model-field.tsx';
import {
  afterPaste,
  afterTyping,
  type CallField,
  callLink,
  opened,
  readCallLink,
  type TokensState,
  type TypedCall,
} from './token-state.ts';
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
  let state: TokensState;
  const draw = () => render(<Tokens {...{ catalog, state, onPaste, onChange }} />, place);
  const show = (next: TokensState) => {
    state = next;
    draw();
    saveLink(callLink(state.typed));
  };
  const onChange = (typed: TypedCall) => show(afterTyping(state, typed));
  const onPaste = (text: string) => {
    show(afterPaste(state, text));
    const { read } = state;
    if (read !== null) announce('shape' in read ? `Read as ${read.shape}.` : read.wrong);
  };
  place.replaceChildren();
  const saveLink = keepInAddress((hash) => {
    state = hash === '' ? opened(example, Object.keys(example) as CallField[]) : opened(readCallLink(hash));
    draw();
  });
}

modelBox.Box = ModelBox;
const place = document.getElementById('tokens');
if (place !== null) {
  fullCatalog().then(
    (catalog) => start(place, catalogOf(catalog, readersDay(catalog.asOf))),
    (error: Error) => place.prepend(error.message),
  );
}
