/** The code of the worker as text, loaded when the first file is chosen: a page on disk can make a worker only of a Blob. */
import { code } from 'virtual:page-worker/log-worker';

declare global {
  var agentCostLogWorker: string | undefined;
}

globalThis.agentCostLogWorker = code;
