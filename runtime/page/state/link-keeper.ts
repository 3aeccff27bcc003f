/** The address of the page, as the place where its state is kept. */

/** A link to a place on the page, such as `#app`, is no state. */
const isState = (hash: string): boolean => hash === '' || hash.includes('=');

/**
 * Opens the state that the address has, now and whenever a person changes it by hand; returns what keeps a new one there.
 * Browsers refuse more than a few changes of the address a second, so it is kept a moment after the last.
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
