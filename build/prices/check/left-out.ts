/** What packages and price pages list and the dataset leaves out on purpose: `left-out.json` in `data/`, with a reason for each. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkedList } from '../lists.ts';

export interface LeftOut {
  /** Names of models at a seller: a provider, a host, or `*` for any. A `*` in a name stands for any text. */
  models: readonly { seller: string; names: readonly string[]; reason: string }[];
  /** Lists of a package that are not read: its names for sellers. */
  sellers: readonly { names: readonly string[]; reason: string }[];
  /** Rows of a seller's own price page that are compared with no model: their labels, as printed. */
  pages: readonly { seller: string; names: readonly string[]; reason: string }[];
}

export const nothingLeftOut: LeftOut = { models: [], sellers: [], pages: [] };

/** The list below `dir`; empty if it has none. Throws WrongUse, with the place, where it is not as described. */
export function readLeftOut(dir: string): LeftOut {
  const path = join(dir, 'left-out.json');
  if (!existsSync(path)) return nothingLeftOut;
  return { ...nothingLeftOut, ...checkedList<LeftOut>(path, 'left-out', 'left-out') };
}

/** Whether `pattern`, in which `*` is any text, is the whole of `name`, ignoring case. */
const matches = (pattern: string, name: string): boolean =>
  new RegExp(
    `^${pattern
      .split('*')
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
    'i',
  ).test(name);

/** Why a model is left out at a seller; null: it is not. */
export const reasonFor = ({ models }: LeftOut, seller: string, model: string): string | null =>
  models.find((one) => (one.seller === '*' || one.seller === seller) && one.names.some((name) => matches(name, model)))
    ?.reason ?? null;

/** Why a list of a package is not read; null: nothing says so. */
export const reasonForSeller = ({ sellers }: LeftOut, feed: string): string | null =>
  sellers.find((one) => one.names.some((name) => matches(name, feed)))?.reason ?? null;
