/** nginx's syntax for strings, maps and locations. */
import type { ApiError } from '../../../runtime/core/schemas/api-error.ts';
import { bodyOf } from '../host-answers.ts';
import type { HostRoute } from '../query-rules.ts';

/** A string in nginx's syntax, which cannot express a dollar sign; none is needed. */
export function quoted(text: string): string {
  if (text.includes('$')) throw new Error(`nginx cannot express the $ in ${text}`);
  return withVariables(text);
}

/** A string that contains variables. */
export const withVariables = (text: string): string => `"${text.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`;

export const pattern = (source: string): string => `"~${source.replaceAll('"', '\\"')}"`;

export const map = (source: string, target: string, entries: readonly (readonly [string, string])[]): string =>
  [`map ${source} ${target} {`, ...entries.map(([key, value]) => `  ${key} ${value};`), '}'].join('\n');

export const body = (refusal: ApiError): string => quoted(`${bodyOf(refusal)}\n`);

export const note = '# Generated from the route table by `npm run build`; edit upstream.conf and nginx.conf instead.';

export const variable = (route: HostRoute, what: string): string => `$agent_cost_${route.id}_${what}`;

export const header = (name: string, value: string): string => `  add_header ${name} ${value} always;`;

export const refuse = (refusal: ApiError): string => `return ${refusal.status} ${body(refusal)};`;

export const location = (match: string, ...lines: string[]): string =>
  [`location ${match} {`, ...lines, '}'].join('\n');
