/** The worker of the page: reads and prices logs, so that the page stays responsive. */
import { catalogText } from 'virtual:page-catalog';
import { catalogFrom } from '../../core/dataset/catalog.ts';
import { TimeZone } from '../../logs/report/time-zone.ts';
import type { FromWorker, ToWorker } from './log-reader.ts';
import { messageOf, OwnLog } from './own-log.ts';

const catalog = catalogFrom(JSON.parse(catalogText));
let log: OwnLog | null = null;

const say = (message: FromWorker): void => postMessage(message);

/** Milliseconds between two progress messages. */
const pause = 100;

/** Passes on the first progress, and then no more than ten messages a second. */
function onProgress() {
  let last = 0;
  return (progress: { bytes: number; of: number; calls: number }): void => {
    const now = performance.now();
    if (now - last < pause) return;
    last = now;
    say({ step: 'reading', ...progress });
  };
}

async function answer(message: ToWorker): Promise<void> {
  if (message.step === 'read') log = new OwnLog(catalog, message.files, TimeZone.local(), () => performance.now());
  if (log === null) return;
  switch (message.step) {
    case 'read':
    case 'choose':
      say({ step: 'read', ...(await log.report(message.choice, onProgress())) });
      return;
    case 'reprice': {
      const { choice, model, host } = message;
      const found = await log.reprice(choice, model, host).catch((error: unknown) => ({ reason: messageOf(error) }));
      say({ step: 'repriced', asked: { choice, model, host }, found });
      return;
    }
    case 'fit': {
      const { choice, preset } = message;
      say({ step: 'fitted', choice, preset, fitted: await log.fit(choice, preset) });
    }
  }
}

// One after the other, since a log that is not kept is read again for each.
let last = Promise.resolve();
addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  last = last.then(() => answer(data).catch((error: unknown) => say({ step: 'failed', reason: messageOf(error) })));
});
