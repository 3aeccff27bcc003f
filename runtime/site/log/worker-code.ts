/** The worker's code as text, loaded with the first file: a page on disk can make a worker only from a Blob. */
import { code } from 'virtual:page-worker/log-worker';

declare global {
  var agentCostLogWorker: string | undefined;
}

globalThis.agentCostLogWorker = code;
