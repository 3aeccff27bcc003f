/** The recorded numbers of `data/evidence/`. */
import { join } from 'node:path';
import { evidenceRows, recordedRows } from '../../build/data/read-data.ts';
import { publishedRuns, type RecordedRun, type Row } from '../../runtime/logs/calibrate/recorded-runs.ts';

const data = join(import.meta.dirname, '../../data');

/** The lines of a file by column. */
export const readRows = (name: string): Row[] => evidenceRows(data, name);

export const recordedRuns = (): RecordedRun[] => publishedRuns(recordedRows(data));
