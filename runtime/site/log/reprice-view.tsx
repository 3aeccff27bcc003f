/** The calls of the log on another model: the same tokens at its prices, call by call. */
import { memoize } from '../../core/values/memoize.ts';
import { whole } from '../../core/values/rounded.ts';
import {
  measuredCells,
  notMeasured,
  type Repriced as RepricedOn,
  type Repricing,
  repriceRemarks,
  type SharedBoard,
} from '../../logs/reprice/reprice.ts';
import { byId } from '../browser.ts';
import { Field } from '../components/field.tsx';
import { type ListedName, ModelPicker } from '../components/model-picker.tsx';
import { Select } from '../components/select.tsx';
import { numbers, Table } from '../components/table.tsx';
import { calls, grouped, percent, usd } from '../formatting.ts';

export interface AskedModel {
  /** As typed; '': none. */
  model: string;
  /** Id of a host; '': the model's own provider. */
  host: string;
}

export type Repriced = Repricing | { reason: string };

interface RepriceProps {
  asked: AskedModel;
  /** null: nothing is asked, or the answer is on its way. */
  repriced: Repriced | null;
  onAsk: (asked: AskedModel) => void;
}

/** The models and hosts that can be named, from the lists that the page has. */
const models = memoize((list: HTMLElement) => JSON.parse(list.textContent ?? '') as ListedName[]);
const hosts = (): { value: string; name: string }[] =>
  [...byId('log-hosts').querySelectorAll('option')].map(({ value, textContent }) => ({ value, name: textContent }));

export function RepriceView({ asked, repriced, onAsk }: RepriceProps) {
  const modelField = {
    id: 'log-model',
    label: 'Another model',
    typed: asked.model,
    usual: '',
    wrong: undefined,
    onChange: (model = '') => onAsk({ ...asked, model }),
  };
  return (
    <section class="card log-reprice" aria-labelledby="log-reprice-name">
      <h2 id="log-reprice-name">The same calls on another model</h2>
      <div class="fields no-print">
        <Field {...modelField} usualText="">
          <ModelPicker {...modelField} models={models(byId('log-models'))} placeholder="gpt-5.4" takesExact />
        </Field>
        <Select
          id="log-host"
          label="At"
          chosen={asked.host}
          options={hosts()}
          onChoose={(host) => onAsk({ ...asked, host })}
        />
      </div>
      <div id="log-repriced" aria-live="polite">
        {asked.model === '' ? (
          <p class="muted">Every call of the log, its own tokens at the prices of that model.</p>
        ) : repriced === null ? (
          <p class="muted">Pricing every call…</p>
        ) : 'reason' in repriced ? (
          <p class="notice bad">{repriced.reason}</p>
        ) : (
          repriced.models.map((one) => <Result key={one.model} {...{ repriced, one }} />)
        )}
      </div>
    </section>
  );
}

function Result({ repriced, one }: { repriced: Repricing; one: RepricedOn }) {
  const { pricesOn, searches, unpriced } = repriced;
  const rows = one.byModel.length > 1 ? one.byModel : [one];
  return (
    <>
      <p class="answer">
        <span class="big">{usd(one.usd)}</span>{' '}
        <span class="range">
          on {one.model} instead of {usd(one.usdAsLogged)}: {changeOf(one)}
        </span>
      </p>
      <p>
        The same tokens, {calls(one.calls)}, both at the prices of {pricesOn}. {one.model} would not send the same
        tokens: it makes more or fewer calls, and fails at other tasks.
      </p>
      <Table
        label={`The calls of the log on ${one.model}`}
        columns={['Model as logged', ...numbers('Calls', 'As logged', `On ${one.model}`, 'Change')]}
        rows={rows.map((row) => ({
          key: row.model,
          cells: [
            one.byModel.length > 1 ? row.model : (one.byModel[0]?.model ?? row.model),
            grouped(row.calls),
            usd(row.usdAsLogged),
            usd(row.usd),
            changeOf(row),
          ],
        }))}
        {...(one.byModel.length > 1 && {
          foot: ['Together', grouped(one.calls), usd(one.usdAsLogged), usd(one.usd), changeOf(one)],
        })}
      />
      <ul class="small">
        {repriceRemarks(one).map((remark) => (
          <li key={remark}>{remark}</li>
        ))}
        {searches > 0 && <li>{grouped(searches)} web searches are left out on both sides.</li>}
        {unpriced.map(({ model, calls: count }) => (
          <li key={model}>
            {model} has no price here: its {calls(count)} are on neither side.
          </li>
        ))}
      </ul>
      <Measured model={one.model} boards={one.measured} />
      <p class="no-print">
        <button type="button" class="button quiet" data-save="repriced">
          Download these figures
        </button>
      </p>
    </>
  );
}

/** What both models did on the same tasks: the only thing that says whether the other one would do the work. */
const Measured = ({ model, boards }: { model: string; boards: readonly SharedBoard[] }) =>
  boards.length === 0 ? (
    <p class="small muted">{notMeasured(model)}</p>
  ) : (
    <details class="more">
      <summary>
        Measured on the same tasks ({boards.length} {boards.length === 1 ? 'comparison' : 'comparisons'})
      </summary>
      <Table
        label="Measured on boards that have both"
        caption="Boards that have both models, in dollars per solved task"
        columns={['Board', 'As logged', ...numbers('$ per solved task', 'Solved', `On ${model}`, 'Its share solved')]}
        rows={boards.map((row, index) => ({
          key: index,
          cells: measuredCells(row, { usd, percent }),
        }))}
      />
    </details>
  );

/** 14 % less, 2.3 times as much. */
function changeOf({ ratio }: Pick<RepricedOn, 'ratio'>): string {
  if (ratio === null) return '–';
  if (ratio >= 2) return `${ratio >= 10 ? whole(ratio) : ratio.toFixed(1)} times as much`;
  const change = 100 * ratio - 100;
  return Math.abs(change) < 0.05 ? 'the same' : `${percent(Math.abs(change))} ${change < 0 ? 'less' : 'more'}`;
}
