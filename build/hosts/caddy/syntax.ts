/** Caddy's syntax for strings, maps and handlers. */
import type { ApiError } from '../../../runtime/core/schemas/api-error.ts';
import { bodyOf } from '../host-answers.ts';
import type { HostRoute } from '../query-rules.ts';

export const quoted = (text: string): string => `\`${text}\``;
export const body = (refusal: ApiError): string => quoted(bodyOf(refusal));

export const map = (source: string, target: string, entries: readonly (readonly [string, string])[]): string =>
  [`map ${source} {${target}} {`, ...entries.map(([key, value]) => `  ${key} ${value}`), '}'].join('\n');

export const variable = (route: HostRoute, what: string): string => `agent_cost_${route.id}_${what}`;

const indented = (text: string): string => text.replace(/^(?=.)/gm, '  ');
export const block = (head: string, ...lines: string[]): string =>
  [`${head} {`, ...lines.map(indented), '}'].join('\n');

/** Directives in the given order; without `route` Caddy would put `header` before `rewrite`. */
export const handle = (what: string, ...lines: string[]): string => block(`handle ${what}`, block('route', ...lines));

export const field = (name: string, value: string): string => `header ${name} ${quoted(value)}`;
