/** Three moves, each with what it saves, what that rests on, and a button that shows exactly that. */
import type { ComponentChildren } from 'preact';
import type { Board } from '../../core/schemas/board-schemas.ts';
import { pageLink } from '../browser.ts';
import { percent, usd } from '../formatting.ts';
import { roughly } from './answer.tsx';
import { upperOf } from './budget.ts';
import { type Estimated, estimated } from './estimated.ts';
import { sentenceOf } from './labels.ts';
import type { Typed } from './link-state.ts';
import { type Listed, type ModelsForWork, modelsFor } from './models-for-work.ts';
import { affordable, modelMove } from './moves.ts';
import type { Store } from './store.ts';

export const Moves = ({ store }: { store: Store }) => {
  const models = modelsFor(store);
  const { asked, chosen } = models;
  const answered = estimated(store.first.last);
  const compare = (change: Typed) => store.compare({ ...store.first.typed, ...change });
  const maker = answered.question.model.provider;
  return (
    <>
      {asked.budget !== null && <Headline {...{ models, answered }} budget={asked.budget} />}
      <h2>Three moves</h2>
      <ol class="moves">
        {asked.board !== undefined && chosen !== undefined && (
          <>
            <ModelMoveItem
              title={`Another model of ${maker.name.replace(/ \(.*\)$/, '')}`}
              {...{ models, chosen, compare }}
              board={asked.board}
              maker={maker.id}
            />
            <ModelMoveItem
              title="A model of any maker"
              {...{ models, chosen, compare }}
              board={asked.board}
              maker={null}
            />
          </>
        )}
        <Habit {...{ answered, compare }} />
      </ol>
      {asked.board === undefined && (
        <p class="small muted">Nobody measured models at this kind of work: no other model can be named for it.</p>
      )}
    </>
  );
};

interface Budgeted {
  models: ModelsForWork;
  answered: Estimated;
  budget: number;
}

/** Which measured models fit the budget, and where none does, the nearest and what it would cost. */
function Headline({ models: { found, asked }, answered, budget }: Budgeted) {
  const upper = upperOf(answered.figures);
  const { measured, within, safe, nearest } = affordable(found, budget, upper);
  const by = upper === null ? '' : `, ${safe} by its upper quarter`;
  if (asked.board === undefined || nearest === null) return null;
  const of = `${measured} models measured on ${asked.board.benchmark}`;
  return within.length === 0 ? (
    <p class="notice bad headline">
      <strong>No measured model fits {usd(budget)} a month.</strong> The nearest is <Name row={nearest} />:{' '}
      {usd(nearest.monthlySpend)}
      {upper !== null && `, upper quarter ${roughly(nearest.monthlySpend * upper)}`}, {solvedBy(nearest)}.
    </p>
  ) : (
    <p class="notice good headline">
      <strong>
        {within.length} of {of} fit {usd(budget)} a month
      </strong>{' '}
      by the estimate{by}.
    </p>
  );
}

interface Move {
  title: string;
  models: ModelsForWork;
  chosen: Listed;
  board: Board;
  maker: string | null;
  compare: (change: Typed) => void;
}

function ModelMoveItem({ title, models: { found, answered }, chosen, board, maker, compare }: Move) {
  const move = modelMove(found, chosen, maker);
  if (move === null) {
    return (
      <Item title={title}>
        <p>No cheaper one was measured on {board.benchmark}.</p>
      </Item>
    );
  }
  const { row, isNoWorse } = move;
  const own = chosen.measured;
  const ratio =
    own?.usdPerSolvedTask && row.measured?.usdPerSolvedTask
      ? row.measured.usdPerSolvedTask / own.usdPerSolvedTask
      : null;
  return (
    <Item title={title} onShow={() => compare({ modelId: row.model.facts.id })} what={row.model.facts.name}>
      <p>
        {!isNoWorse && 'None solves as much for less. The nearest: '}
        <Name row={row} />: <Then now={chosen.monthlySpend} then={row.monthlySpend} />
      </p>
      <p class="small muted">
        Estimated: the same calls at its prices. Measured on {board.benchmark}: {solvedBy(row)}
        {own === null ? '; yours was not measured there' : ` against ${percent(own.successRate * 100)}`}
        {ratio !== null && `, a solved task at ${percent(ratio * 100)} of the cost`}.
        {answered.question.preset.id === 'session' && ' No board measures sessions: this one is of coding tasks.'}
      </p>
    </Item>
  );
}

/** The first lever of the advice: what was measured, else what saves most. */
function Habit({ answered: { advice }, compare }: { answered: Estimated; compare: (change: Typed) => void }) {
  const lever = advice.levers[0];
  if (lever === undefined) {
    return (
      <Item title="The same model, other habits">
        <p>No change known here would make it cheaper.</p>
      </Item>
    );
  }
  const text = sentenceOf(lever.description);
  const end = text.indexOf('. ');
  const change = Object.fromEntries(Object.entries(lever.changes).map(([field, to]) => [field, String(to)]));
  return (
    <Item title="The same model, other habits" onShow={() => compare(change)} what={lever.lever}>
      <p>
        {end < 0 ? text : text.slice(0, end + 1)} <Then now={advice.monthlySpend} then={lever.monthlySpend} />
      </p>
      <p class="small muted">{`${lever.basis === 'measured' ? 'Measured' : 'Estimated'}.${end < 0 ? '' : ` ${text.slice(end + 2)}`}`}</p>
    </Item>
  );
}

interface ItemProps {
  title: string;
  /** What the button shows, for screen readers. */
  what?: string;
  onShow?: () => void;
  children: ComponentChildren;
}

const Item = ({ title, what, onShow, children }: ItemProps) => (
  <li>
    <h3>{title}</h3>
    {children}
    {onShow && (
      <button type="button" class="button link no-print" aria-label={`Show exactly this: ${what}`} onClick={onShow}>
        Show exactly this
      </button>
    )}
  </li>
);

const Name = ({ row: { model } }: { row: Listed }) => (
  <a href={pageLink(`models/${model.id}.html`)}>{model.facts.name}</a>
);

/** The bill after a move, and before it: an amount saved alone reads as a bill. */
const Then = ({ now, then }: { now: number; then: number }) => (
  <>
    <strong>{usd(then)} a month</strong> instead of {usd(now)}
    {now > 0 && `: ${percent((100 * (now - then)) / now)} less`}
  </>
);

const solvedBy = ({ measured }: Listed): string =>
  measured === null ? 'not measured' : `${percent(measured.successRate * 100)} solved`;
