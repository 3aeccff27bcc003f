/**
 * What `agent-cost live statusline` was told of the quotas of a plan, as it keeps it (`limits.jsonl`): no calls, only percents.
 */
import { limitReport } from '../fields/limit-reports.ts';
import { Misread } from '../fields/values.ts';
import type { Format } from './format.ts';

export const planLimits: Format = {
  name: 'plan-limits',
  marks: 'JSON lines with limitsOf, at, minutes, usedPct and resetsAt, as agent-cost live statusline keeps them',
  recognise: (line) => 'limitsOf' in line && 'usedPct' in line,
  open:
    ({ limit }) =>
    (line) => {
      const said = limitReport(line);
      if (said === null) throw new Misread('it is not a percent of a quota');
      limit(said);
    },
};
