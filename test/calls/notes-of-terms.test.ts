/** Notes on the terms of a call, where they belong and nowhere else. */
import { expect, test } from 'vitest';
import { priceCall } from '../../runtime/core/pricing/price-call.ts';
import { serviceTiers } from '../../runtime/core/schemas/levels.ts';
import { catalog } from '../support/core/catalog.ts';

/** Tiers of models that are not sold for long prompts, though the model is. */
const limited = catalog.models.flatMap(({ id, price }) =>
  serviceTiers.flatMap((tier) => {
    const above = price.longContext[0]?.above;
    const sold = tier === 'standard' ? undefined : price.serviceTiers?.[tier];
    return above !== undefined && sold?.longContext.length === 0 ? [{ id, tier, above }] : [];
  }),
);

test('a tier that is not sold for long prompts is said for those only', () => {
  expect(limited.length).toBeGreaterThan(0);
  for (const { id, tier, above } of limited) {
    const said = (input: number, serviceTier = tier) =>
      priceCall(catalog, { model: id, input, serviceTier }).notes.some((note) =>
        note.includes('is not sold for prompts'),
      );
    expect([said(above), said(above + 1), said(above + 1, 'standard')], id).toEqual([false, true, false]);
  }
});
