/** Published files that are no answer of a route: feeds, tables and price maps. `feeds.ts` writes those that are text. */

export interface Document {
  operation: string;
  path: string;
  contentType: string;
  summary: string;
  description: string;
  /** Of bare JSON, what its outermost value is. */
  json?: 'object' | 'array';
}

export const textDocuments = [
  {
    operation: 'getChangesFeed',
    path: '/changes.atom',
    contentType: 'application/atom+xml',
    summary: 'New models and price changes, as a feed',
    description: 'Atom 1.0: the entries of /changes for a feed reader.',
  },
  {
    operation: 'getModelsCsv',
    path: '/models.csv',
    contentType: 'text/csv; charset=utf-8; header=present',
    summary: 'Models with list prices, for a spreadsheet',
    description:
      'RFC 4180, one line per model, prices in USD per 1,000,000 tokens; an empty field is null. Columns are called like the fields of /models (inputPerMTok), those of prices.csv like columns of a database (input_per_mtok).',
  },
  {
    operation: 'getOffersCsv',
    path: '/offers.csv',
    contentType: 'text/csv; charset=utf-8; header=present',
    summary: 'Prices of models at other hosts, for a spreadsheet',
    description: 'RFC 4180, one line per offer, prices in USD per 1,000,000 tokens; an empty field is null.',
  },
  {
    operation: 'getMeasuredCsv',
    path: '/measured.csv',
    contentType: 'text/csv; charset=utf-8; header=present',
    summary: 'Measured runs of every board, for a spreadsheet',
    description: 'RFC 4180, one line per row of a board, dollars as in /measured/{id}; an empty field is null.',
  },
  {
    operation: 'getPricesCsv',
    path: '/prices.csv',
    contentType: 'text/csv; charset=utf-8; header=present',
    summary: 'Every dated price, for a database',
    description:
      'RFC 4180, one line per model, host, terms, region, first day and prompt length: past and scheduled prices in USD per 1,000,000 tokens, each with a source and the day on which that source last stated it; an empty field is null. Columns are called like columns of a database (input_per_mtok), those of models.csv, offers.csv and measured.csv like the fields of the JSON (inputPerMTok).',
  },
] as const satisfies Document[];

/** Written only by the build, since it is not text. */
export const pricesParquet = {
  operation: 'getPricesParquet',
  path: '/prices.parquet',
  contentType: 'application/vnd.apache.parquet',
  summary: 'Every dated price, as Parquet',
  description: 'The rows and columns of /prices.csv, with types: days are dates, prices are decimals.',
} as const satisfies Document;

/** The list prices in formats of other tools, by name: whose format it is. */
const priceMapFormats = {
  litellm: "LiteLLM's model_prices_and_context_window.json",
  'models.dev': "models.dev's api.json",
  'genai-prices': 'the data of pydantic/genai-prices, version 2',
  'llm-prices': "llm-prices' current-v1.json",
  openrouter: "OpenRouter's list of models",
} as const;
export type PriceMapName = keyof typeof priceMapFormats;
export const priceMapNames = Object.keys(priceMapFormats) as PriceMapName[];

export const priceMapPath = (name: PriceMapName): string => `/exports/${name}.json`;
export const leftOutPath = (name: PriceMapName): string => `/exports/${name}.left-out.json`;

/** Bare JSON in the shape of another tool, without the envelope of an answer; `runtime/exports/price-maps/` writes them. */
const priceMapDocuments: readonly Document[] = priceMapNames.flatMap((name) => {
  const id = name.replace(/(?:^|\W)(\w)/g, (_, letter: string) => letter.toUpperCase());
  const format = priceMapFormats[name];
  return [
    {
      operation: `get${id}Export`,
      path: priceMapPath(name),
      contentType: 'application/json',
      summary: `List prices for tools that read ${format}`,
      json: name === 'genai-prices' ? 'array' : 'object',
      description: `The list prices in force, bare, in the shape of ${format}. What that format cannot say of a model is in ${leftOutPath(name)}.`,
    },
    {
      operation: `get${id}ExportLeftOut`,
      path: leftOutPath(name),
      contentType: 'application/json',
      summary: `What ${priceMapPath(name)} cannot say`,
      json: 'object',
      description:
        'For each model and host its entries in the map, the day its price was last seen, and every known fact about its price that the format has no field for.',
    },
  ];
});

export const documents: readonly Document[] = [...textDocuments, pricesParquet, ...priceMapDocuments];
