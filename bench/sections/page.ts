/** Every control of the page, from the event to the next frame, at a CPU that is four times slower. */
import { type Browser, chromium, type Page } from 'playwright-core';
import { median } from '../../runtime/core/values/median.ts';
import type { Bench } from '../bench.ts';
import { ours } from '../load/servers.ts';
import { type Control, controlsOf, type Use, use } from '../page/controls.ts';
import { opened, type Visit, visits } from '../page/visits.ts';
import { type Row, row } from '../results/goals.ts';

const slowdown = 4;
const uses = 7;

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
  uses: Use[];
  ms: number;
}

async function slowest(bench: Bench, browser: Browser, base: string, visit: Visit): Promise<Row> {
  const first = await opened(browser, base, visit);
  const controls = (await controlsOf(first)).filter(visit.only ?? (() => true));
  await first.close();
  bench.say(`${visit.path}: ${controls.length} controls, ${uses} times each`);
  const measured: Measured[] = [];
  for (const control of controls) {
    const page = await opened(browser, base, visit);
    const found = await usesOf(page, control);
    await page.close();
    const ms = median(found.map(({ frameMs }) => frameMs));
    if (found.length > 0) measured.push({ control, uses: found, ms });
  }
  const [worst, ...others] = measured.sort((a, b) => b.ms - a.ms);
  if (worst === undefined) throw new Error(`${visit.path} has no controls`);
  const times = worst.uses.map(({ frameMs }) => frameMs / visit.goalMs);
  const said = ({ control, ms, uses: found }: Measured): string =>
    `${control.name} ${ms.toFixed(0)} ms (${median(found.map(({ cpuMs }) => cpuMs)).toFixed(0)} ms of CPU until the page is at rest)`;
  return row(
    visit.id,
    { value: worst.ms / visit.goalMs, spread: [Math.min(...times), Math.max(...times)] },
    null,
    `median of ${uses} uses of ${measured.length} controls: ${[worst, ...others.slice(0, 2)].map(said).join(', ')}`,
  );
}

async function usesOf(page: Page, control: Control): Promise<Use[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const found: Use[] = [];
  for (let turn = 0; turn < uses; turn++) {
    const one = await use(page, session, control, turn);
    if (one === null) break;
    found.push(one);
  }
  return found;
}
