/** Every page is valid HTML. */
import { HtmlValidate, StaticConfigLoader } from 'html-validate';
import { expect, test } from 'vitest';
import { pagePaths, textOf } from './files.ts';

test('html-validate finds no faults on any page', async () => {
  const validator = new HtmlValidate(
    // Anchors of headings are the same as on Git hosts, which may start with a digit.
    new StaticConfigLoader({
      extends: ['html-validate:recommended'],
      rules: { 'valid-id': ['error', { relaxed: true }] },
    }),
  );
  const found: string[] = [];
  for (const path of pagePaths) {
    const { results } = await validator.validateString(textOf(path));
    for (const { messages } of results) {
      found.push(...messages.map(({ line, ruleId, message }) => `${path}:${line} ${ruleId}: ${message}`));
    }
  }
  expect(found).toEqual([]);
});
