/** The inputs that few people change, each with its help. */
import { ChoiceField, withField } from '../components/field.tsx';
import { fieldHelp } from './field-help.ts';
import { behindMore, type Form, modelNamed, presetOf, saidOf, WorkflowInput } from './request-form.tsx';

export function MoreInputs(form: Form) {
  const { prefix, catalog, typed, wrong, onChange } = form;
  const preset = catalog.preset(presetOf(typed));
  const model = modelNamed(catalog, typed.modelId ?? preset.defaultModel);
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
          { value: '', name: 'the provider itself' },
          ...catalog.offers.hosts.map(({ id, name }) => ({ value: id, name })),
        ]}
        help="Whose prices are used; routes suggest only what it sells."
        wrong={saidOf(wrong, 'host')}
        onChange={(id) => onChange(withField(typed, 'host', id))}
      />
    </div>
  );
}
