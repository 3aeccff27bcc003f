/** What the parts of the page need of the document around them. */

/** Whether the build draws the front page, and leaves to the script what nobody can use without it. */
export const isBuild = typeof document === 'undefined';

/** A link to another page of the site, such as `models/gpt-4o.html`; the build draws a page at the root. */
export const pageLink = (path: string): string =>
  isBuild ? path : `${document.documentElement.dataset.root ?? ''}${path}`;

/** An element that the build has put on the page. */
export function byId<Kind extends HTMLElement = HTMLElement>(id: string): Kind {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no #${id}.`);
  return found as Kind;
}

/** Says a sentence to people with a screen reader. */
export function say(sentence: string): void {
  const place = byId('announce');
  if (place.textContent !== sentence) place.textContent = sentence;
}

let waiting: ReturnType<typeof setTimeout> | undefined;

/** Says it once nothing changes any more. */
export function announce(sentence: string): void {
  clearTimeout(waiting);
  waiting = setTimeout(() => say(sentence), 800);
}

const loading = new Map<string, Promise<void>>();

/** Runs a script of `assets/` once, also of a page on disk, where nothing can be fetched. */
export function loadScript(name: string): Promise<void> {
  const started = loading.get(name);
  if (started !== undefined) return started;
  const loaded = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = pageLink(`assets/${name}.js`);
    script.onload = () => resolve();
    script.onerror = () => {
      loading.delete(name);
      script.remove();
      reject(new Error(`${script.src} could not be loaded.`));
    };
    document.head.append(script);
  });
  loading.set(name, loaded);
  return loaded;
}

/** Puts text on the clipboard; false where the browser does not let it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

/** The way of browsers that give the clipboard only to pages sent over TLS. */
function copySelected(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  document.body.append(area);
  area.select();
  const copied = document.execCommand('copy');
  area.remove();
  return copied;
}

/** Saves text as a file. */
export function save(name: string, type: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
