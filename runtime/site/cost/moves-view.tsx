/** Three moves, each with what it saves, what that rests on, and a button that shows exactly that. */
import type { ComponentChildren } from 'preact';
import { boardsOf } from '../../core/benchmarks/facts.ts';
import { boardsFor } from '../../core/benchmarks/proven.ts';
import { pageLink } from '../browser.ts';
import { percent, usd } from '../formatting.ts';
import { shortName } from '../makers.ts';
import { roughly, upperOf } from './answer.tsx';
import { type Estimated, estimated } from './estimated.ts';
import type { Answered } from './evaluate-form.ts';
import { sentenceOf } from './labels.ts';
import type { Typed } from './link-state.ts';
import { type ModelsForWork, modelsFor } from './models-for-work.ts';
import { affordable, type ModelMove, modelMove } from './moves.ts';
import type { Listed } from './ranked-models.ts';
import { kindsOfWork } from './sentence.tsx';
import type { Store } from './store.ts';

export const Moves = ({ store }: { store: Store }) => {
  const models = modelsFor(store);
  const answered = estimated(store.first.last);
  const compare = (change: Typed) => store.compare({ ...store.first.typed, ...change });
  const maker = answered.question.model.provider;
  const { nearMisses, rule } = answered.advice;
  return (
    <>
      {models.asked.budget !== null && <Headline {...{ models, answered }} budget={models.asked.budget} />}
      <h2>Three moves</h2>
      <ol class="moves">
        <ModelMoveItem title={`Another model of ${shortName(maker)}`} {...{ answered, compare }} maker={maker.id} />
        <ModelMoveItem title="A model of any maker" {...{ answered, compare }} maker={null} />
        <Habit {...{ answered, compare }} />
      </ol>
      {nearMisses.length > 0 && (
        <details class="more">
          <summary>Measured to be cheaper, but not advised ({nearMisses.length})</summary>
          <ul class="small">
            {nearMisses.map((near) => (
              <li key={near.modelId}>
                <Name {...near} />, {usd(near.monthlySpend)} a month: {near.why.join(' ')}
              </li>
            ))}
          </ul>
          <p class="small muted">{rule}</p>
        </details>
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
      <strong>No measured model fits {usd(budget)} a month.</strong> The nearest is{' '}
      <Name modelId={nearest.model.id} modelName={nearest.model.facts.name} />: {usd(nearest.monthlySpend)}
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
  answered: Estimated;
  maker: string | null;
  compare: (change: Typed) => void;
}

function ModelMoveItem({ title, answered: { advice, question }, maker, compare }: Move) {
  const move = modelMove(advice, maker);
  if (move === null) {
    const measured = boardsFor(question.sold, question.preset).length > 0;
    return (
      <Item title={title}>
        <p>{measured ? 'No cheaper one was measured beside yours.' : 'Nobody measured models at this kind of work.'}</p>
      </Item>
    );
  }
  return (
    <Item title={title} onShow={() => compare(typedOf(move.changes))} what={move.modelName}>
      <p>
        <Name {...move} />: <Then now={advice.monthlySpend} then={move.monthlySpend} />
      </p>
      <p class="small muted">
        Estimated: the same calls at its prices. {evidenceOf(move, question)}
        {'why' in move && ` Not advised: ${move.why.join(' ')}`}
      </p>
    </Item>
  );
}

/** What boards measured of a model beside the chosen one, in sentences. */
function evidenceOf({ asMeasured }: ModelMove, { sold, preset }: Answered['question']): string {
  if (asMeasured === null) return 'Named for its list price alone: it was not measured beside yours.';
  const { boards, solvedRatio, solvedRatioRange: range } = asMeasured;
  const [first] = boards;
  if (first === undefined) return '';
  const board = boardsOf(sold).find(({ id }) => id === first.board);
  const spread =
    boards.length === 1
      ? ''
      : `, ${percent(range.low * 100)} to ${percent(range.high * 100)} on ${boards.length} boards`;
  const kind =
    board === undefined || board.domain === preset.id
      ? ''
      : ` No board measures ${kindsOfWork[preset.id].many}: this one is of ${board.domain} tasks.`;
  return `Measured on ${board?.benchmark ?? first.board}: ${percent(first.successRate * 100)} solved against ${percent(first.chosenSuccessRate * 100)}, a solved task at ${percent(solvedRatio * 100)} of the cost${spread}.${kind}`;
}

/** The changes of a piece of advice, as a person would type them. */
const typedOf = (changes: object): Typed =>
  Object.fromEntries(Object.entries(changes).map(([field, to]) => [field, String(to)]));

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
  return (
    <Item title="The same model, other habits" onShow={() => compare(typedOf(lever.changes))} what={lever.lever}>
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

const Name = ({ modelId, modelName }: Pick<ModelMove, 'modelId' | 'modelName'>) => (
  <a href={pageLink(`models/${modelId}.html`)}>{modelName}</a>
);

/** The bill after a move, and before it: an amount saved alone reads as a bill. */
const Then = ({ now, then }: { now: number; then: number }) => (
  <>
    <strong>{usd(then)} a month</strong> instead of {usd(now)}
    {now > 0 && then !== now && `: ${percent((100 * Math.abs(now - then)) / now)} ${then < now ? 'less' : 'more'}`}
  </>
);

const solvedBy = ({ onBoard }: Listed): string =>
  onBoard === null ? 'not measured' : `${percent(onBoard.successRate * 100)} solved`;
