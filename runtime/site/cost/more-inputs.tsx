/** The inputs that few people change, each with its help. */
import { catalogAt } from '../../core/dataset/host-catalog.ts';
import { ChoiceField, withField } from '../components/field.tsx';
import { fieldHelp } from './field-help.ts';
import { behindMore, type Form, modelNamed, presetOf, saidOf, WorkflowInput } from './workflow-fields.tsx';

export function MoreInputs(form: Form) {
  const { prefix, catalog, typed, wrong, onChange } = form;
  const preset = catalog.preset(presetOf(typed));
  // What a host sells has its own levels of service.
  const sold = typed.host === undefined ? catalog : (catalogAt(catalog, typed.host) ?? catalog);
  const model = modelNamed(sold, typed.modelId ?? preset.defaultModel);
  return (
    <div class="fields">
      {behindMore.map((name) => (
        <WorkflowInput key={name} {...form} {...{ name, model }} usual={preset.workflow[name]} help={fieldHelp[name]} />
      ))}
      <ChoiceField
        id={`${prefix}-host`}
        label="Host"
        typed={typed.host}
        usual=""
        choices={[
          { value: '', name: 'the maker itself' },
          ...catalog.offers.hosts.map(({ id, name }) => ({ value: id, name })),
        ]}
        help="Whose prices are used; routes suggest only what it sells."
        wrong={saidOf(wrong, 'host')}
        onChange={(id) => onChange(withField(typed, 'host', id))}
      />
    </div>
  );
}
