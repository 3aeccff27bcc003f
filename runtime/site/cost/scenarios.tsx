/** Two scenarios side by side, and why they differ. */

import type { Figures } from '../../core/answers/figures.ts';
import { withPricingTerms } from '../../core/dataset/terms.ts';
import { costPerTaskOf } from '../../core/model/bill.ts';
import { type Workflow, type WorkflowField, workflowFieldNames } from '../../core/schemas/request-fields.ts';
import { roundUsd } from '../../core/values/money.ts';
import { changed } from '../components/field.tsx';
import { numbers, Table } from '../components/table.tsx';
import { differences, ifSolved, usd } from '../formatting.ts';
import type { Answered } from './evaluate-form.ts';
import { labelOf } from './labels.ts';
import { Sentence } from './sentence.tsx';
import type { Store } from './store.ts';
import { Refused } from './workflow-fields.tsx';

export const Scenarios = ({ store }: { store: Store }) => {
  const { catalog, first, second } = store;
  if (second === null) {
    return (
      <div class="no-print">
        <h2 id="scenarios-title">What if it were different?</h2>
        <p>
          <button type="button" class="button quiet" onClick={() => store.compare(first.typed)}>
            Compare with a second scenario
          </button>
        </p>
      </div>
    );
  }
  const { wrong } = second;
  return (
    <>
      <h2 id="scenarios-title">Two scenarios side by side</h2>
      <div class="split">
        <div class="stack no-print">
          <Sentence
            {...second}
            prefix="b"
            catalog={catalog}
            onChange={(typed) => store.change({ second: changed(second.typed, typed, store.second?.typed ?? typed) })}
          />
          <p class="row">
            <button type="button" class="button quiet" onClick={() => store.change({ first: second.typed })}>
              Use the second as the first
            </button>
            <button type="button" class="button quiet" onClick={() => store.change({ second: null })}>
              Remove
            </button>
          </p>
        </div>
        <div class="stack">
          {wrong !== null && <Refused wrong={wrong} />}
          <Comparison first={first.last} second={second.last} />
          <Difference first={first.last} second={second.last} />
        </div>
      </div>
    </>
  );
};

interface Both {
  first: Answered;
  second: Answered;
}

const figures: readonly { name: string; of: (figures: Figures) => string }[] = [
  { name: 'Per task', of: ({ costPerTask }) => usd(costPerTask) },
  { name: 'Typical task', of: ({ range }) => usd(range.typicalTask) },
  { name: 'One in ten above', of: ({ range }) => usd(range.oneInTen) },
  {
    name: 'A solved one',
    of: ({ costPerSuccessfulTask, workflow }) => ifSolved(costPerSuccessfulTask, workflow.taskFailureRatePct),
  },
  { name: 'Per month', of: ({ monthlySpend }) => usd(monthlySpend) },
];

/** The inputs that differ, and the figures. */
const Comparison = ({ first, second }: Both) => {
  const [a, b] = [first.figures, second.figures];
  const inputs = [
    { name: 'Kind of work', values: [first.question.preset.name, second.question.preset.name] },
    { name: 'Model', values: [first.question.model.facts.name, second.question.model.facts.name] },
    ...(a.host === b.host
      ? []
      : [{ name: 'Host', values: [a.host ?? 'the maker itself', b.host ?? 'the maker itself'] }]),
    ...workflowFieldNames
      .filter((name) => a.workflow[name] !== b.workflow[name])
      .map((name) => ({ name: labelOf(name), values: [String(a.workflow[name]), String(b.workflow[name])] })),
  ];
  return (
    <Table
      label="Two scenarios"
      caption="What differs, and the result"
      columns={['', ...numbers('First', 'Second')]}
      rows={[
        ...inputs.map(({ name, values }) => ({ key: name, cells: [name, ...values] })),
        ...figures.map(({ name, of }) => ({ key: name, cells: [name, of(a), of(b)] })),
      ]}
    />
  );
};

