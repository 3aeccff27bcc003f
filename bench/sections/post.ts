/** POST: one estimate for each of 300 different bodies. */
import type { Bench } from '../bench.ts';
import type { Row } from '../results/rows.ts';
import { againstParsing } from './computed.ts';

export const postRows = async (bench: Bench): Promise<Row[]> => [
  await againstParsing(bench, 'post', 'POST estimate', 50),
];
