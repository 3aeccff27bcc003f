/** Vitest evaluates this anew for every test file. */
import { afterAll } from 'vitest';
import { undoAll } from './after-file.ts';

afterAll(undoAll);
