/** One module for all that is loaded after the start; see late.ts. */
export { pino } from 'pino';
export { default as prometheus } from 'prom-client';
export { computed } from '../http/post/post-answer.ts';

/** Downloads import it when they need it; then it is there already. */
export const loadDownloads = () => import('serve-handler');
