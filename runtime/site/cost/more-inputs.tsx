/** The inputs that few people change, each with its help. */
import { catalogAt } from '../../core/dataset/host-catalog.ts';
import type { WorkflowField } from '../../core/schemas/request-fields.ts';
import { ChoiceField, withField } from '../components/field.tsx';
import { behindMore, type Form, modelNamed, presetOf, saidOf, WorkflowInput } from './workflow-fields.tsx';

/** What the inputs mean, for people ('': the label says it); the API has its own descriptions. */
export const fieldHelp: Readonly<Record<WorkflowField, string>> = {
  tasksPerMonth: '',
  modelCallsPerTask: '',
  reasoningEffort: '',
  toolCallsPerTask: 'Searches, file reads, commands and the like.',
  handoffs: 'The next agent makes one more call, and nothing of its prompt is cached.',
  systemPromptTokens: 'Sent with every call.',
  toolSchemaTokens: 'Sent with every call.',
  retrievedContextTokens: 'Documents, files or search results in the first prompt.',
  outputTokensPerCall: 'With its reasoning, which is billed as output.',
  toolResultTokens: 'On average; it stays in every later prompt.',
  retryRatePct: 'Billed, then sent again: at most twice.',
  timeoutLoopsPerTask: 'Three calls each that lead nowhere.',
  hallucinatedToolPct: 'Each costs one more call.',
  taskFailureRatePct: 'Paid for, and of no use.',
  promptCaching: 'Where the model offers it.',
  callDispersion: '0: all make the same number of calls; 1: some make several times as many as others.',
  userTokensPerCall: 'Messages of a person.',
  warmPrefixPct: 'They find system prompt and tools in the cache, left by an earlier task.',
  cacheTtl: 'An hour costs more, where the model offers it.',
  searchesPerTask: "With the maker's own search, at its fee; they count as tool calls too.",
  serviceTier: 'Batch and flex are cheaper and slower; priority, or fast mode, is faster and costs more.',
  region: 'Some regions cost more.',
  compactAtTokens: 'A longer prompt is replaced by a summary. Empty: never.',
  compactedToTokens: 'The summary, system prompt, tools and files read again. Empty: as long as the first prompt.',
  coldCallsPct: 'After a break, say: almost the whole prompt is sent anew.',
  interactive: 'Changes no bill, only what is suggested: batch is no help to somebody who waits.',
};

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
