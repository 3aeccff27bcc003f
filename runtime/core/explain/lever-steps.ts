/** What each lever of an estimate would save: the same run with the fields that it changes. */
import type { Estimate } from '../answers/schemas/estimate-schema.ts';
import type { CatalogModel } from '../dataset/catalog.ts';
import { withPricingTerms } from '../dataset/terms.ts';
import { effortOn } from '../model/bill.ts';
import { aboutField, type Workflow } from '../schemas/request-fields.ts';
import { unitsPerDollar } from '../values/money.ts';
import { explainBill } from './bill-steps.ts';
import { explainRetries, explainShare, giveField } from './input-steps.ts';
import type { Ledger } from './ledger.ts';
import { explainCost, explainEffort, explainPrices, explainTokens, keepAsAsked, restoreAsAsked } from './run-steps.ts';

type Lever = Estimate['levers'][number];

/** Needs the inputs, C and MS. */
export function explainLevers(ledger: Ledger, model: CatalogModel, { presetId, workflow, levers }: Estimate): void {
  levers.forEach((lever, i) => {
    const pointer = `/levers/${i}`;
    const changed = {
      ...workflow,
      ...Object.fromEntries(lever.changes.map(({ field, to }) => [field, to])),
    } as Workflow;
    const inner = ledger.inner().section(`Lever ${lever.lever}: the same run after it`, lever.description);
    if (workflow.reasoningEffort !== null) restoreAsAsked(inner);
    giveChanges(inner, lever, pointer);
    explainRetries(inner);
    const priced = withPricingTerms(model, changed);
    explainPrices(inner, priced, null);
    const effort = effortOn({ workflow: changed }, priced);
    if (effort !== null) {
      keepAsAsked(inner);
      explainEffort(inner, effort, null);
    }
    explainTokens(inner, presetId, null);
    explainCost(inner, priced, changed, null);
    explainBill(inner, false);
    explainSaved(ledger.inner().section(`Lever ${lever.lever}: what it saves`), inner.get('C'), pointer);
  });
}

function giveChanges(ledger: Ledger, { lever, changes }: Lever, pointer: string): void {
  changes.forEach(({ field, from, to }, i) => {
    const { symbol, label, unit = '' } = aboutField[field];
    if (symbol !== undefined && typeof from === 'number') {
      ledger.given(`${symbol}_from`, from, `${label}, before`, unit, 'the workflow', `${pointer}/changes/${i}/from`);
    }
    giveField(ledger, field, to, `lever ${lever}`, `${pointer}/changes/${i}/to`);
    explainShare(ledger, field, to);
  });
}

/** @param after cost per task after the change, in USD */
function explainSaved(ledger: Ledger, after: number, pointer: string): void {
  const rounded = (symbol: string, formula: string, finest: 1e9 | 1e6, what: string, field: string) => {
    ledger.given('u', unitsPerDollar(ledger.get(formula), finest), 'units in a dollar', 'units', 'rounding');
    const unit = finest === 1e9 ? 'USD' : 'USD a month';
    ledger.step(symbol, `round((${formula}) * u) / u`, what, unit, `${pointer}/${field}`);
  };
  ledger.given('Cl', after, 'cost per task after it', 'USD', 'C above', `${pointer}/costPerTask`);
  rounded('MSl', 'Cl * V', 1e6, 'monthly spend after it', 'monthlySpend');
  rounded('saved', 'max(0, C - Cl)', 1e9, 'saving per task', 'saving/costPerTask');
  rounded('month', 'max(0, MS - MSl)', 1e6, 'saving a month', 'saving/monthly');
  ledger.step('pct', 'round(saved / C * 1e6) / 1e4', 'saving, of the cost', '%', `${pointer}/saving/pct`);
}
