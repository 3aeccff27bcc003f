/** The last state of the front page in this tab, so that a model's page leads back to one's own workflow, on that model. */
import { linkTo, readLink } from './link-state.ts';

const key = 'agent-cost';

/** Keeps the state; a browser may forbid it, and nothing is kept then. */
export function remember(hash: string): void {
  try {
    sessionStorage.setItem(key, hash);
  } catch {}
}

function remembered(): string {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

/** The address of the last state with another model for `#with=gpt-5.4`; any other address as it is. */
export function withLast(hash: string): string {
  const model = new URLSearchParams(hash.replace(/^#/, '')).get('with');
  if (model === null) return hash;
  const { first, second, list } = readLink(remembered());
  return linkTo({ first: { ...first, modelId: model }, second, list });
}
