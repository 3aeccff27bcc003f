/** Before the first test: what is missing is named or installed, and the build is made. After the last: nothing runs on. */
import type { TestProject } from 'vitest/node';
import { buildOnce } from './build-once.ts';
import { endLeftovers } from './children.ts';
import { installMissing } from './install.ts';

export default async function setUp({ vite }: TestProject): Promise<() => void> {
  endLeftovers();
  if (vite.config.mode !== 'quick') installMissing();
  await buildOnce();
  return () => {
    for (const what of endLeftovers()) console.error(`Ended what a test had left running: ${what}`);
  };
}
