/** The inputs of one call: its model, where and on what terms it was made, and its counts. */
import type { Catalog, CatalogModel } from '../../core/dataset/catalog.ts';
import { catalogAt, hostsSelling } from '../../core/dataset/host-catalog.ts';
import { tiersSold } from '../../core/dataset/price-on-day.ts';
import { isResolved, resolve } from '../../core/dataset/resolve.ts';
import { ownMachine } from '../../core/dataset/sellers.ts';
import { regionsSold } from '../../core/dataset/terms.ts';
import { billableUnits, byUnit } from '../../core/schemas/billable-units.ts';
import { serviceTiers, tierInWords } from '../../core/schemas/levels.ts';
import { placeIds, placeInWords } from '../../core/schemas/places.ts';
import { type Choice, ChoiceField, TextField, withField } from '../components/field.tsx';
import { ModelField } from '../components/model-field.tsx';
import type { CallField, TypedCall } from './token-state.ts';

export interface CallForm {
  catalog: Catalog;
  typed: TypedCall;
  /** What is wrong with a field, by its name. */
  wrong: Readonly<Partial<Record<string, string>>>;
  onChange: (typed: TypedCall) => void;
}

/** The fields as people call them. */
export const labels: Record<CallField, string> = {
  model: 'Model',
  ...byUnit(billableUnits, 'count', ({ field }) => field),
  serviceTier: 'Terms',
  host: 'Host',
  region: 'Region',
  on: 'Day of the call',
};

/** What every input needs. */
const fieldOf = ({ typed, wrong, onChange }: CallForm, field: CallField) => ({
  id: `call-${field}`,
  label: labels[field],
  typed: typed[field],
  wrong: wrong[field],
  onChange: (text: string | undefined) => onChange(withField(typed, field, text)),
});

/** The model, and where and how it was called. */
export function ModelFields(form: CallForm) {
  const { catalog, typed } = form;
  const model = namedIn(catalog, typed.model ?? '');
  const sold = model && typed.host ? (catalogAt(catalog, typed.host)?.find(model.id) ?? model) : model;
  return (
    <>
      <ModelField {...fieldOf(form, 'model')} usual="" isText catalog={catalog} />
      <div class="fields narrow">
        <ChoiceField {...fieldOf(form, 'host')} usual="" choices={hostChoices(catalog, model, typed.host)} />
        <ChoiceField {...fieldOf(form, 'region')} usual="global" choices={regionChoices(sold)} />
        <ChoiceField {...fieldOf(form, 'serviceTier')} usual="standard" choices={termChoices(sold)} />
        <TextField {...fieldOf(form, 'on')} usual={catalog.asOf} isText />
      </div>
    </>
  );
}

export const CountFields = (form: CallForm) => (
  <div class="fields narrow">
    {billableUnits.map(({ count, unit }) => (
      <TextField key={count} {...fieldOf(form, count)} usual="" unit={unit} />
    ))}
  </div>
);

function namedIn(catalog: Catalog, name: string): CatalogModel | undefined {
  const found = resolve(catalog, name);
  return isResolved(found) ? found.model : undefined;
}

/** The hosts that sell the model, all of them if it is not known, and the one that is chosen. */
function hostChoices(catalog: Catalog, model: CatalogModel | undefined, chosen = ''): Choice[] {
  const selling = model && new Set(hostsSelling(catalog, model.id));
  const choices = [
    { value: '', name: model === undefined ? 'the maker itself' : `${model.provider.name} itself` },
    ...catalog.offers.hosts
      .filter(({ id }) => selling === undefined || selling.has(id))
      .map(({ id, name }) => ({ value: id, name })),
    { value: ownMachine, name: 'my own machine' },
  ];
  return choices.some(({ value }) => value === chosen) ? choices : [...choices, { value: chosen, name: chosen }];
}

/** Regions with a price of their own, then the other places. */
function regionChoices(model: CatalogModel | undefined): Choice[] {
  const sold = model === undefined ? ['global'] : regionsSold(model);
  const choice = (value: string, group?: string): Choice => ({
    value,
    name: value === 'global' ? 'anywhere' : placeInWords(value),
    ...(group !== undefined && { group }),
  });
  const others = placeIds.filter((id) => !sold.includes(id));
  return [...sold.map((id) => choice(id)), ...others.map((id) => choice(id, 'No price of its own known'))];
}

const termChoices = (model: CatalogModel | undefined): Choice[] =>
  (model === undefined ? serviceTiers : tiersSold(model.listPrice)).map((tier) => ({
    value: tier,
    name: tierInWords(tier),
  }));
