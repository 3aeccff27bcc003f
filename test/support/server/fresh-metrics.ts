/** The metrics of a running server as they are now. */
import { ask } from './http.ts';

/** The text of /metrics at this address. A server reuses the text of a scrape for a second, which is waited out first. */
export async function freshMetrics(base: string): Promise<string> {
  await new Promise((resolve) => setTimeout(resolve, 1010));
  return (await ask(base, '/metrics')).text;
}
