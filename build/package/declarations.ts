/**
 * The type declarations of the library. Shapes are generated from the schemas and written out in full, so that users
 * need no other package for them; functions come from the sources.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile } from 'json-schema-to-typescript';
import { isolatedDeclarationSync } from 'oxc-transform';
import { withComponents } from '../../runtime/api/published-schemas/components.ts';
import { advice } from '../../runtime/core/answers/schemas/advice-schema.ts';
import { change } from '../../runtime/core/answers/schemas/change-schema.ts';
import { estimate } from '../../runtime/core/answers/schemas/estimate-schema.ts';
import { expectedCall, expectedCalls } from '../../runtime/core/answers/schemas/expected-calls-schema.ts';
import { explanation } from '../../runtime/core/answers/schemas/explanation-schema.ts';
import { meta as answerMeta, metaData } from '../../runtime/core/answers/schemas/meta-schemas.ts';
import { model, modelDetail } from '../../runtime/core/answers/schemas/model-schemas.ts';
import { plan } from '../../runtime/core/answers/schemas/plan-schema.ts';
import { preset } from '../../runtime/core/answers/schemas/preset-schema.ts';
import { provider } from '../../runtime/core/answers/schemas/provider-schema.ts';
import { ranking } from '../../runtime/core/answers/schemas/ranking-schema.ts';
import { board, boardSummary } from '../../runtime/core/schemas/board-schemas.ts';
import { datedPrice } from '../../runtime/core/schemas/data-files/dated-price.ts';
import { overlay } from '../../runtime/core/schemas/data-files/overlay-file.ts';
import { estimateRequest } from '../../runtime/core/schemas/estimate-request-schema.ts';
import { sessionForecast } from '../../runtime/core/schemas/forecast-schemas.ts';
import { offer } from '../../runtime/core/schemas/offer-schema.ts';
import { callRequest, pricedCall, pricedCalls } from '../../runtime/core/schemas/priced-call-schemas.ts';

const root = join(import.meta.dirname, '../..');

/** The exports of runtime/library/types.ts; a test compares the two. */
const shapes = [
  estimate,
  advice,
  estimateRequest,
  model,
  ranking,
  modelDetail,
  provider,
  offer,
  { ...preset, title: 'PublishedPreset' },
  plan,
  change,
  metaData,
  answerMeta,
  { title: 'DatedPrice', description: 'A list price in the data files, USD per 1,000,000 tokens.', ...datedPrice },
  expectedCall,
  expectedCalls,
  explanation,
  board,
  boardSummary,
  callRequest,
  overlay,
  pricedCall,
  pricedCalls,
  sessionForecast,
];

/** The other declarations: the source of each file, by its name in `dist`. */
const parts = ['catalog', 'client', 'estimates', 'facts', 'forecasts', 'invalid-request', 'pricing', 'span-processor'];
const sources = {
  index: 'runtime/library/library.ts',
  ...Object.fromEntries(parts.map((name) => [name, `runtime/library/${name}.ts`])),
};

/** The text of each declaration file, by its path relative to `dist`. */
export async function declarations(): Promise<Map<string, string>> {
  const files = new Map([['types.d.ts', await types()]]);
  // The same for CommonJS: the shapes are no values, so they may be those of the modules.
  files.set('types.d.cts', "export type * from './types.js' with { 'resolution-mode': 'import' };\n");
  for (const [name, source] of Object.entries(sources)) {
    for (const kind of ['', 'c']) files.set(`${name}.d.${kind}ts`, declarationOf(source, `.${kind}js`));
  }
  return files;
}

async function types(): Promise<string> {
  const components = new Map<string, Record<string, unknown>>();
  for (const shape of shapes) withComponents(shape, '#/$defs/', components);
  // One shape must be the root; nothing refers to this one.
  const root = { title: pricedCalls.title, ...components.get(pricedCalls.title) };
  components.delete(pricedCalls.title);
  const text = await compile(
    withoutAlternatives({ ...root, $defs: Object.fromEntries(components) }) as object,
    root.title,
    {
      additionalProperties: false,
      bannerComment: '/* Made from the JSON Schemas of the API. */',
      format: false, // prettier takes longer than the rest of the build
      ignoreMinAndMaxItems: true,
      unreachableDefinitions: true,
    },
  );
  return indented(text.replaceAll(/\n \* ?\n \* This interface was referenced by .*\n.*(?=\n \*\/)/g, ''));
}

function indented(text: string): string {
  let depth = 0;
  const lines = text.split('\n').map((line) => {
    if (line.startsWith('}')) depth--;
    const indented = '  '.repeat(depth) + line;
    if (line.endsWith('{')) depth++;
    return indented;
  });
  return `${lines.join('\n').trimEnd()}\n`;
}

/** Drops a `oneOf` such as "a url or a name", which would become a union of empty shapes: both become optional. */
function withoutAlternatives(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutAlternatives);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).filter(([key]) => !(key === 'oneOf' && 'properties' in schema));
  return Object.fromEntries(entries.map(([key, value]) => [key, withoutAlternatives(value)]));
}

/** @param extension of the files that it imports */
function declarationOf(source: string, extension: string): string {
  const { code, errors } = isolatedDeclarationSync(source, readFileSync(join(root, source), 'utf8'));
  if (errors.length > 0) throw new Error(`${source}: ${errors.map(({ message }) => message).join(' ')}`);
  return code.replaceAll(/(['"])(\.\/[\w-]+)\.[jt]s\1/g, `'$2${extension}'`);
}
