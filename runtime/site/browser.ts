/** What the scripts of the pages need from the document and its address. */

/** Whether the build is drawing the page: it leaves out what is useless without the script. */
export const isBuild = typeof document === 'undefined';

/** A link to another page of the site, such as `models/gpt-4o.html`; the build draws a page at the root. */
export const pageLink = (path: string): string =>
  isBuild ? path : `${document.documentElement.dataset.root ?? ''}${path}`;

/** The day (UTC) by the clock of the reader, YYYY-MM-DD. */
export const today = (): string => new Date().toISOString().slice(0, 10);

/** The day of the reader, but never before that of the build: a clock may be slow. */
export const readersDay = (built: string): string => [built, today()].sort()[1] as string;

/** An element that the build put on the page. */
export function byId<Kind extends HTMLElement = HTMLElement>(id: string): Kind {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no #${id}.`);
  return found as Kind;
}

/** Announces a sentence to screen readers. */
export function say(sentence: string): void {
  const place = byId('announce');
  if (place.textContent !== sentence) place.textContent = sentence;
}

let waiting: ReturnType<typeof setTimeout> | undefined;

/** Announces a sentence once changes have stopped. */
export function announce(sentence: string): void {
  clearTimeout(waiting);
  waiting = setTimeout(() => say(sentence), 800);
}

/** Runs a task after the next frame; a page in the background draws none. */
export const afterNextFrame = (task: () => void): void => {
  if (document.hidden) setTimeout(task);
  else requestAnimationFrame(() => setTimeout(task));
};

const loading = new Map<string, Promise<void>>();

/** Runs a script from `assets/` once; works for a page on disk too, which cannot fetch anything. */
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

/** Copies text to the clipboard; false if the browser does not allow it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

/** For browsers that allow the clipboard API only on pages sent over TLS. */
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

/** Saves a file. */
export function save(name: string, type: string, content: string | Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

let nextAddress: string | undefined;

/** Replaces the address of the page after the next frame: that alone takes as long as drawing a table. */
export function replaceAddress(address: string): void {
  const isWaiting = nextAddress !== undefined;
  nextAddress = address;
  if (isWaiting) return;
  afterNextFrame(() => {
    try {
      history.replaceState(null, '', nextAddress);
    } catch {
      // Some browsers do not let a page on disk change its address.
    }
    nextAddress = undefined;
  });
}

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
