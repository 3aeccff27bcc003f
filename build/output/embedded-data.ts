/** Puts data into scripts after esbuild has bundled them around a placeholder: so their code is the same for any data. */
import type { Plugin } from 'esbuild';
import {
  type EmbeddedData,
  embeddings,
  placeholder,
  withText,
  withUsualQuotes,
} from '../../runtime/audit/embedded-text.ts';
import { lookUp } from '../../runtime/core/values/look-up.ts';
import { virtualPlugin } from './bundle-plugins.ts';

export interface Script {
  /** File name in its directory. */
  name: string;
  content: Uint8Array;
  /** The content with placeholders for the data it holds. */
  code: Uint8Array;
}

/** The module `virtual:MODULE`, whose only export is the placeholder of `text`. */
export const placeholderPlugin = (module: string, exported: string, text: string): Plugin =>
  virtualPlugin(module, () => `export const ${exported} = ${JSON.stringify(placeholder(text))};`);

/**
 * The script with its data.
 * @param dir of the script in a snapshot, with a trailing slash
 * @param code as esbuild made it; throws if it holds a placeholder where `embeddings` names none, or none where it does
 */
export function withData(dir: string, name: string, bundled: Uint8Array, texts: Record<EmbeddedData, string>): Script {
  const embedding = lookUp(embeddings, dir + name);
  if (embedding === undefined) {
    const left = Object.keys(texts).find((text) => Buffer.from(bundled).includes(placeholder(text)));
    if (left !== undefined) throw new Error(`${name} holds the ${left}: add it to runtime/audit/embedded-text.ts.`);
    return { name, content: bundled, code: bundled };
  }
  const { data, depth } = embedding;
  const code = withUsualQuotes(bundled, data);
  return { name, content: withText(code, data, depth, texts[data]), code };
}

/** A script with the code of another one as text, in place of the placeholder `worker`. */
export const withWorker = (bundled: Uint8Array, worker: Uint8Array): Buffer =>
  withText(
    withUsualQuotes(bundled, 'worker'),
    'worker',
    0,
    Buffer.from(withUsualQuotes(worker, 'catalog')).toString('utf8'),
  );
