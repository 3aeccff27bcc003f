/** "Tokens to dollars": the counts of one call, or a usage object, and its price line by line. */
import { isCall } from 'virtual:call';
import type { Catalog } from '../../core/dataset/catalog.ts';
import { lastSeenInWords } from '../../core/dataset/sources.ts';
import { priceCall } from '../../core/pricing/price-call.ts';
import { acceptedShapes } from '../../core/pricing/usage-shapes.ts';
import { billableUnits, byUnit } from '../../core/schemas/billable-units.ts';
import { serviceTiers } from '../../core/schemas/levels.ts';
import type { PricedCall } from '../../core/schemas/priced-call-schemas.ts';
import { describe } from '../../core/schemas/problems.ts';
import { pageLink } from '../browser.ts';
import { ChoiceField, TextField, withField } from '../components/field.tsx';
import { numbers, Table } from '../components/table.tsx';
import { fixed, grouped, listPrice } from '../formatting.ts';
import { type CallField, callOf, type TypedCall } from './token-state.ts';

export interface TokensView {
  catalog: Catalog;
  typed: TypedCall;
  pasted: string;
  /** The result of reading the pasted text. */
  read: { shape: string } | { wrong: string } | null;
  onPaste: (text: string) => void;
  onChange: (typed: TypedCall) => void;
}

const labels: Record<CallField, string> = {
  model: 'Model',
  ...byUnit(billableUnits, 'count', ({ field }) => field),
  serviceTier: 'Service tier',
  host: 'Host',
  region: 'Region',
  on: 'Day of the call',
};

export const Tokens = (view: TokensView) => {
  const { catalog, typed, pasted, read, onPaste } = view;
  const call = callOf(typed);
  const wrong: Partial<Record<string, string>> = {};
  if (!isCall(call)) {
    for (const finding of isCall.errors ?? []) wrong[finding.instancePath.slice(1)] ??= describe(finding);
  }
  const isWrong = Object.keys(wrong).length > 0;
  return (
    <div class="split">
      <fieldset class="stack">
        <legend class="visually-hidden">One call</legend>
        <div class="field">
          <label for="usage">Usage object</label>
          <textarea
            id="usage"
            spellcheck={false}
            value={pasted}
            onInput={({ currentTarget }) => onPaste(currentTarget.value)}
            aria-describedby="usage-help usage-error"
            aria-invalid={read !== null && 'wrong' in read ? 'true' : undefined}
          />
          <p class="error" id="usage-error" hidden={read === null || !('wrong' in read)}>
            {read !== null && 'wrong' in read ? read.wrong : ''}
          </p>
          <p class="help" id="usage-help">
            {read !== null && 'shape' in read
              ? `Read as ${read.shape}; the counts are below.`
              : `Paste one from ${acceptedShapes.join(', ')}, or fill in the counts.`}
          </p>
        </div>
        <TextInput view={view} field="model" wrong={wrong.model} list />
        <div class="fields">
          {billableUnits.map(({ count, unit }) => (
            <TextInput key={count} view={view} field={count} wrong={wrong[count]} unit={unit} />
          ))}
        </div>
        <details class="more">
          <summary>Day, service tier, host, region</summary>
          <div class="fields">
            <TextInput view={view} field="on" wrong={wrong.on} usual={catalog.asOf} />
            <ChoiceField
              id="call-serviceTier"
              label={labels.serviceTier}
              typed={typed.serviceTier}
              usual="standard"
              choices={serviceTiers.map((value) => ({ value, name: value }))}
              wrong={wrong.serviceTier}
              onChange={(text) => view.onChange(withField(typed, 'serviceTier', text))}
            />
            <TextInput view={view} field="host" wrong={wrong.host} />
            <TextInput view={view} field="region" wrong={wrong.region} usual="global" />
          </div>
        </details>
      </fieldset>
      <div class="stack">
        {isWrong ? (
          <p class="notice">The price appears once every field is valid.</p>
        ) : (
          <Bill
            catalog={catalog}
            priced={priceCall(catalog, call)}
            onChange={(model) => view.onChange({ ...typed, model })}
          />
        )}
      </div>
      <datalist id="models">
        {catalog.models.map(({ id, facts }) => (
          <option key={id} value={id}>
            {facts.name}
          </option>
        ))}
      </datalist>
    </div>
  );
};

