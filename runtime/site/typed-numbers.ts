/** Numbers as people type them, and as addresses keep them: digits with a point, nothing between thousands. */

/** A number as an address keeps it or as people write it in English (50,000); null: the text is none. */
export function numberIn(text: string): number | null {
  const plain = ungrouped(text);
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : null;
}

/** As it stands in an address: a number without what groups it, any other text as typed. */
export const inAddress = (text: string): string => (numberIn(text) === null ? text : ungrouped(text));

const ungrouped = (text: string): string => text.replace(/(?<=\d)[, _\u00a0\u202f](?=\d{3}(?!\d))/g, '');

/** A typed number. */
export interface Reading {
  /** As an address keeps it; any other text as typed. */
  text: string;
  /** What a reader of another language means by it; null: the same. */
  other: string | null;
}

/**
 * A number as a language writes it: `1.500` is 1500 in German and 1.5 in English. Where both can be meant, which is one
 * mark with three digits behind it, the other reading is told too; a comma between thousands is never meant as a decimal
 * in a language that groups by commas.
 * @param language a BCP 47 tag, such as that of the browser
 */
export function readNumber(typed: string, language: string): Reading {
  const text = latin(typed.trim(), language)
    .replace(/[\s\u00a0\u202f_'’]/g, '')
    .replace(/^\$/, '');
  const { group, decimal } = marksOf(language);
  if (/^[+-]?\d{1,3}[.,]\d{3}$/.test(text)) {
    const [whole, part] = [text.replace(/[.,]/, ''), text.replace(',', '.')];
    const isGroup = text.includes(group);
    if (isGroup && group === ',') return { text: whole, other: null };
    return isGroup ? { text: whole, other: part } : { text: part, other: whole };
  }
  const plain = text.replaceAll(group, '').replace(decimal, '.');
  const isGrouped = new RegExp(`^[+-]?\\d{1,3}([${group}]\\d{3})+([${decimal}]\\d+)?$`).test(text);
  if (isGrouped && numberIn(plain) !== null) return { text: plain, other: null };
  const withPoint = group === '.' && text.includes('.') ? text : text.replace(decimal, '.');
  return { text: numberIn(withPoint) === null ? typed : inAddress(withPoint), other: null };
}

function marksOf(language: string): { group: string; decimal: string } {
  const parts = new Intl.NumberFormat(language, { numberingSystem: 'latn' }).formatToParts(12_345.6);
  const mark = (type: string): string => parts.find((part) => part.type === type)?.value ?? '';
  const decimal = mark('decimal') === ',' ? ',' : '.';
  return { decimal, group: decimal === ',' ? '.' : ',' };
}

/** Between thousands and before decimals in Arabic and Persian. */
const arabicMarks = new Map([
  ['٫', '.'],
  ['٬', ','],
]);

/** With the digits and marks of a language that has others (Arabic, Persian, Hindi) as Latin ones. */
function latin(text: string, language: string): string {
  const digits = [...new Intl.NumberFormat(language, { useGrouping: false }).format(9_876_543_210)].reverse();
  return [...text]
    .map((letter) => arabicMarks.get(letter) ?? (digits.includes(letter) ? String(digits.indexOf(letter)) : letter))
    .join('')
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660));
}

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

/** A number below a million in words: `one thousand five hundred`, `one point five`. */
export function inWords(text: string): string {
  const [whole = '0', part = ''] = text.split('.');
  const decimals = part.replace(/0+$/, '');
  return (
    below(Number(whole)) +
    (decimals === '' ? '' : ` point ${[...decimals].map((digit) => small[Number(digit)]).join(' ')}`)
  );
}

function below(value: number): string {
  const rest = (from: number, word: string): string => {
    const [many, few] = [below(Math.floor(value / from)), value % from];
    return `${many} ${word}${few === 0 ? '' : ` ${below(few)}`}`;
  };
  if (value >= 1000) return rest(1000, 'thousand');
  if (value >= 100) return rest(100, 'hundred');
  if (value < 20) return small[value] as string;
  return `${tens[Math.floor(value / 10)]}${value % 10 === 0 ? '' : `-${small[value % 10]}`}`;
}
