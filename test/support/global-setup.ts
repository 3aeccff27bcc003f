/** Before the first test: lists or installs what is missing. After the last: ends leftover processes. */
import type { TestProject } from 'vitest/node';
import { serveBuild } from './build-server.ts';
import { endLeftovers } from './children.ts';
import { installMissing } from './install.ts';

export default async function setUp({ vite }: TestProject): Promise<() => void> {
  endLeftovers();
  if (vite.config.mode !== 'quick') installMissing();
  const stopServing = await serveBuild();
  return () => {
    stopServing();
    for (const what of endLeftovers()) console.error(`Ended what a test had left running: ${what}`);
  };
}