interface Input {
  view: TokensView;
  field: CallField;
  wrong: string | undefined;
  unit?: string;
  usual?: string;
  /** Whether model names are suggested. */
  list?: boolean;
}

const TextInput = ({ view: { typed, onChange }, field, wrong, unit, usual = '', list = false }: Input) => (
  <TextField
    id={`call-${field}`}
    label={labels[field]}
    typed={typed[field]}
    usual={usual}
    wrong={wrong}
    isText={unit === undefined}
    {...(list && { list: 'models' })}
    {...(unit !== undefined && { unit })}
    onChange={(text) => onChange(withField(typed, field, text))}
  />
);

const partNames = byUnit(billableUnits, 'part', (unit) => ('line' in unit ? unit.line : unit.field));

/** To the nano-dollar: the cost of a call is a fact, not an estimate. */
const exact = (usd: number | null): string => (usd === null ? 'no price' : `$${listPrice(usd)}`);

/** The same, all with as many decimals as the longest in the column. */
function exactColumn(amounts: readonly (number | null)[]): string[] {
  const decimals = amounts.map((usd) => (usd === null ? 0 : (listPrice(usd).split('.')[1] ?? '').length));
  const most = Math.max(...decimals);
  return amounts.map((usd) => (usd === null ? 'no price' : fixed(usd, most)));
}

const withUnit = (amount: string, unit: string) => (
  <>
    {amount} <span class="unit">{unit}</span>
  </>
);

interface BillProps {
  catalog: Catalog;
  priced: PricedCall;
  onChange: (model: string) => void;
}

const Bill = ({ catalog, priced, onChange }: BillProps) => {
  const { model, usd, unpriced, near, lines, pricing, notes, on } = priced;
  const usdColumn = exactColumn([...lines.map((line) => line.usd), usd]);
  const name = (model !== null && catalog.find(model)?.facts.name) || model;
  return (
    <>
      <div class="answer">
        <p>
          <span class="big">{exact(usd)}</span>{' '}
          <span class="range">
            for this call{name === null ? '' : ` on ${name}`}, {on}
          </span>
        </p>
      </div>
      {unpriced !== null && (
        <div class="notice bad">
          <p>{unpriced}</p>
          {near.map((id) => (
            <button key={id} type="button" class="button link" onClick={() => onChange(id)}>
              {id}
            </button>
          ))}
        </div>
      )}
      {lines.length > 0 && (
        <Table
          label="The bill, line by line"
          caption="Quantity times rate, each line rounded to the nano-dollar"
          columns={['Part', ...numbers('Quantity', 'Rate', 'USD')]}
          rows={lines.map(({ part, quantity, rate, per, unit }, index) => ({
            key: part,
            cells: [
              partNames[part],
              withUnit(grouped(quantity), unit),
              withUnit(exact(rate), `per ${grouped(per)}`),
              usdColumn[index],
            ],
          }))}
          foot={[{ span: 3, content: 'Total' }, usdColumn.at(-1)]}
        />
      )}
      {pricing !== null && (
        <p class="small muted">
          <a href={pageLink(`models/${model}.html`)}>{name}</a>, price
          {pricing.from === null ? ' since release' : ` in force since ${pricing.from}`}
          {pricing.until === null ? '' : ` until ${pricing.until}`}, {lastSeenInWords(pricing.lastSeen)}
          {pricing.aboveTokens === null ? '' : `, for prompts above ${grouped(pricing.aboveTokens)} tokens`}
          {pricing.url === null ? (
            '.'
          ) : (
            <>
              : <a href={pricing.url}>{pricing.url}</a>
            </>
          )}
        </p>
      )}
      {notes.length > 0 && (
        <ul class="small">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </>
  );
};
