/** What to change: every change that would make the same work cheaper, recomputed, the largest two in sight. */

import type { Catalog } from '../../core/dataset/catalog.ts';
import { numbers, Table } from '../components/table.tsx';
import { percent, usd } from '../formatting.ts';
import type { Estimated } from './estimated.ts';
import { labelOf, sentenceOf } from './labels.ts';
import type { Typed } from './link-state.ts';

/** A change, and the bill after it. */
interface Change {
  key: string;
  what: string;
  /** What speaks for or against it; '': nothing more. */
  why: string;
  /** Inputs that change. */
  typed: Typed;
  perTask: number;
  monthly: number;
  /** USD a task and a month, and percent. */
  less: { costPerTask: number; monthly: number; pct: number };
}

const inSight = 2;

interface AdviceProps {
  catalog: Catalog;
  answered: Estimated;
  onCompare: (change: Typed) => void;
}

export const Advice = ({ catalog, answered, onCompare }: AdviceProps) => {
  const changes = changesOf(catalog, answered);
  const item = (change: Change) => (
    <li key={change.key}>
      {change.what} {change.why !== '' && <span class="why small muted">{change.why}</span>}{' '}
      <span class="then">
        Then <strong>{afterwards(change, answered)}</strong>{' '}
        <button
          type="button"
          class="button link no-print"
          aria-label={`Compare: ${change.what}`}
          onClick={() => onCompare(change.typed)}
        >
          Compare
        </button>
      </span>
    </li>
  );
  return (
    <>
      <h2>What to change</h2>
      {changes.length === 0 ? (
        <p>No change known here would make it cheaper.</p>
      ) : (
        <ol class="changes">{changes.slice(0, inSight).map(item)}</ol>
      )}
      {changes.length > inSight && (
        <details class="more">
          <summary>
            {changes.length - inSight} smaller {changes.length === inSight + 1 ? 'change' : 'changes'}
          </summary>
          <ol class="changes" start={inSight + 1}>
            {changes.slice(inSight).map(item)}
          </ol>
          <Inputs answered={answered} />
        </details>
      )}
    </>
  );
};

/** The bill after a change, and before it: an amount saved alone reads as a bill. */
function afterwards({ perTask, monthly, less }: Change, { estimate }: Estimated): string {
  const [then, now, saved, unit] =
    estimate.monthlySpend > 0
      ? [monthly, estimate.monthlySpend, less.monthly, 'a month']
      : [perTask, estimate.costPerTask, less.costPerTask, 'a task'];
  return `${usd(then)} ${unit} instead of ${usd(now)}: ${usd(saved)} less (${percent(less.pct)}).`;
}

/** The levers of the estimate, and the model that was measured to be cheaper, by what they save. */
function changesOf(catalog: Catalog, { estimate }: Estimated): Change[] {
  const changes: Change[] = estimate.levers.map(
    ({ lever, description, changes, costPerTask, monthlySpend, saving }) => ({
      key: lever,
      ...firstSentence(sentenceOf(description)),
      typed: Object.fromEntries(changes.map(({ field, to }) => [field, String(to)])),
      perTask: costPerTask,
      monthly: monthlySpend,
      less: saving,
    }),
  );
  const { best } = estimate.routing;
  if (best?.strategy === 'switch') {
    const name = catalog.find(best.modelId)?.facts.name ?? best.modelId;
    const { costPerTask, monthlySpend, monthlySaving, savingPct } = best;
    changes.push({
      key: 'model',
      what: `Use ${name}.`,
      why: `Measured beside this model on ${best.measured.length} boards of such work, and cheaper per solved task.`,
      typed: { modelId: best.modelId },
      perTask: costPerTask,
      monthly: monthlySpend,
      less: { costPerTask: Math.max(0, estimate.costPerTask - costPerTask), monthly: monthlySaving, pct: savingPct },
    });
  }
  return changes.sort((a, b) => b.less.pct - a.less.pct);
}

function firstSentence(text: string): Pick<Change, 'what' | 'why'> {
  const end = text.indexOf('. ');
  return end < 0 ? { what: text, why: '' } : { what: text.slice(0, end + 1), why: text.slice(end + 2) };
}

/** Which inputs each lever changes. */
const Inputs = ({ answered: { estimate } }: { answered: Estimated }) => (
  <Table
    label="Inputs that each change sets"
    columns={['Change', 'Input', ...numbers('From', 'To')]}
    rows={estimate.levers.flatMap(({ lever, description, changes }) =>
      changes.map(({ field, from, to }) => ({
        key: lever + field,
        cells: [sentenceOf(description), labelOf(field), String(from), String(to)],
      })),
    )}
  />
);
