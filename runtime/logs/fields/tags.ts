/** Tags as logs write them. */
import { parseJson } from '../input/json-values.ts';
import { isName } from './values.ts';

/** Reads a list, a JSON list, or text separated by commas, semicolons or bars. */
export function tagsOf(tags: unknown): string[] {
  const parsed = typeof tags === 'string' && tags.startsWith('[') ? parseJson(tags) : tags;
  const list = Array.isArray(parsed) ? parsed : typeof parsed === 'string' ? parsed.split(/[,;|]/) : [];
  return list
    .filter((tag) => typeof tag === 'string')
    .map((tag) => tag.trim())
    .filter(isName);
}
