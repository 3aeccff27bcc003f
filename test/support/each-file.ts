/** Vitest evaluates this anew for every test file. */
import { afterAll } from 'vitest';
import { undoAll } from './after-file.ts';
import { limitShrinking } from './shrink-limit.ts';

limitShrinking();
afterAll(undoAll);
