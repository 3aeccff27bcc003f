/** On every page: what holds on the day of the reader, how old the data is, the search that its button, `/`, Ctrl-K load. */
import { byId, loadScript, today } from './browser.ts';
import { sayAge, showForDay } from './clock.ts';
import { keepRoles } from './table-roles.ts';

const open = async (): Promise<void> => {
  await loadScript('search');
  globalThis.openSiteSearch?.();
};

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input, select, textarea, [contenteditable]');

keepRoles();
showForDay(today());
sayAge(byId('price-age'), today());
document.getElementById('site-search')?.addEventListener('click', () => void open());
addEventListener('keydown', (event) => {
  const { key, ctrlKey, metaKey, altKey, target } = event;
  const isShortcut = (ctrlKey || metaKey) && !altKey ? key === 'k' : key === '/' && !altKey && !isTyping(target);
  if (!isShortcut) return;
  event.preventDefault();
  void open();
});
