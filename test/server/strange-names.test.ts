/** Whatever stands in a field of a POST, or for its name: an answer, or a refusal that says what is accepted. */
import { expect, test } from 'vitest';
import { estimateRequest } from '../../runtime/core/schemas/estimate-request-schema.ts';
import { computed } from '../../runtime/server/http/post.ts';
import type { Site } from '../../runtime/server/http/site.ts';
import { catalog } from '../support/core/catalog.ts';
import { strangeNames, strangeValues } from '../support/strange-names.ts';

const fields = [...Object.keys(estimateRequest.properties), ...strangeNames];

test.each(fields.map((name) => [name.slice(0, 20), name]))('%j', (_, field) => {
  for (const value of strangeValues) {
    const request = Object.fromEntries([
      ['presetId', 'coding'],
      [field, value],
    ]);
    const { status, body } = computed({ catalog } as Site, '/api/v1/estimate', Buffer.from(JSON.stringify(request)));
    const text = Buffer.from(body as Uint8Array).toString();
    expect([200, 400, 404], text).toContain(status);
    if (status !== 200) expect(JSON.parse(text).error.message.length).toBeGreaterThan(10);
  }
});
