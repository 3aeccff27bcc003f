/** One module for everything that is loaded after the start; see lazy-load.ts. */
export { pino } from 'pino';
export { default as prometheus } from 'prom-client';
export { computed } from '../http/post/post-answer.ts';
