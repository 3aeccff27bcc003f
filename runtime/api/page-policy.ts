/**
 * What a page may load: its own scripts, styles and pictures, and a worker made from them. In `closedPolicy`
 * connect-src falls back to 'none', so no script can send anything anywhere: what a user drops or pastes on the page
 * stays there.
 */
export const closedPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; worker-src 'self' blob:; base-uri 'none'; form-action 'none'";

/** For the other pages: browser tools such as Lighthouse read robots.txt on behalf of a page. */
export const pagePolicy = `${closedPolicy}; connect-src 'self'`;
