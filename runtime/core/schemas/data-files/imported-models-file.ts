/** The shape of `data/imported/models.json`: models imported from public datasets, by provider. */
import type { FromSchema } from 'json-schema-to-ts';
import { type ModelFile, type ModelInputs, modelEntry } from './model-file.ts';
import type { ProviderFile } from './provider-file.ts';
import { slug, source, strictObject, text } from './schema-pieces.ts';

const modelIds = { type: 'array', minItems: 1, items: slug } as const;

export const importedModelsFile = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Models imported from public datasets, by maker',
  ...strictObject(
    {
      $schema: { type: 'string' },
      providers: {
        type: 'array',
        items: strictObject({ id: text, models: { type: 'array', minItems: 1, items: modelEntry } }, ['id', 'models']),
      },
      inputs: {
        type: 'array',
        description:
          'What models of any file take besides text, by source, the newest first: where two disagree, the first counts.',
        items: strictObject({ source, image: modelIds, noImage: modelIds, pdf: modelIds }, ['source']),
      },
    },
    ['providers'],
  ),
} as const;

export type ImportedModelsFile = FromSchema<typeof importedModelsFile>;

/** The providers, each with its imported models after its own, and what each model takes. */
export const withImported = (
  providers: readonly ProviderFile[],
  { providers: imported, inputs = [] }: Pick<ImportedModelsFile, 'providers' | 'inputs'>,
): ProviderFile[] =>
  providers.map((provider) => {
    const models = imported.filter(({ id }) => id === provider.id).flatMap((one) => one.models);
    const all = [...provider.models, ...models];
    return all.length === 0 ? provider : { ...provider, models: all.map((model) => withInputs(model, inputs)) };
  });

/** A model with what it takes as sources say; what its own entry says stays. */
function withInputs(model: ModelFile, stated: NonNullable<ImportedModelsFile['inputs']>): ModelFile {
  const { id } = model;
  const about = stated.filter(({ image, noImage, pdf }) => [image, noImage, pdf].some((ids) => ids?.includes(id)));
  if (model.inputs !== undefined || about.length === 0) return model;
  const ofImage = about.find(({ image, noImage }) => image?.includes(id) || noImage?.includes(id));
  const inputs: ModelInputs = {
    image: ofImage === undefined ? null : (ofImage.image?.includes(id) ?? false),
    pdf: about.some(({ pdf }) => pdf?.includes(id)) ? true : null,
    sources: about.map(({ source }) => source),
  };
  return { ...model, inputs };
}
