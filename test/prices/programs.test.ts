/** Pages that a small program reads: what it does not know, it refuses instead of guessing. */
import { expect, test } from 'vitest';
import { extract } from '../../build/prices/extract.ts';
import { fixture } from './support.ts';

test.each<[provider: string, file: string, from: string, to: string, reason: RegExp]>([
  [
    'cohere',
    'cohere/page.html',
    '1M tokens\\",\\"pricings\\":[{\\"inputLabel\\":\\"Input',
    '1K tokens\\",\\"pricings\\":[{\\"inputLabel\\":\\"Input',
    /per "1K tokens"/,
  ],
  ['cohere', 'cohere/page.html', '"inputPrice\\":0.15', '"inputPrice\\":null', /not a number/],
  ['fireworks', 'fireworks/page.md', 'input / cached input / output', 'prices', /no sentence states the order/],
  [
    'fireworks',
    'fireworks/page.md',
    '$3.00 / $0.30 / $15.00',
    '$3.00 / $15.00',
    /"\$3\.00 \/ \$15\.00" is not three prices/,
  ],
  [
    'fireworks',
    'fireworks/page.md',
    '$3.00 / $0.30 / $15.00',
    '$15.00 / $0.30 / $3.00',
    /output is cheaper than input/,
  ],
  ['cerebras', 'cerebras/models.json', '"0.00000035"', '-1', /gpt-oss-9b: no price/],
  ['cerebras', 'cerebras/models.json', '"data"', '"models"', /another form/],
  ['cerebras', 'cerebras/models.json', '{ "object"', 'x { "object"', /not the list of models in JSON/],
])('%s: %s with "%s" as "%s" is refused', (provider, file, from, to, reason) => {
  const text = fixture(file);
  expect(text).toContain(from);
  expect(() =>
    extract(
      provider,
      text.replace(from, () => to),
    ),
  ).toThrow(reason);
});
