import { type HTMLElement, parse } from 'node-html-parser';
import { describe, expect, test } from 'vitest';
import { boardsOf } from '../../../runtime/core/benchmarks/facts.ts';
import { type BoardView, boardViews } from '../../../runtime/site/boards/board-views.ts';
import { ListPriceOrder } from '../../../runtime/site/boards/orders.tsx';
import { hasPicture, Picture, type PictureSize } from '../../../runtime/site/boards/picture.tsx';
import { Swatch } from '../../../runtime/site/boards/series-style.tsx';
import { everything, type ViewFilter } from '../../../runtime/site/boards/view-filter.ts';
import { htmlOf } from '../../../runtime/site/layout.tsx';
import { catalog } from '../../support/core/catalog.ts';

const views = boardViews(catalog);
const boardOf = (id: string) => boardsOf(catalog).find((board) => board.id === id);
const withPicture = views.filter(hasPicture);
const drawn = (view: BoardView, filter: ViewFilter = everything, size: PictureSize = 'wide'): HTMLElement =>
  parse(htmlOf(Picture({ view, filter, size })));

/** Converts coordinates to values using only the chart: two ticks of each axis and their positions. */
function axes(svg: HTMLElement) {
  const ticks = svg.querySelectorAll('.scale text').filter(({ text }) => /\d/.test(text));
  const read = (unit: RegExp, axis: 'x' | 'y') =>
    ticks
      .filter(({ text }) => unit.test(text))
      .map((tick) => ({ value: Number(tick.text.replace(/[$% ]/g, '')), at: Number(tick.getAttribute(axis)) }));
  const [dollars, percents] = [read(/^\$/, 'x'), read(/%$/, 'y')];
  const [d0, d1, p0, p1] = [dollars[0], dollars.at(-1), percents[0], percents.at(-1)];
  if (!d0 || !d1 || !p0 || !p1) throw new Error('an axis has fewer than two ticks');
  return {
    // A log axis: equal ratios are equal distances.
    usd: (x: number) => d0.value * (d1.value / d0.value) ** ((x - d0.at) / (d1.at - d0.at)),
    // Tick texts are four units below their line.
    rate: (y: number) => (p0.value + ((y + 4 - p0.at) / (p1.at - p0.at)) * (p1.value - p0.value)) / 100,
    dollars,
  };
}

const points = (svg: HTMLElement) =>
  svg.querySelectorAll('[data-key]').map((point) => {
    const [, x = '', y = ''] = /translate\((\S+) (\S+)\)/.exec(point.toString()) ?? [];
    return { key: point.getAttribute('data-key') ?? '', x: Number(x), y: Number(y), title: point.text };
  });

