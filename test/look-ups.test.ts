import { join, relative } from 'node:path';
import { type Expression, type Node, type SourceFile, SyntaxKind } from 'typescript/unstable/ast';
import {
  isAsExpression,
  isBinaryExpression,
  isElementAccessExpression,
  isNonNullExpression,
  isParenthesizedExpression,
} from 'typescript/unstable/ast/is';
import { API, type Checker } from 'typescript/unstable/sync';
import { afterAll, describe, expect, test } from 'vitest';
import { projectRoot } from './support/project-root.ts';

/**
 * Every object inherits names: `prices['constructor']` is a function, whatever the type of `prices` says. So a name that
 * is any text at all finds its value by `lookUp` or in a Map.
 */
const api = new API({ cwd: projectRoot });
afterAll(() => api.close());
const project = api.updateSnapshot({ openProjects: [join(projectRoot, 'tsconfig.json')] }).getProjects()[0];
if (project === undefined) throw new Error('TypeScript did not open the project.');
const { program, checker } = project;

/** `table[name]` or `name in table`. */
interface Access {
  node: Node;
  name: Expression;
}

/** The expression behind `name as Name`, `name!` and parentheses: what is asserted of a name is not checked. */
function unasserted(name: Expression): Expression {
  const isWrapped = isAsExpression(name) || isNonNullExpression(name) || isParenthesizedExpression(name);
  return isWrapped ? unasserted(name.expression) : name;
}

function accessesIn(node: Node, found: Access[] = []): Access[] {
  if (isElementAccessExpression(node)) found.push({ node, name: unasserted(node.argumentExpression) });
  const isIn = isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.InKeyword;
  if (isIn) found.push({ node, name: unasserted(node.left) });
  node.forEachChild((child) => void accessesIn(child, found));
  return found;
}

/** Whether a value is written there. */
const isTarget = ({ node }: Access): boolean =>
  (isBinaryExpression(node.parent) &&
    node.parent.left === node &&
    node.parent.operatorToken.kind >= SyntaxKind.FirstAssignment &&
    node.parent.operatorToken.kind <= SyntaxKind.LastAssignment) ||
  node.parent.kind === SyntaxKind.DeleteExpression;

const typesOf = (nodes: readonly Node[]): string[] =>
  checker
    .getTypeAtLocation(nodes)
    .map((type: ReturnType<Checker['getAnyType']> | undefined) =>
      type === undefined ? 'any' : checker.typeToString(type),
    );

/** Whether a name of this type can be any text. */
const isAnyText = (type: string): boolean => type.split(' | ').some((one) => /^(any|unknown|string|`.*`)$/.test(one));

/**
 * Accesses by a name that can be any text, except where the value is unknown: then the type is checked before its use,
 * and an inherited function or object is not taken for what it is not.
 */
function looseAccesses(file: SourceFile): string[] {
  const accesses = accessesIn(file);
  if (accesses.length === 0) return [];
  const names = typesOf(accesses.map(({ name }) => name));
  const values = typesOf(accesses.map(({ node }) => node));
  return accesses
    .filter((access, at) => isAnyText(names[at] as string) && (values[at] !== 'unknown' || isTarget(access)))
    .map(({ node }) => node.getText());
}

/** The accesses that are left. */
const exceptions: Record<string, string[]> = {
  'runtime/core/values/look-up.ts': ['table[name]'],
  // Names of the program's own tables and schemas.
  'runtime/core/budgets/causes.ts': [
    'before[name as keyof typeof priceFields]',
    'after[name as keyof typeof priceFields]',
  ],
  'runtime/core/model/levers.ts': ['workflow[field as WorkflowField]'],
  'runtime/exports/openapi.ts': ['result[key]'],
  'runtime/exports/price-maps/listed.ts': ['rates[part as keyof Rates]'],
  'runtime/exports/price-maps/models-dev.ts': ['providers[id]', 'providers[id].models[name]', 'providers[id]'],
  'runtime/logs/reprice/paired-tasks.ts': ['total[name as keyof Paired]', 'task[name as keyof Paired]'],
  'runtime/site/log/workflow-view.tsx': ['request[field as WorkflowField]'],
  'runtime/site/model/price-section.tsx': ['price.serviceTiers[id as keyof typeof tierNames]'],
  'runtime/logs/input/json-bytes.ts': ['found[names[field] as keyof Found]'],
  'build/data/check-data.ts': [expect.stringMatching(/\[file\.path\]$/)],
  'build/hosts/caddy-queries.ts': ['when[name]', 'when[name]'],
  'build/hosts/cloudfront.ts': ['rule.when[name]'],
  'build/hosts/nginx-queries.ts': ['when[name]'],
  'build/hosts/nginx.ts': [expect.stringMatching(/\[status\]$/)],
  'build/hosts/query-rules.ts': [
    ...['when[name]', 'first[name]', 'first[name]', 'first[name]', 'values[name]', 'values[name]'],
  ],
  // Elements of our own pages.
  'runtime/site/table-roles.ts': ['roles[part.tagName]'],
  // Made without a prototype.
  'build/prices/literal.ts': ['found[name]'],
  'build/prices/page/components.ts': ['props[next[1]]', 'props[next[1]]', 'props[next[1]]'],
  // Names that were looked up among the known ones before, or that the object lists itself.
  'runtime/cli/workflow-options.ts': ['overrides[name]'],
  'runtime/core/values/json-text.ts': ['value[name as keyof object]'],
  'runtime/library/client.ts': ['rest[name]'],
  'runtime/mcp/tool.ts': ['leftOut[name]'],
  'runtime/server/http/post.ts': ['ordered[name]', 'request[name as keyof object]'],
  // Texts are written, which cannot become a prototype: such a name is left out.
  'runtime/logs/input/csv-rows.ts': ['row[names[index] as string]'],
  'runtime/server/edge/worker.ts': ['fields[name]'],
  'runtime/site/tokens/tokens.tsx': ['wrong[field]'],
};

describe('a name that can be any text', () => {
  test('finds a value only through `lookUp` or a Map', () => {
    const sources = program.getSourceFileNames().map((path) => relative(projectRoot, path));
    const loose = sources
      .filter((path) => /^(runtime|build)\//.test(path))
      .map((path) => [path, looseAccesses(program.getSourceFile(join(projectRoot, path)) as SourceFile)] as const)
      .filter(([, found]) => found.length > 0);
    expect(sources.length).toBeGreaterThan(500);
    expect(Object.fromEntries(loose)).toEqual(exceptions);
  });

  test('is found where it is not', () => {
    const table: Record<string, number> = { own: 1 };
    const made = [
      (name: string) => table[name],
      (name: string) => table[name as 'own'],
      (name: string) => name in table,
      (name: string) => {
        table[name] = 2;
      },
    ];
    expect(made).toHaveLength(4);
    const found = looseAccesses(program.getSourceFile(import.meta.filename) as SourceFile);
    expect(found.filter((text) => text.includes('table'))).toEqual([
      'table[name]',
      "table[name as 'own']",
      'name in table',
      'table[name]',
    ]);
  });
});
