/** The bill of a call, line by line, with the calls that were billed beside it. */

import type { Catalog } from '../../core/dataset/catalog.ts';
import { lastSeenInWords } from '../../core/dataset/sources.ts';
import { priceCalls } from '../../core/pricing/price-call.ts';
import { billableUnits, byUnit } from '../../core/schemas/billable-units.ts';
import { tierInWords } from '../../core/schemas/levels.ts';
import type { Call, PricedCall } from '../../core/schemas/priced-call-schemas.ts';
import { lookUp } from '../../core/values/look-up.ts';
import { pageLink } from '../browser.ts';
import { numbers, Table } from '../components/table.tsx';
import { decimalsOf, fixed, grouped, listPrice } from '../formatting.ts';
import type { BesideCall } from './token-state.ts';

interface BillProps {
  catalog: Catalog;
  /** Valid calls: that of the fields first. */
  calls: readonly Call[];
  /** The others, in their order. */
  beside: readonly BesideCall[];
  /** Another model is chosen. */
  onChange: (model: string) => void;
}

export function Bill({ catalog, calls, beside, onChange }: BillProps) {
  const { usd, calls: priced } = priceCalls(catalog, calls);
  const main = priced[0] as PricedCall;
  const lines = priced.flatMap((one, index) =>
    one.lines.map((line) => ({ ...line, of: index === 0 ? null : besideName(beside[index - 1]?.type ?? '') })),
  );
  const usdColumn = exactColumn([...lines.map((line) => line.usd), usd]);
  return (
    <>
      <div class="answer">
        <p>
          <span class="big">{exact(usd)}</span> <span class="range">{whatFor(catalog, main)}</span>
        </p>
      </div>
      {priced.map((one, index) => (
        <Unpriced key={index} priced={one} onChange={onChange} />
      ))}
      {lines.length > 0 && (
        <Table
          label="The bill, line by line"
          caption="Quantity times rate, each line rounded to the nano-dollar"
          columns={['Part', ...numbers('Quantity', 'Rate', 'USD')]}
          rows={lines.map(({ part, quantity, rate, per, unit, of }, index) => ({
            key: index,
            cells: [
              of === null ? partNames[part] : `${of}: ${partNames[part]}`,
              withUnit(grouped(quantity), unit),
              withUnit(exact(rate), `per ${grouped(per)}`),
              usdColumn[index],
            ],
          }))}
          foot={[{ span: 3, content: 'Total' }, usdColumn.at(-1)]}
        />
      )}
      {usd === 0 && lines.length === 0 && <p>No tokens and no searches: nothing to pay for.</p>}
      <PriceUsed catalog={catalog} priced={main} />
      {main.notes.length > 0 && (
        <ul class="small">
          {main.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </>
  );
}

/** for this call on GPT-5.4 at Azure OpenAI, batch, 2026-11-22 */
function whatFor(catalog: Catalog, { model, host, region, serviceTier, on }: PricedCall) {
  const name = (model !== null && catalog.find(model)?.facts.name) || model;
  const hostName = host === null ? null : (catalog.offers.hosts.find(({ id }) => id === host)?.name ?? host);
  const terms = [
    ...(region === 'global' ? [] : [region]),
    ...(serviceTier === 'standard' ? [] : [tierInWords(serviceTier)]),
  ].map((term) => `${term}, `);
  return (
    <>
      {`for this call${name === null ? '' : ` on ${name}`}${hostName === null ? '' : ` at ${hostName}`}, ${terms.join('')}`}
      <span class="day">{on}</span>
    </>
  );
}

const Unpriced = ({ priced: { unpriced, near }, onChange }: { priced: PricedCall } & Pick<BillProps, 'onChange'>) =>
  unpriced === null ? null : (
    <div class="notice bad">
      <p>{unpriced}</p>
      {near.length > 0 && (
        <p class="row">
          {near.map((id) => (
            <button key={id} type="button" class="button link" onClick={() => onChange(id)}>
              {id}
            </button>
          ))}
        </p>
      )}
    </div>
  );

/** Which entry of the dataset was used, with its source. */
function PriceUsed({ catalog, priced: { model, pricing } }: { catalog: Catalog; priced: PricedCall }) {
  if (pricing === null || model === null) return null;
  return (
    <p class="small muted">
      <a href={pageLink(`models/${model}.html`)}>{catalog.find(model)?.facts.name ?? model}</a>, price
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
  );
}

const partNames = byUnit(billableUnits, 'part', (unit) => ('line' in unit ? unit.line : unit.field));

/** What was billed beside a call, as people call it. */
const besideName = (type: string): string =>
  lookUp({ compaction: 'Compaction', advisor_message: 'Advisor' }, type) ?? type.replaceAll('_', ' ');

/** To the nano-dollar: the cost of a call is a fact, not an estimate. */
export const exact = (usd: number | null): string => (usd === null ? 'no price' : `$${listPrice(usd)}`);

/** The same, all with as many decimals as the longest in the column. */
function exactColumn(amounts: readonly (number | null)[]): string[] {
  const most = Math.max(2, ...amounts.map(decimalsOf));
  return amounts.map((usd) => (usd === null ? 'no price' : fixed(usd, most)));
}

const withUnit = (amount: string, unit: string) => (
  <>
    {amount} <span class="unit">{unit}</span>
  </>
);
