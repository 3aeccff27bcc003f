/**
 * Every control of the pages at a CPU that is four times slower, on a wide and on a narrow screen: from the event to the
 * next frame, and the longest task after it.
 */
import { type Browser, chromium, type Page } from 'playwright-core';
import { median } from '../../runtime/core/values/median.ts';
import type { Bench } from '../bench.ts';
import { ours } from '../load/servers.ts';
import { type Control, controlsOf, type Use, use } from '../page/controls.ts';
import { opened, type Visit, visits } from '../page/visits.ts';
import { type Row, row, shareOf } from '../results/goals.ts';

const slowdown = 4;
/** All controls are used once, one after the other; then the slowest of them, each on a page that nobody has used. */
const uses = { ofAll: 1, ofSlowest: 5, slowest: 3 };
/** Of the screens, in pixels. */
const widths = [1280, 390];
const goalMs = 150;

export async function pageRows(bench: Bench): Promise<Row[]> {
  const server = await bench.serve(ours(await bench.place.dist('shipped')));
  const browser = await chromium.launch({
    ...(bench.tools.chromium && { executablePath: bench.tools.chromium }),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const rows: Row[] = [];
  try {
    for (const visit of visits) rows.push(await slowest(bench, browser, `http://127.0.0.1:${server.port}`, visit));
  } finally {
    await browser.close();
    await bench.stopServers();
  }
  return rows;
}

interface Measured {
  control: Control;
  width: number;
  uses: Use[];
  ms: number;
}

async function slowest(bench: Bench, browser: Browser, base: string, visit: Visit): Promise<Row> {
  const measured: Measured[] = [];
  let seen = 0;
  for (const width of widths) {
    const open = () => opened(browser, base, visit, width);
    const on = async (page: Page, control: Control, times: number): Promise<Measured[]> => {
      const found = await usesOf(page, control, times);
      return found.length === 0 ? [] : [{ control, width, uses: found, ms: median(found.map(longest)) }];
    };
    let page = await open();
    const controls = (await controlsOf(page)).filter(visit.only ?? (() => true));
    bench.say(`${visit.path} at ${width} px: ${controls.length} controls`);
    const first: Measured[] = [];
    for (const control of controls) {
      let found = await on(page, control, uses.ofAll);
      if (found.length === 0) {
        // An earlier one has taken it away.
        await page.close();
        page = await open();
        found = await on(page, control, uses.ofAll);
      }
      first.push(...found);
    }
    await page.close();
    seen += first.length;
    for (const { control } of first.sort(bySlowness).slice(0, uses.slowest)) {
      const unused = await open();
      measured.push(...(await on(unused, control, uses.ofSlowest)));
      await unused.close();
    }
  }
  const [worst, ...others] = measured.sort(bySlowness);
  if (worst === undefined) throw new Error(`${visit.path} has no controls`);
  const said = ({ control, width, uses: found }: Measured): string => {
    const [frame = 0, task = 0, cpu = 0] = (['frameMs', 'taskMs', 'cpuMs'] as const).map((of) =>
      Math.round(median(found.map((one) => one[of]))),
    );
    return `${control.name} at ${width} px ${frame} ms (longest task after it ${task} ms, CPU until the page is at rest ${cpu} ms)`;
  };
  return row(
    visit.id,
    { ...shareOf(worst.uses.map(longest), goalMs), value: worst.ms / goalMs },
    null,
    `slowest of ${seen} controls, median of ${uses.ofSlowest} uses: ${[worst, ...others.slice(0, 2)].map(said).join(', ')}`,
  );
}

const bySlowness = (a: Measured, b: Measured): number => b.ms - a.ms;

/** Until the frame, or of a later task: what a person waits for at most. */
const longest = ({ frameMs, taskMs }: Use): number => Math.max(frameMs, taskMs);

async function usesOf(page: Page, control: Control, times: number): Promise<Use[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const found: Use[] = [];
  for (let turn = 0; turn < times; turn++) {
    const one = await use(page, session, control, turn);
    if (one === null) break;
    found.push(one);
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  if (times % 2 === 1) await use(page, session, control, times); // undone, for the next control
  await session.detach();
  return found;
}
