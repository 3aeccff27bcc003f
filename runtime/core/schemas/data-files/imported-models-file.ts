/** The shape of `data/imported/models.json`: models imported from public datasets, by provider. */
import type { FromSchema } from 'json-schema-to-ts';
import { modelEntry } from './model-file.ts';
import type { ProviderFile } from './provider-file.ts';
import { strictObject, text } from './schema-pieces.ts';

export const importedModelsFile = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Models imported from public datasets, by provider',
  ...strictObject(
    {
      $schema: { type: 'string' },
      providers: {
        type: 'array',
        items: strictObject({ id: text, models: { type: 'array', minItems: 1, items: modelEntry } }, ['id', 'models']),
      },
    },
    ['providers'],
  ),
} as const;

export type ImportedModelsFile = FromSchema<typeof importedModelsFile>;

/** The providers, each with its imported models after its own. */
export const withImported = (
  providers: readonly ProviderFile[],
  imported: Pick<ImportedModelsFile, 'providers'>,
): ProviderFile[] =>
  providers.map((provider) => {
    const models = imported.providers.filter(({ id }) => id === provider.id).flatMap((one) => one.models);
    return models.length === 0 ? provider : { ...provider, models: [...provider.models, ...models] };
  });
