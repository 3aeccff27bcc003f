/**
 * The front page until it is used: what the build drew is an answer by itself. The scripts that compute others are loaded
 * once somebody moves, types, touches or scrolls, where the address has a state, and where prices have changed since.
 */
import { announce, byId, loadScript, today } from '../browser.ts';

const signs = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'input', 'wheel', 'scroll', 'hashchange'];

function start(): void {
  for (const sign of signs) removeEventListener(sign, start, true);
  loadScript('cost').catch((error: Error) => announce(error.message));
}

for (const sign of signs) addEventListener(sign, start, { capture: true, passive: true });
const { until } = byId('cost').dataset;
if (location.hash.includes('=') || (until !== undefined && today() > until)) start();
