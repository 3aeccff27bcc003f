/** The models that a reader keeps: in this browser, and in links that show them. */

const key = 'agent-cost-models';

/** Ids of models, in the order in which they were kept; empty where the browser keeps nothing. */
export function myModels(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id): id is string => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

/** Keeps these; a browser may forbid it, and nothing is kept then. */
export function keepModels(ids: readonly string[]): void {
  try {
    localStorage.setItem(key, JSON.stringify([...new Set(ids)]));
  } catch {}
}

/** Keeps a model, or no longer; whether it is kept now. */
export function toggleMine(id: string): boolean {
  const kept = myModels();
  const isNew = !kept.includes(id);
  keepModels(isNew ? [...kept, id] : kept.filter((one) => one !== id));
  return isNew;
}
