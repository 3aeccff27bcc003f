/** Vitest evaluates this anew for every test file. */
import { afterAll } from 'vitest';
import { undoAll } from './after-file.ts';
import { settleProperties } from './properties.ts';

settleProperties();
afterAll(undoAll);
