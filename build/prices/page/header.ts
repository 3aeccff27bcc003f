import type { Field } from '../price-row.ts';
import type { Provider } from '../providers/description.ts';

/** What a column (or, in a transposed table, a row label) means. */
export type Kind = Field | 'model' | 'unit' | 'range' | 'region' | 'mode' | 'price' | 'other' | 'plain' | 'unknown';

export interface Meaning {
  kind: Kind;
  /** A second dimension the header names: `short context`, `thinking`. */
  group: string | null;
}

/** Headers of columns whose amounts are not standard token prices. */
const other = [
  /storage|stored|存储/,
  /\b(fine-?tun\w*|training|hosting|deployment)\b|训练|精调/,
  /\bbatch\b|批量/,
  /\bfree (quota|tier|credits?)\b|免费额度/,
  /\b(per|\/) ?(minute|min|hour|hr|second|sec|image|page|call|character|song|video|request)s?\b(?!.*\btok)/,
  /^estimated cost$/,
];

/** Headers of columns that should not contain a bare amount. */
const plain = [
  /\b(speed|latency|rate limits?|rpm|tpm|context (window|length)|max\w*|knowledge|cutoff|release|status|version)\b/,
  /\b(category|description|details?|features?|capabilit\w*|use case|tools?|grounding|search|endpoint|notes?)\b/,
  /^(context|size|snapshot|provider|modality|multiplier)$/,
  /上下文(窗口|长度)?$|最大|说明|功能|场景|限流/,
];

const groups: [RegExp, string][] = [
  [/\bshort[- ]context\b/, 'short context'],
  [/\blong[- ]context\b/, 'long context'],
  [/\bnon-?thinking( mode)?\b|非思考(模式)?/, 'non-thinking'],
  [/(?<!including )\bthinking( mode)?\b|思考(模式)?|\bcot\b|思维链/, 'thinking'],
  [/\boff-?peak( hours)?\b/, 'off-peak'],
  [/\bpeak( hours)?\b/, 'peak'],
  [/\bstandard\b/, ''],
];

/** Words that do not identify a price. A header with any other words is unknown rather than guessed. */
const filler = new RegExp(
  [
    '\\b(including thinking( tokens)?|unit|prices?|pricing|cost|rates?|fees?|tokens?|tok|base|text|usd|cny|rmb|us dollars?)\\b',
    '\\b(per|in|of|and|the|tier|paid|regular|prompt|prompts|list|api|refresh(es)?|ttl)\\b',
    '\\b(1 million|1 thousand|1m|1k|m|k|mtok|million|thousand|1,000,000|1,000|1000000|1000)\\b',
    '价格|单价|成本|每|百万|千|个|元|美元|含多模态|文本|请求|模型|费用',
    '[$¥￥€()（）/\\[\\],.:&+*-]',
  ].join('|'),
  'g',
);

const priced: [RegExp, Field][] = [
  [/\b5[- ]?m(in(ute)?s?)?\b.*\bwrites?\b|\bwrites?\b.*\b5[- ]?m(in(ute)?s?)?\b/, 'cacheWrite5m'],
  [/\b1[- ]?h(ours?)?\b.*\bwrites?\b|\bwrites?\b.*\b1[- ]?h(ours?)?\b/, 'cacheWrite1h'],
  [/\b(cach\w*\b.*\b(writes?|creation|create|storage write)|writes?)\b|缓存(写入|创建)|创建缓存/, 'cacheWrite'],
  [/\bcache[- ]miss\b|缓存未命中|未命中缓存/, 'input'],
  [/\b(cach\w*)\b|\bhits?\b|^reads?$|缓存(命中|读取)?/, 'cachedInput'],
  [/\b(inputs?|prompts?)\b|输入/, 'input'],
  [/\b(outputs?|completions?)\b|输出/, 'output'],
];

const known =
  /\b(5[- ]?m(in(ute)?s?)?|1[- ]?h(ours?)?|cach(e|ed|ing)|context caching|prompt caching|writes?|creation|create|miss|hits?|reads?|inputs?|outputs?|completions?)\b|缓存|未命中|命中|读取|写入|创建|输入|输出|context(?= ?$)/g;

function normal(header: string): string {
  return header
    .toLowerCase()
    .replace(/[（]/g, '(')
    .replace(/[）]/g, ')')
    .replace(/\s+/g, ' ')
    .replace(/[.:]$/, '')
    .trim();
}

/** Reads a header by the meaning of its words. A header with an unknown word is `unknown`. */
export function fieldOf(header: string): Meaning {
  let text = normal(header);
  const meaning = (kind: Kind, group: string | null = null): Meaning => ({ kind, group });
  if (/^(models?( (id|name|code|name for api calls))?|model name|模型(名称|代码|code)?|模型\(?model\)?)$/.test(text)) {
    return meaning('model');
  }
  if (/^(unit|billing unit|计费单位|单位)$/.test(text)) return meaning('unit');
  if (/^((service )?deployment (scope|mode|region)|(service )?regions?|(服务)?部署(范围|模式|地域)|地域)$/.test(text))
    return meaning('region');
  if (
    /(input )?tokens? (per|in a( single)?) request|输入.*token.*(范围|数|区间)|上下文.*范围|^(context|prompt) (tier|range)$/.test(
      text,
    )
  ) {
    return meaning('range');
  }
  if (/^(mode|service tier|processing( mode)?|模式)$/.test(text)) return meaning('mode');
  if (/\b(audio|images?|videos?)\b|音频|图像|图片/.test(text) && !/\btext\b|文本/.test(text)) return meaning('other');
  if (other.some((pattern) => pattern.test(text))) return meaning('other');
  if (plain.some((pattern) => pattern.test(text))) return meaning('plain');
  if (/^(prices?|pricing|cost)( per (1m|1? ?million|1,000,000) tokens)?( \(usd\))?$/.test(text))
    return meaning('price');
  text = text.replace(/\bper min(ute)? ?\/ ?(?=per (1 ?)?m tok)/, '');
  text = text.replace(/\(text ?(\/|,) ?images?( ?(\/|,) ?videos?)?\)/, '');
  let group: string | null = null;
  for (const [pattern, name] of groups) {
    if (!pattern.test(text)) continue;
    group ??= name || null;
    text = text.replace(pattern, ' ');
  }
  text = text.trim();
  const field = priced.find(([pattern]) => pattern.test(text))?.[1];
  if (!field) return meaning('unknown');
  const rest = text.replace(known, ' ').replace(filler, ' ').trim();
  return rest === '' ? meaning(field, group) : meaning('unknown');
}

/** The meaning of a header on one provider's pages. */
export function meaningOf(header: string, provider: Provider): Meaning {
  if (provider.ignore?.test(header)) return { kind: 'other', group: null };
  if (provider.modelHeader?.test(header)) return { kind: 'model', group: null };
  return fieldOf(header);
}
