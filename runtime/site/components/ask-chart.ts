/**
 * A chart that can be asked: pointer, touch and arrow keys show a box with what a point says. Points are the elements
 * with `data-ask`, or groups with a title, whose lines the box shows, the first as its head.
 */
import { say } from '../browser.ts';

/** How near a pointer must be to a point, in pixels. */
const reach = 24;
/** Between a point and its box, and between the box and the edge, in pixels. */
const gap = 12;

/**
 * @param place the chart, or what holds it where it may be drawn anew; it is made focusable
 * @param label what it shows, and what Enter does, for screen readers
 */
export function askable(place: HTMLElement | SVGElement, label: string): void {
  // Without the script the browser shows the title of a point.
  for (const title of place.querySelectorAll('g > title')) {
    title.parentElement?.setAttribute('data-ask', title.textContent ?? '');
    title.remove();
  }
  place.classList.add('askable');
  place.tabIndex = 0;
  place.setAttribute('role', 'group');
  place.setAttribute('aria-label', `${label}. Arrow keys go from point to point.`);
  const box = document.createElement('div');
  box.className = 'ask-box';
  box.hidden = true;
  box.setAttribute('aria-hidden', 'true');
  place.after(box);
  let shown: Element | null = null;

  const hide = (): void => {
    box.hidden = true;
    shown?.classList.remove('asked');
    shown = null;
  };
  const show = (point: Element): void => {
    if (point === shown) return;
    hide();
    shown = point;
    point.classList.add('asked');
    const [head = '', ...lines] = textOf(point).split('\n');
    const strong = document.createElement('strong');
    strong.textContent = head;
    box.replaceChildren(strong, ...lines.flatMap((line) => [document.createElement('br'), line]));
    box.hidden = false;
    put(box, point, place);
  };

  const listen = place as HTMLElement;
  listen.addEventListener('pointermove', (event) => {
    const point = pointAt(place, event);
    if (point !== null) show(point);
    else if (event.pointerType === 'mouse') hide();
  });
  listen.addEventListener('pointerdown', (event) => {
    const point = pointAt(place, event);
    if (point !== null) show(point);
    else hide();
  });
  listen.addEventListener('pointerleave', ({ pointerType }) => pointerType === 'mouse' && hide());
  listen.addEventListener('blur', hide);
  listen.addEventListener('keydown', (event) => {
    if (event.target !== place) return;
    const points = pointsIn(place);
    const at = shown === null ? -1 : points.indexOf(shown);
    const next = nextFor(event.key, at, points.length);
    if (event.key === 'Escape') hide();
    else if (event.key === 'Enter') shown?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    else if (next !== null) {
      event.preventDefault();
      const point = points[next];
      if (point === undefined) return;
      show(point);
      say(textOf(point).replaceAll('\n', ', '));
    }
  });
}

const textOf = (point: Element): string => point.getAttribute('data-ask') ?? '';

const middleOf = (element: Element): { x: number; y: number } => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
};

/** The points that are visible, from left to right and from top to bottom. */
function pointsIn(place: Element): Element[] {
  const points = [...place.querySelectorAll('[data-ask]')].filter((point) => point.getClientRects().length > 0);
  return points
    .map((point) => ({ point, ...middleOf(point) }))
    .sort((a, b) => a.x - b.x || a.y - b.y)
    .map(({ point }) => point);
}

/** The point below the pointer, else the nearest within reach. */
function pointAt(place: Element, { target, clientX, clientY }: PointerEvent): Element | null {
  const direct = (target as Element).closest('[data-ask]');
  if (direct !== null) return direct;
  let best: { point: Element; far: number } | null = null;
  for (const point of pointsIn(place)) {
    const { x, y } = middleOf(point);
    const far = Math.hypot(x - clientX, y - clientY);
    if (far <= reach && (best === null || far < best.far)) best = { point, far };
  }
  return best?.point ?? null;
}

/** null: the key does not move. */
function nextFor(key: string, at: number, count: number): number | null {
  const last = count - 1;
  if (key === 'ArrowRight' || key === 'ArrowDown') return Math.min(last, at + 1);
  if (key === 'ArrowLeft' || key === 'ArrowUp') return at < 0 ? last : Math.max(0, at - 1);
  if (key === 'Home') return 0;
  return key === 'End' ? last : null;
}

/** Above the point where there is room, else below, and never beyond the sides of the chart. */
function put(box: HTMLElement, point: Element, place: Element): void {
  const around = (box.offsetParent ?? place).getBoundingClientRect();
  const target = point.getBoundingClientRect();
  const { x } = middleOf(point);
  const left = Math.min(Math.max(0, x - around.left - box.offsetWidth / 2), around.width - box.offsetWidth);
  const above = target.top - around.top - box.offsetHeight - gap;
  const isRoom = target.top - box.offsetHeight - gap > 0;
  box.style.left = `${Math.max(0, left)}px`;
  box.style.top = `${isRoom ? above : target.bottom - around.top + gap}px`;
}
