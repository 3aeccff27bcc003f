/** Every log format that can be read, the more particular ones first. A new format is a file and a line here. */
import { claudeCode } from './claude-code.ts';
import type { Format } from './format.ts';
import { plain } from './plain.ts';

export const formats: readonly Format[] = [claudeCode, plain];