describe('the chart of a board', () => {
  test.each(views.map((view) => [view.id, view] as const))(
    '%s: each point is at the values of its row in the API',
    (id, view) => {
      const rows = boardOf(id)?.rows ?? [];
      const expected = rows.filter((row) => row.usdPerSolvedTask !== null && row.successRate >= 0.05);
      if (expected.length < 2) {
        expect(hasPicture(view)).toBe(false);
        return;
      }
      const svg = drawn(view);
      const { usd, rate, dollars } = axes(svg);
      const found = points(svg);
      expect(found).toHaveLength(expected.length);
      for (const { key, x, y } of found) {
        const row = view.rows.find((one) => one.key === key);
        expect(rows).toContainEqual(expect.objectContaining({ config: row?.config, model: row?.model }));
        if (!row) continue;
        // A coordinate has one decimal: an axis of some 900 units and three powers of ten is right to a thousandth.
        expect(usd(x) / (row.usdPerSolvedTask as number), key).toBeCloseTo(1, 2);
        expect(rate(y), key).toBeCloseTo(row.successRate, 3);
      }
      expect(dollars.length).toBeGreaterThanOrEqual(2);
    },
  );

  test('every point has a tooltip with its intervals', () => {
    const view = views.find(({ id }) => id === 'deepswe') as BoardView;
    const { title } = points(drawn(view)).find(({ key }) => key === 'glm-5-3-flash:max') ?? {};
    // 0.6339 of 113 tasks, Wilson at 95 %: 54.2 % to 71.7 %; the file of the board has $0.48196375 a task: / 0.6339 = 0.7603.
    expect(title?.replaceAll('\u00a0', ' ').split('\n').slice(0, 3)).toEqual([
      'GLM-5.3-Flash, max effort',
      '63.4 % solved (54 to 72 %)',
      '$0.76 per solved task ($0.67 to $0.89)',
    ]);
  });

  test('every maker has a shape and a colour of its own, and so have models that are not listed', () => {
    const styles = [null, ...new Set(views.flatMap(({ providers }) => providers.map(({ style }) => style ?? -1)))]
      .filter((style) => style !== -1)
      .sort((a, b) => (a ?? -1) - (b ?? -1));
    const swatches = styles.map((style) => parse(htmlOf(Swatch({ style }))));
    const outlines = swatches.map((swatch) => swatch.querySelector('path')?.getAttribute('d'));
    const colours = swatches.map((swatch) => swatch.querySelector('svg')?.getAttribute('class'));
    expect(styles.length).toBeGreaterThan(8);
    expect(new Set(outlines).size).toBe(styles.length);
    expect(new Set(colours).size).toBe(styles.length);
  });

  test('no name or amount of an order is outside its drawing, wide or narrow', () => {
    for (const view of views) {
      const orders = parse(htmlOf(ListPriceOrder({ view })));
      for (const svg of orders.querySelectorAll('.slopegraph')) {
        const width = Number(svg.getAttribute('viewBox')?.split(' ')[2]);
        for (const text of svg.querySelectorAll('text')) {
          // A bold letter of a system font is at most 0.6 of its 12 units wide on average.
          const length = text.text.length * 12 * 0.6;
          const [x, end] = [Number(text.getAttribute('x')), text.getAttribute('text-anchor') === 'end'];
          expect(end ? x - length : x, `${view.id} ${text.text}`).toBeGreaterThanOrEqual(-1);
          expect(end ? x : x + length, `${view.id} ${text.text}`).toBeLessThanOrEqual(width + 1);
        }
      }
    }
  });

  test('a line joins the efforts of a model in order', () => {
    const view = views.find(({ id }) => id === 'deepswe') as BoardView;
    const svg = drawn(view);
    const series = svg.querySelectorAll('.series').find((group) => group.toString().includes('gpt-5-6-sol:low'));
    const keys = points(series as HTMLElement).map(({ key }) => key);
    expect(keys).toEqual(['low', 'medium', 'high', 'xhigh', 'max'].map((effort) => `gpt-5-6-sol:${effort}`));
    const line = series?.querySelector('.line')?.getAttribute('d');
    expect(line).toBe(
      points(series as HTMLElement)
        .map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`)
        .join(''),
    );
  });

  test('the front is that of the API, or that of the rows shown if filtered', () => {
    const view = views.find(({ id }) => id === 'deepswe') as BoardView;
    const corners = (svg: HTMLElement) => svg.querySelector('.front')?.getAttribute('d')?.match(/V/g)?.length;
    expect(corners(drawn(view))).toBe(view.rows.filter(({ onFront }) => onFront).length);
    // By hand: Anthropic's rows that solve more than every cheaper one.
    const rows = view.rows.filter((row) => row.provider === 'anthropic' && row.usdPerSolvedTask !== null);
    const best = rows.filter((row, index) =>
      rows.slice(0, index).every((other) => other.successRate < row.successRate),
    );
    expect(best.length).toBeGreaterThan(2);
    expect(corners(drawn(view, { ...everything, providers: ['anthropic'] }))).toBe(best.length);
  });

  test('only the filtered rows are drawn, on the same axes', () => {
    const view = views.find(({ id }) => id === 'deepswe') as BoardView;
    const svg = drawn(view, { ...everything, solves: 60, providers: ['openai', 'zai'] });
    const all = points(drawn(view));
    const expected = view.rows.filter(
      (row) => row.successRate >= 0.6 && (row.provider === 'openai' || row.provider === 'zai'),
    );
    const found = points(svg);
    expect(found.map(({ key }) => key).sort()).toEqual(expected.map(({ key }) => key).sort());
    for (const point of found) expect(all).toContainEqual(point);
  });

  test('no name covers another name or a point', () => {
    for (const view of withPicture) {
      for (const size of ['wide', 'narrow'] as const) {
        const svg = drawn(view, everything, size);
        // Letters are 12 units high and half as wide on average; x and y are the left end of the baseline.
        const boxes = svg.querySelectorAll('.labels text').map((label) => {
          const [left, base] = [Number(label.getAttribute('x')), Number(label.getAttribute('y'))];
          return { text: label.text, left, right: left + label.text.length * 6, top: base - 9, bottom: base + 2 };
        });
        for (const box of boxes) {
          for (const { x, y, key } of points(svg)) {
            const covers = x > box.left && x < box.right && y > box.top && y < box.bottom;
            expect(covers, `${view.id} ${size}: ${box.text} covers ${key}`).toBe(false);
          }
          for (const other of boxes) {
            const apart =
              box === other ||
              box.right <= other.left ||
              other.right <= box.left ||
              box.bottom <= other.top ||
              other.bottom <= box.top;
            expect(apart, `${view.id} ${size}: ${box.text} and ${other.text}`).toBe(true);
          }
        }
      }
    }
  });

  test('has no style attribute, which the page policy forbids', () => {
    for (const view of withPicture) expect(drawn(view).toString()).not.toMatch(/\sstyle=/);
  });
});