/** Cause by cause, adding up to the difference. */
const Difference = ({ first, second }: Both) => {
  const causes = causesOfDifference(first, second);
  if (causes.length === 0) return <p>Both cost the same.</p>;
  const perTask = differences(causes.map((cause) => cause.perTask));
  const monthly = differences(causes.map((cause) => cause.monthly));
  return (
    <Table
      label="Why they differ"
      caption="Why they differ: from the first to the second, one change at a time"
      columns={['Cause', ...numbers('Per task', 'Per month')]}
      rows={causes.map(({ name }, index) => ({ key: name, cells: [name, perTask.parts[index], monthly.parts[index]] }))}
      foot={['Total', perTask.total, monthly.total]}
    />
  );
};

export interface Cause {
  name: string;
  /** USD that it adds to the second scenario; below 0: saves. */
  perTask: number;
  monthly: number;
}

interface Group {
  name: string;
  fields: readonly WorkflowField[];
}

const namedGroups: readonly Group[] = [
  { name: 'Model and prices', fields: ['serviceTier', 'region'] },
  { name: 'Reasoning effort', fields: ['reasoningEffort'] },
  {
    name: 'Calls, tools and searches',
    fields: ['modelCallsPerTask', 'toolCallsPerTask', 'handoffs', 'searchesPerTask'],
  },
  { name: 'How much tasks differ', fields: ['callDispersion'] },
  { name: 'First prompt', fields: ['systemPromptTokens', 'toolSchemaTokens', 'retrievedContextTokens'] },
  { name: 'What each call adds', fields: ['toolResultTokens', 'userTokensPerCall'] },
  { name: 'Output', fields: ['outputTokensPerCall'] },
  { name: 'Caching', fields: ['promptCaching', 'cacheTtl', 'warmPrefixPct'] },
  {
    name: 'Faults and retries',
    fields: ['retryRatePct', 'timeoutLoopsPerTask', 'hallucinatedToolPct', 'taskFailureRatePct'],
  },
];

const named = new Set<WorkflowField>(['tasksPerMonth', ...namedGroups.flatMap(({ fields }) => fields)]);

/** In the order in which they change. Together they hold every field that the cost per task depends on. */
const groups: readonly Group[] = [
  ...namedGroups,
  { name: 'Other values', fields: workflowFieldNames.filter((name) => !named.has(name)) },
];

/**
 * The causes that contribute to the difference. They add up to it, per task and per month; the share of a group depends
 * on the groups before it, as with the causes of waste.
 */
export function causesOfDifference(first: Answered, second: Answered): Cause[] {
  const target = second.question;
  const { tasksPerMonth } = first.question.workflow;
  let { workflow, preset } = first.question;
  let perTask = first.figures.costPerTask;
  let monthly = first.figures.monthlySpend;
  const causes: Cause[] = [];
  const add = (name: string, task: number, month: number) => {
    const cause = { name, perTask: difference(task, perTask, 1e9), monthly: difference(month, monthly, 1e6) };
    if (cause.perTask !== 0 || cause.monthly !== 0) causes.push(cause);
    perTask = task;
    monthly = month;
  };
  for (const { name, fields } of groups) {
    workflow = { ...workflow, ...pick(target.workflow, fields) };
    if (fields.includes('callDispersion')) preset = target.preset;
    const cost = costPerTaskOf(preset, workflow, withPricingTerms(target.model, workflow));
    add(name, cost, roundUsd(cost * tasksPerMonth, 1e6));
  }
  add('Tasks a month', second.figures.costPerTask, second.figures.monthlySpend);
  return causes;
}

const pick = (workflow: Workflow, fields: readonly WorkflowField[]): Partial<Workflow> =>
  Object.fromEntries(fields.map((field) => [field, workflow[field]]));

const difference = (to: number, from: number, finest: 1e9 | 1e6): number =>
  to < from ? -roundUsd(from - to, finest) : roundUsd(to - from, finest);
