/** Finds edited released prices, which are append-only. */
import type { ProviderFile } from '../../../runtime/core/schemas/data-files/provider-file.ts';
import type { DataProblem } from '../data-problem.ts';
import { lineAt } from '../json-place.ts';
import type { DataFile } from '../read-data.ts';
import { checkAppendOnly } from './append-only.ts';
import { releasedData } from './released-data.ts';

/**
 * Forbidden changes to the released data of the project at `root`, or why they could not be determined. Files that are
 * not JSON are reported by the data check instead.
 */
export function editedPrices(root: string, files: readonly DataFile[]): DataProblem[] | { missing: string } {
  const released = releasedData(root);
  if ('missing' in released) return released;
  const problems: DataProblem[] = [];
  for (const { path, text } of released.files) {
    const file = files.find((one) => one.path === path);
    const after = file && providerIn(file.text);
    if (!file || !after) continue;
    checkAppendOnly(JSON.parse(text) as ProviderFile, after, (pointer, message) =>
      problems.push({ file: path, pointer, line: lineAt(file, pointer), message }),
    );
  }
  return problems;
}

function providerIn(text: string): ProviderFile | null {
  try {
    return JSON.parse(text) as ProviderFile;
  } catch {
    return null;
  }
}
