/** One for each of `schemas` in build/output/validators.ts. */
declare module 'virtual:validator/*' {
  import type { Validator } from './core/schemas/problems.ts';

  const isValid: Validator;
  export default isValid;
}
/** Those of the tools in runtime/mcp/tool-schemas.ts, by their names. */
declare module 'virtual:tool-inputs' {
  export const isInput: Readonly<
    Record<import('./mcp/tool-schemas.ts').ToolName, import('./core/schemas/problems.ts').Validator>
  >;
}
/** A program of WebAssembly, as build/output/assembled.ts makes it of the source below `runtime`. */
declare module 'virtual:assembled/*' {
  const program: Uint8Array<ArrayBuffer>;
  export default program;
}
/** The text of a document, as build/output/bundle.ts puts it into a program. */
declare module '*.md' {
  const text: string;
  export default text;
}
/** The text of catalog.json, as build/output/bundle.ts puts it into the library. */
declare module 'virtual:embedded-catalog' {
  export const embeddedCatalog: string;
}
/** The rows of the recorded runs as JSON, as build/output/bundle-plugins.ts puts them into the command. */
declare module 'virtual:recorded-runs' {
  export const recordedRuns: string;
}
/** The text of catalog.json, as build/output/assets.ts puts it into a script. */
declare module 'virtual:page-catalog' {
  export const catalogText: string;
}
/** A script that runs in a worker, as text. */
declare module 'virtual:page-worker/*' {
  export const code: string;
}
/** What `sentText` makes of a PricesInForce, as build/output/assets.ts puts it into a script. */
declare module 'virtual:prices-in-force' {
  export const pricesInForceText: string;
}
/** The texts and scripts of a build, as build/output/program-digests.ts puts them into pages.js. */
declare module 'virtual:program-files' {
  export const known: import('./audit/layout.ts').KnownFiles;
}
