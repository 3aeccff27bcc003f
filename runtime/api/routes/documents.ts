/** Published files that are not JSON: feeds and tables. `feeds.ts` writes those that are text. */

export interface Document {
  operation: string;
  path: string;
  contentType: string;
  summary: string;
  description: string;
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
      'RFC 4180, one line per model, host, level of service, region, first day and prompt length: past and scheduled prices in USD per 1,000,000 tokens, each with its verification day and source; an empty field is null. Columns are called like columns of a database (input_per_mtok), those of models.csv, offers.csv and measured.csv like the fields of the JSON (inputPerMTok).',
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

export const documents: readonly Document[] = [...textDocuments, pricesParquet];
