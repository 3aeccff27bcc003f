/**
 * The price catalogue in Claude Code: Anthropic's own statement of what its models cost, dated by the publication of
 * the package. Only names and numbers are taken from the program, which is never run.
 */

import { lookUp } from '../../../runtime/core/values/look-up.ts';
import { type Literal, LiteralError, readLiteral } from '../literal.ts';
import { dollarRow, type ExtractedRow, PageError, type PlacedRow } from '../price-row.ts';
import { findText, unpacked } from './find-text.ts';

/** USD per million tokens. */
interface Rates {
  input: number;
  output: number;
  cache_write_5m: number | null;
  cache_write_1h: number | null;
  cache_read: number | null;
}

/** What one version states of one model; null: nothing. */
interface Stated {
  id: string;
  base: Rates;
  long: (Rates & { above: number }) | null;
  fast: Rates | null;
}

/** The catalogue as text: what is compared like a page, and can be kept next to saved pages. */
export interface Catalogue {
  claudeCode: string;
  models: Stated[];
}

const start = '{"claudeCode":';
const mark = 'schema_version:1,pricing_tiers:{';

/** Whether a text is a catalogue as `catalogueOf` gives it. */
export const isCatalogue = (text: string): boolean => text.startsWith(start);

/** Whether a file is a package of Claude Code, by the name that npm gives it. */
export const isPackage = (file: string): boolean => /^anthropic-ai-claude-code-.+\.tgz$/.test(file);

/** The catalogue in a package (.tgz) or program of Claude Code. @throws PageError if there is none, or more than one */
export async function catalogueOf(path: string): Promise<Catalogue> {
  const found = await findText(unpacked(path), [
    { mark: '// Version: ', before: 0, length: 60 },
    { mark, before: 1, length: 400_000 },
    { mark: '={inputTokens:', before: 40, length: 40_000 },
  ]).catch((error: Error) => {
    throw error instanceof PageError ? error : new PageError(`it cannot be read: ${error.message}`);
  });
  return readCatalogue(...(found as [string[], string[], string[]]));
}

/** The same from the stretches of text in which the version, the catalogue and the rates of fast mode are. */
function readCatalogue(versions: string[], literals: string[], rates: string[]): Catalogue {
  const version = only(versions.flatMap((text) => /^\/\/ Version: (\d+\.\d+\.\d+)\s/.exec(text)?.[1] ?? []));
  if (version === null) throw new PageError('it states no version of Claude Code, or several');
  const text = only(
    literals.flatMap((one) =>
      [...one.matchAll(/schema_version:1,(?=pricing_tiers:\{)/g)].flatMap(({ index }) => {
        // Other fields of the object may stand before the mark.
        const found = plainData(`{${one.slice(index)}`);
        return found === null ? [] : [JSON.stringify({ tiers: found.pricing_tiers, models: found.models })];
      }),
    ),
  );
  if (text === null) throw new PageError(`Claude Code ${version} has no price catalogue in a known form, or several`);
  const { tiers, models } = JSON.parse(text) as { tiers: Literal; models: Literal };
  const fast = fastRates(rates);
  if (!Array.isArray(models)) throw new PageError(`the price catalogue of Claude Code ${version} lists no models`);
  return {
    claudeCode: version,
    models: models.flatMap((model) => {
      const { id, pricing } = record(model);
      if (pricing === undefined) return [];
      const tier = record(typeof pricing === 'string' ? lookUp(record(tiers), pricing) : pricing);
      const long = tier.long_prompt;
      return {
        id: idOf(id),
        base: ratesOf(tier),
        long: long === undefined ? null : { above: amount(record(long).above_prompt_tokens), ...ratesOf(record(long)) },
        fast: fast.get(idOf(id)) ?? null,
      };
    }),
  };
}

/** Fast mode is not in the catalogue: a function next to it returns one of a few constants, by the id of the model. */
function fastRates(texts: readonly string[]): Map<string, Rates> {
  const found = new Map<string, Rates>();
  for (const text of texts) {
    const constants = new Map(
      [...text.matchAll(/(?<![\w$])([\w$]+)=(?=\{inputTokens:)/g)].flatMap((match) => {
        const of = plainData(text, match.index + match[0].length);
        return of === null ? [] : [[match[1] as string, of]];
      }),
    );
    const chosen =
      /\{((?:if\((?:\w+==="claude-[a-z0-9-]+"(?:\|\|)?)+\)return [\w$]+;)+)return[;}]/.exec(text)?.[1] ?? '';
    for (const [, ids = '', name = ''] of chosen.matchAll(/if\(([^)]+)\)return ([\w$]+);/g)) {
      const of = record(constants.get(name));
      for (const [, id] of ids.matchAll(/"([^"]+)"/g)) {
        found.set(idOf(id), {
          input: amount(of.inputTokens),
          output: amount(of.outputTokens),
          cache_write_5m: optional(of.promptCacheWriteTokens),
          cache_write_1h: optional(of.promptCacheWrite1hTokens),
          cache_read: optional(of.promptCacheReadTokens),
        });
      }
    }
  }
  return found;
}

/** The object that begins at `from`; null if it is not plain data, as in the program's check of the catalogue's form. */
function plainData(text: string, from = 0): Record<string, Literal> | null {
  try {
    return record(readLiteral(text, from).value);
  } catch (error) {
    if (error instanceof LiteralError) return null;
    throw error;
  }
}

/** The only one of some texts; null if there is none, or two that differ. */
function only(texts: readonly string[]): string | null {
  const [first, ...others] = new Set(texts);
  return first === undefined || others.length > 0 ? null : first;
}

function record(value: Literal | undefined): Record<string, Literal> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new PageError('the price catalogue has another form than before');
}

/** USD per million tokens, or a number of tokens. */
function amount(value: Literal | undefined): number {
  if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return value;
  throw new PageError('the price catalogue has an amount that is no number');
}

const optional = (value: Literal | undefined): number | null => (value === undefined ? null : amount(value));

function idOf(value: Literal | undefined): string {
  if (typeof value === 'string' && /^claude-[a-z0-9-]{1,60}$/.test(value)) return value;
  throw new PageError('the price catalogue has a model without a name');
}

const ratesOf = (tier: Record<string, Literal>): Rates => ({
  input: amount(tier.input),
  output: amount(tier.output),
  cache_write_5m: optional(tier.cache_write_5m),
  cache_write_1h: optional(tier.cache_write_1h),
  cache_read: optional(tier.cache_read),
});

/** The rows of a catalogue in its text form, as a page with the same prices would have them. */
export function catalogueRows(text: string): PlacedRow[] {
  const { claudeCode, models } = JSON.parse(text) as Catalogue;
  return models.flatMap(({ id, base, long, fast }) => {
    const placed = (rates: Rates, tier: string | null, condition: string | null): PlacedRow => ({
      row: row(id, rates, tier, condition),
      place: `Claude Code ${claudeCode}, ${id}${tier === null ? '' : `, ${tier}`}`,
    });
    return [
      placed(base, null, null),
      ...(long === null ? [] : [placed(long, `prompts > ${long.above} tokens`, `prompt > ${long.above}`)]),
      ...(fast === null ? [] : [placed(fast, 'fast mode', 'fast')]),
    ];
  });
}

const row = (model: string, rates: Rates, tier: string | null, condition: string | null): ExtractedRow =>
  dollarRow(
    model,
    {
      input: rates.input,
      output: rates.output,
      cachedInput: rates.cache_read,
      cacheWrite5m: rates.cache_write_5m,
      cacheWrite1h: rates.cache_write_1h,
    },
    tier,
    condition,
  );
