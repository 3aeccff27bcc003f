/** Examples used in the contract's requests: models, presets and tiers of the data, and files published for them. */
import { rawModels, rawPresets, rawProviders, rawShutDown, rawTiers } from '../../support/core/raw-data.ts';

export const providers = rawProviders.map(({ id }) => id).sort();
export const [provider = '', tier = ''] = [providers[0], rawTiers[0]];

function modelWith(isWanted: (alias: string) => boolean) {
  for (const model of rawModels) {
    const alias = model.aliases.find(isWanted);
    if (alias !== undefined) return { model, alias };
  }
  throw new Error('The data has no model with such an alias; choose others for the contract.');
}

/** A model with an alias that is a slug, and one with an alias that must be percent-encoded in a path. */
export const { model, alias } = modelWith((alias) => /^[A-Za-z0-9._-]+$/.test(alias));
export const { model: odd, alias: oddAlias } = modelWith((alias) => encodeURIComponent(alias) !== alias);

/** A model whose calls fail by now; it has a successor. */
export const shutDown = rawShutDown.find(({ lifecycle }) => lifecycle?.successor != null && !lifecycle.billedAs) as {
  id: string;
};

const defaultModelOf = (preset: string) => rawPresets.find(({ id }) => id === preset)?.defaultModel as string;

export const presets = rawPresets.map(({ id }) => id);
export const preset = 'support';
export const presetModel = defaultModelOf(preset);
export const ragModel = defaultModelOf('rag');

/** The estimate for a preset and a model, and the default one for a request that names neither. */
export const chosen = `estimate/${preset}/${model.id}.json`;
export const standard = `estimate/coding/${defaultModelOf('coding')}.json`;

/** The path of an answer that is long enough to be encoded. */
export const long = '/models';

/** Header fields a browser sends in a preflight. */
export const preflight = { Origin: 'https://example.com', 'Access-Control-Request-Method': 'GET' };
