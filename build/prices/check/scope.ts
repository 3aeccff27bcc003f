/** Which of a model's prices a row of a page states, from its condition (see `ExtractedRow`). */

export type Scope =
  /** The standard price, for prompts up to a length if the page states one. */
  | { kind: 'base'; upTo: number | null }
  /** For prompts above a length; null where the page only says "long context". */
  | { kind: 'band'; above: number | null }
  | { kind: 'off-peak' }
  /** Another service: batch, priority, another region. */
  | { kind: 'other'; what: string }
  /** The page says that the price has expired. */
  | { kind: 'ended'; on: string }
  | { kind: 'retired' }
  /** In force only from a later day. */
  | { kind: 'later'; from: string }
  | { kind: 'unclear'; what: string };

const otherModes = ['batch', 'flex', 'priority', 'fast', 'w/ latency optimized inference'];

/** Remarks on a row that do not affect its price. */
const remarks = ['legacy', 'preview', 'limited', 'short-context', 'peak', 'discount'];

const mainland = ['chinese mainland', 'mainland china', 'china (beijing)', '中国内地'];
const elsewhere = ['global', 'us', 'us (virginia)', 'hong kong', 'hong kong (china)', 'china (hong kong)', 'eu'];

/** The region whose prices the dataset has, and those it leaves out. */
const regions: Record<string, { ours: RegExp; others: RegExp }> = {
  alibaba: { ours: /^international$/, others: anyOf([...mainland, ...elsewhere]) },
  // Amazon lists several regions in one line if they cost the same.
  amazon: { ours: /us east \(n\. virginia\)/, others: /\b(us|europe|asia|canada|america|east|africa|govcloud)\b.*\(/ },
};

function anyOf(names: readonly string[]): RegExp {
  return new RegExp(`^(${names.map((name) => name.replace(/[()]/g, '\\$&')).join('|')})$`);
}

/** The scope of a row with `condition`, on `day`. */
export function scopeOf(condition: string | null, provider: string, day: string): Scope {
  let scope: Scope = { kind: 'base', upTo: null };
  const region = regions[provider];
  for (const part of condition?.split('; ') ?? []) {
    const isOurs = region?.ours.test(part) === true;
    if (otherModes.includes(part) || (!isOurs && region?.others.test(part))) return { kind: 'other', what: part };
    if (part === 'retired' || part === 'deprecated') return { kind: 'retired' };
    const dated = /^(discount until|until|from) (\d{4}-\d\d-\d\d)$/.exec(part);
    if (dated?.[2]) {
      if (dated[1] === 'from' && dated[2] > day) return { kind: 'later', from: dated[2] };
      if (dated[1] !== 'from' && dated[2] < day) return { kind: 'ended', on: dated[2] };
    } else if (!remarks.includes(part) && !isOurs) {
      const found = promptScope(part);
      if (!found || scope.kind !== 'base' || scope.upTo !== null) return { kind: 'unclear', what: part };
      scope = found;
    }
  }
  return scope;
}

function promptScope(part: string): Scope | null {
  if (part === 'long-context') return { kind: 'band', above: null };
  if (part === 'off-peak') return { kind: 'off-peak' };
  const bound = /^prompt (<=|<|>=|>) (\d+)$/.exec(part);
  if (bound) {
    // "At least 200,000" means above 199,999, and "less than 200,000" means up to 199,999.
    const tokens = bound[1] === '<' || bound[1] === '>=' ? Number(bound[2]) - 1 : Number(bound[2]);
    return bound[1]?.startsWith('<') ? { kind: 'base', upTo: tokens } : { kind: 'band', above: tokens };
  }
  const range = /^prompt (\d+)-(\d+)$/.exec(part);
  if (!range) return null;
  const [from, to] = [Number(range[1]), Number(range[2])];
  return from <= 1 ? { kind: 'base', upTo: to } : { kind: 'band', above: from };
}
