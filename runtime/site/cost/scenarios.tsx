/** Two scenarios side by side, and why they differ. */

import type { Figures } from '../../core/answers/figures.ts';
import { workflowFieldNames } from '../../core/schemas/request-fields.ts';
import { changed } from '../components/field.tsx';
import { numbers, Table } from '../components/table.tsx';
import { differences, ifSolved, usd } from '../formatting.ts';
import { causesOfDifference } from './difference.ts';
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
