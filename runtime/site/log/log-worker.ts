/** The worker of the page: reads and prices logs, so that the page stays responsive. */
import { catalogText } from 'virtual:page-catalog';
import { catalogFrom } from '../../core/dataset/catalog.ts';
import type { LoggedRuns } from '../../logs/calibrate/logged-runs.ts';
import type { FromWorker, ToWorker } from './log-reader.ts';
import { fitTo, messageOf, readLog } from './read-log.ts';

const catalog = catalogFrom(JSON.parse(catalogText));
let kept: LoggedRuns | null = null;

const say = (message: FromWorker): void => postMessage(message);

/** Milliseconds between two progress messages. */
const pause = 100;

async function read(files: Extract<ToWorker, { step: 'read' }>['files']): Promise<void> {
  let last = 0;
  const onProgress = (progress: { bytes: number; of: number; calls: number }): void => {
    const now = performance.now();
    if (now - last < pause) return;
    last = now;
    say({ step: 'reading', ...progress });
  };
  const { read: found, runs } = await readLog(catalog, files, onProgress, () => performance.now());
  kept = runs;
  say({ step: 'read', ...found });
}

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.step === 'fit') {
    if (kept !== null) say({ step: 'fitted', preset: data.preset, fitted: fitTo(catalog, kept, data.preset) });
    return;
  }
  read(data.files).catch((error: unknown) => say({ step: 'failed', reason: messageOf(error) }));
});
