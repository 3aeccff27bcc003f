import { lookUp } from '../../../runtime/core/values/look-up.ts';
import { isoDate } from './dates.ts';

/** The processing modes providers sell, by the words they use for them. */
const modes: [RegExp, string][] = [
  [/^standard( mode| processing| pricing( data)?)?$|^标准$/i, 'standard'],
  [/^batch( api| mode| processing| pricing( data)?)?$|^批量$/i, 'batch'],
  [/^flex( mode| processing| pricing( data)?)?$/i, 'flex'],
  [/^priority( mode| processing| tier| pricing( data)?)?$|^优先$/i, 'priority'],
  [/^fast( mode| pricing( data)?)?$/i, 'fast'],
];

export function modeOf(text: string): string | null {
  return modes.find(([pattern]) => pattern.test(text.trim()))?.[1] ?? null;
}

/** How a mode is printed in a tier: the page's own word, capitalised, without the suffixes of headings. */
export function modeName(text: string): string {
  const word = text.trim().replace(/ (pricing( data)?|mode|processing|tier|api)$/i, '');
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function tokens(count: string): string {
  const [, digits = '0', unit = ''] = /([\d.,]+)\s*([kKmM]?)/.exec(count) ?? [];
  const factor = unit === '' ? 1 : unit.toLowerCase() === 'k' ? 1000 : 1_000_000;
  return String(Math.round(Number(digits.replaceAll(',', '')) * factor));
}

/** The prompt length a tier is for, with `k` read as a thousand. */
function prompt(text: string): string | null {
  const count = '([\\d.,]+ ?[kKmM]?)';
  const signed = new RegExp(`(<=|>=|<|>) ?${count}\\b`).exec(text);
  const range = new RegExp(`${count} ?(?:~|-|–|to|< ?(?:tokens?|长度) ?<=?) ?${count}`, 'i').exec(text);
  const worded = new RegExp(`(up to|over|above|under|below) ${count}`, 'i').exec(text);
  if (!/token|prompt|context|length|^[<>]=? ?[\d.,]+ ?[km]$|^[\d.,]+ ?[km]?~[\d.,]+ ?[km]$/i.test(text)) return null;
  if (range?.[1] && range[2] && !/^\s*[<>]/.test(text) && !/^0 ?</.test(text))
    return `prompt ${tokens(range[1])}-${tokens(range[2])}`;
  if (signed?.[1] && signed[2]) return `prompt ${signed[1]} ${tokens(signed[2])}`;
  if (!worded?.[1] || !worded[2]) return null;
  const sign = lookUp({ 'up to': '<=', over: '>', above: '>', under: '<', below: '<' }, worded[1].toLowerCase());
  return `prompt ${sign} ${tokens(worded[2])}`;
}

function one(part: string): string | null {
  const mode = modeOf(part);
  if (mode) return mode === 'standard' ? null : mode;
  const date = isoDate(part);
  if (/% off|折/.test(part)) return date ? `discount until ${date}` : 'discount';
  if (/^off-?peak/i.test(part)) return 'off-peak';
  if (/^peak/i.test(part)) return 'peak';
  if (/^(short|long) context$/.test(part)) return part.replace(' ', '-');
  if (/^(retired|deprecated|legacy|preview|limited)/i.test(part)) return part.toLowerCase().split(/[ ,]/)[0] ?? null;
  if (date) return /^(starting|from|effective)/i.test(part) ? `from ${date}` : `until ${date}`;
  if (/^(shown by default|free|text input|vision)/i.test(part)) return null;
  return prompt(part) ?? part.toLowerCase();
}

/** The machine-readable form of a tier; see `ExtractedRow`. */
export function conditionOf(parts: string[]): string | null {
  const conditions = parts.map(one).filter((part) => part !== null);
  return conditions.length === 0 ? null : [...new Set(conditions)].join('; ');
}
