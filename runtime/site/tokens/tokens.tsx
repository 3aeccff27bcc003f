/** "Tokens to dollars": the counts of one call, or a usage object, and its price line by line. */

import isCall from 'virtual:validator/call';
import type { Catalog, CatalogModel } from '../../core/dataset/catalog.ts';
import { priceCall } from '../../core/pricing/price-call.ts';
import { acceptedShapes } from '../../core/pricing/usage-shapes.ts';
import type { Call } from '../../core/schemas/priced-call-schemas.ts';
import { describe } from '../../core/schemas/problems.ts';
import { lookUp } from '../../core/values/look-up.ts';
import { isBuild } from '../browser.ts';
import { grouped } from '../formatting.ts';
import { Bill, exact } from './bill.tsx';
import { CountFields, labels, ModelFields } from './call-fields.tsx';
import { callsOf, type TokensState, type TypedCall } from './token-state.ts';

export interface TokensView {
  catalog: Catalog;
  state: TokensState;
  onPaste: (text: string) => void;
  onChange: (typed: TypedCall) => void;
}

export const Tokens = ({ catalog, state, onPaste, onChange }: TokensView) => {
  const { typed, read } = state;
  const calls = callsOf(state);
  const wrong = wrongIn(calls[0] as Call);
  const form = { catalog, typed, wrong, onChange };
  return (
    <div class="split">
      <fieldset class="stack">
        <legend class="visually-hidden">One call</legend>
        <Paste state={state} onPaste={onPaste} />
        <ModelFields {...form} />
        <details class="more" open={!isBuild && matchMedia('(min-width: 56rem)').matches}>
          <summary>Counts of the call</summary>
          <CountFields {...form} />
        </details>
      </fieldset>
      <div class="stack" id="price">
        {read !== null && 'wrong' in read ? (
          <div class="notice bad">
            <p>
              <strong>This cannot be priced.</strong> {read.wrong}
            </p>
          </div>
        ) : !typed.model?.trim() ? (
          <WhichModel {...{ catalog, state, calls, onChange }} />
        ) : Object.keys(wrong).length > 0 ? (
          <p class="notice">The price appears once every field is valid.</p>
        ) : (
          <Bill {...{ catalog, calls }} beside={state.beside} onChange={(model) => onChange({ ...typed, model })} />
        )}
      </div>
    </div>
  );
};

/** What the schema says against a call, by field. A missing model is asked for, which is no error. */
function wrongIn(call: Call): Partial<Record<string, string>> {
  const wrong: Partial<Record<string, string>> = {};
  if (!isCall(call)) {
    for (const finding of isCall.errors ?? []) {
      const field = finding.instancePath.slice(1);
      wrong[field] ??= inLabels(describe(finding), field);
    }
  }
  return wrong;
}

/** The sentence with the label of the field for its name, and its bounds grouped. */
const inLabels = (sentence: string, field: string): string =>
  sentence.replace(field, lookUp(labels, field) ?? field).replace(/\d{5,}/g, (digits) => grouped(Number(digits)));

const Paste = ({ state: { pasted, read }, onPaste }: Pick<TokensView, 'state' | 'onPaste'>) => (
  <div class="field">
    <label for="usage">Usage object</label>
    <textarea
      id="usage"
      spellcheck={false}
      placeholder={'{"input_tokens": 2095, "output_tokens": 503}'}
      value={pasted}
      onInput={({ currentTarget }) => onPaste(currentTarget.value)}
      aria-describedby="usage-help"
      aria-invalid={read !== null && 'wrong' in read ? 'true' : undefined}
    />
    <p class="help" id="usage-help">
      {read === null
        ? `Paste one, or a whole response: ${acceptedShapes.join(', ')}, and what is like them.`
        : 'shape' in read
          ? `Read as ${read.shape}.`
          : 'Not read.'}
    </p>
  </div>
);

interface Asking extends Pick<TokensView, 'catalog' | 'state' | 'onChange'> {
  calls: readonly Call[];
}

/** Counts alone have no price: the same tokens on the likeliest models, each a choice. */
function WhichModel({ catalog, state: { typed, read }, calls: [call], onChange }: Asking) {
  const shape = read !== null && 'shape' in read ? read.shape : null;
  return (
    <>
      <h2>Which model answered?</h2>
      <p>
        {shape === null ? 'A price needs a model.' : 'A usage object alone does not say.'} Choose one of these, or name
        any other in the field Model.
      </p>
      <ul class="choices">
        {likelyModels(catalog, shape).map(({ id, facts }) => (
          <li key={id}>
            <button type="button" class="button quiet" onClick={() => onChange({ ...typed, model: id })}>
              {facts.name} <span class="unit">{exact(priceCall(catalog, { ...(call as Call), model: id }).usd)}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Providers by the name of a shape that only they report. */
const makers: Readonly<Record<string, readonly string[]>> = {
  'OpenAI Responses': ['openai'],
  'Anthropic Messages': ['anthropic'],
  'Google Gemini': ['google'],
  'Amazon Bedrock Converse': ['anthropic', 'amazon'],
};
const most = 8;

/** @param shape name of the shape as `usageIn` gives it; null: nothing was pasted */
function likelyModels({ models }: Catalog, shape: string | null): CatalogModel[] {
  const from = lookUp(makers, shape ?? '') ?? ['anthropic', 'openai', 'google', 'deepseek'];
  const newest = (provider: string) =>
    models
      .filter((model) => model.provider.id === provider && model.status === 'active')
      .sort((a, b) => ((a.facts.releaseDate ?? '') < (b.facts.releaseDate ?? '') ? 1 : -1))
      .slice(0, Math.floor(most / from.length));
  return from.flatMap(newest);
}
