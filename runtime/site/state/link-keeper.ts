/** Keeps the state of the page in its address. */

/** A link to a section of the page, such as `#app`, holds no state. */
const isState = (hash: string): boolean => hash === '' || hash.includes('=');

/**
 * Opens the state in the address, now and whenever a person edits it by hand; returns a function that saves a new one.
 * Browsers refuse more than a few changes of the address a second, so it saves shortly after the last change.
 */
export function keepInAddress(open: (hash: string) => void): (hash: string) => void {
  let saving: ReturnType<typeof setTimeout> | undefined;
  open(isState(location.hash) ? location.hash : '');
  addEventListener('hashchange', () => {
    if (isState(location.hash)) open(location.hash);
  });
  return (hash) => {
    clearTimeout(saving);
    saving = setTimeout(
      () => history.replaceState(null, '', hash === '' ? location.pathname + location.search : hash),
      200,
    );
  };
}
