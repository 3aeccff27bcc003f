/** The models that a usage object without a model is most likely of: the newest of the makers that report it so. */

import type { Catalog, CatalogModel } from '../../core/dataset/catalog.ts';
import { lookUp } from '../../core/values/look-up.ts';

/** Providers by the name of a shape that only they report. */
const makers: Readonly<Record<string, readonly string[]>> = {
  'OpenAI Responses': ['openai'],
  'Anthropic Messages': ['anthropic'],
  'Google Gemini': ['google'],
  'Amazon Bedrock Converse': ['anthropic', 'amazon'],
};
const most = 8;

/** @param shape name of the shape as `usageIn` gives it; null: nothing was pasted */
export function likelyModels({ models }: Catalog, shape: string | null): CatalogModel[] {
  const from = lookUp(makers, shape ?? '') ?? ['anthropic', 'openai', 'google', 'deepseek'];
  const newest = (provider: string) =>
    models
      .filter((model) => model.provider.id === provider && model.status === 'active')
      .sort((a, b) => ((a.facts.releaseDate ?? '') < (b.facts.releaseDate ?? '') ? 1 : -1))
      .slice(0, Math.floor(most / from.length));
  return from.flatMap(newest);
}
