/**
 * The roles of tables, stated: where a style sheet lays rows out as blocks or boxes, Safari's screen reader skips them
 * otherwise (bugs.webkit.org 257458). By a script, since an author may not state in HTML what an element is by itself.
 */

const roles: Readonly<Record<string, string>> = {
  TABLE: 'table',
  THEAD: 'rowgroup',
  TBODY: 'rowgroup',
  TFOOT: 'rowgroup',
  TR: 'row',
  TD: 'cell',
};

/** The parts of tables that have no role yet. */
export const withoutRole = ':is(table, thead, tbody, tfoot, tr, th, td):not([role])';

function stateRoles(): void {
  for (const part of document.querySelectorAll(withoutRole)) {
    const head = part.getAttribute('scope') === 'row' ? 'rowheader' : 'columnheader';
    part.setAttribute('role', roles[part.tagName] ?? head);
  }
}

/** Gives every table its roles: those that are drawn later too, and those that lose theirs as a script redraws them. */
export function keepRoles(): void {
  stateRoles();
  new MutationObserver(stateRoles).observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['role'],
  });
}
