/** Saves a chart as a picture that looks the same anywhere: an SVG file that needs no style sheet, or a PNG. */
import { announce, save } from '../browser.ts';

/** A PNG is at least this wide, in pixels. */
const leastWidth = 1200;

/** What the style sheets may set on a part of a chart. */
const kept = [
  ...['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-dasharray', 'stroke-linejoin'],
  ...['opacity', 'font-family', 'font-size', 'font-weight', 'text-anchor', 'paint-order'],
] as const;

/** @param name of the file, which ends with its type */
async function savePicture(svg: SVGSVGElement, name: string): Promise<void> {
  const picture = pictureOf(svg);
  if (name.endsWith('.svg')) save(name, 'image/svg+xml', picture);
  else save(name, 'image/png', await pngOf(picture));
}

/** @param picture an SVG file with its size */
async function pngOf(picture: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(picture)}`;
  await image.decode();
  const scale = Math.ceil(leastWidth / image.width);
  const canvas = document.createElement('canvas');
  canvas.width = image.width * scale;
  canvas.height = image.height * scale;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('This browser makes no PNG.')) : resolve(blob)));
  });
}

/** The chart below the caption and the key of its figure. */
function pictureOf(svg: SVGSVGElement): string {
  const { width, height } = svg.viewBox.baseVal;
  const head = headOf(svg, width);
  const chart = styledCopy(svg);
  place(chart, { y: head.height, width, height });
  const paper = shape('rect', { width: '100%', height: '100%', fill: getComputedStyle(document.body).backgroundColor });
  const total = height + head.height;
  const picture = shape('svg', { xmlns: svgNames, width, height: total, viewBox: `0 0 ${width} ${total}` });
  picture.append(paper, ...head.parts, chart);
  return `<?xml version="1.0" encoding="utf-8"?>\n${new XMLSerializer().serializeToString(picture)}\n`;
}

/** A copy that needs no style sheet and is asked nothing. */
function styledCopy(svg: SVGSVGElement): SVGSVGElement {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const [from, to] = [svg, copy].map((root) => [root, ...root.querySelectorAll<SVGElement>('*')]);
  to?.forEach((element, index) => {
    const style = getComputedStyle(from?.[index] as Element);
    for (const name of kept) element.setAttribute(name, style.getPropertyValue(name));
    for (const name of ['class', 'data-ask', 'data-key']) element.removeAttribute(name);
  });
  for (const name of ['tabindex', 'role', 'aria-label']) copy.removeAttribute(name);
  return copy;
}

/** Heights of a line of the head, and widths of a letter and of what is beside a word of the key, in units of a drawing. */
const [line, letter, swatch, gap] = [20, 7, 30, 16];

/** The caption of a figure, and its key in as many lines as it needs. */
function headOf(svg: SVGSVGElement, width: number): { parts: SVGElement[]; height: number } {
  const figure = svg.closest('figure');
  const style = getComputedStyle(figure ?? svg);
  const text = (said: string, x: number, y: number, weight: number): SVGElement => {
    const words = shape('text', { x, y, fill: style.color, 'font-size': 12, 'font-weight': weight });
    words.setAttribute('font-family', style.fontFamily);
    words.textContent = said;
    return words;
  };
  const caption = figure?.querySelector('figcaption')?.textContent ?? '';
  const parts = caption === '' ? [] : [text(caption, 4, 14, 600)];
  let [x, y] = [4, caption === '' ? 0 : line];
  const items = [...(figure?.querySelectorAll('.key > li, .legend > li') ?? [])];
  for (const item of items) {
    const said = item.textContent?.trim() ?? '';
    const wide = swatch + said.length * letter + gap;
    if (x > 4 && x + wide > width) [x, y] = [4, y + line];
    const drawn = item.querySelector('svg');
    if (drawn !== null) {
      const mark = styledCopy(drawn);
      place(mark, { x, y: y + 4, width: 24, height: 12 });
      parts.push(mark);
    }
    parts.push(text(said, x + swatch, y + 14, 400));
    x += wide;
  }
  return { parts, height: y + (items.length > 0 ? line + 4 : 0) };
}

const svgNames = 'http://www.w3.org/2000/svg';

function shape(name: string, attributes: object): SVGElement {
  const made = document.createElementNS(svgNames, name);
  place(made, attributes);
  return made;
}

const place = (element: SVGElement, attributes: object): void => {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
};

/** Makes every button with `data-save-picture`, the name of the file, save the visible chart of its figure or section. */
export function savesPictures(): void {
  document.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest<HTMLElement>('[data-save-picture]');
    const charts = [...(button?.closest('figure, section')?.querySelectorAll<SVGSVGElement>('svg[role]') ?? [])];
    const svg = charts.find((chart) => chart.getClientRects().length > 0);
    if (button !== null && svg !== undefined)
      savePicture(svg, button.dataset.savePicture ?? 'chart.svg').catch((error: Error) => announce(error.message));
  });
}
