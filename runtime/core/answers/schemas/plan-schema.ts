/** The shape of a plan. */
import type { FromSchema } from 'json-schema-to-ts';
import { plan as planFacts } from '../../schemas/data-files/plans-file.ts';
import { arrayOf, named } from '../../schemas/shape.ts';
import { boolean, day, string, strings } from '../../schemas/units.ts';

const { usdPerMonth, agents, windows } = planFacts.properties;

export const plan = named('Plan', 'A subscription with quotas, in the words and numbers of its maker.', {
  id: string,
  name: string,
  provider: { ...string, description: 'Who sells it.' },
  usdPerMonth,
  perSeat: { ...boolean, description: 'Whether it is for each member of a team.' },
  agents: { ...strings, description: agents.description },
  windows: arrayOf(named('PlanWindow', 'A quota: what may be used within a window.', windows.items.properties)),
  note: { type: ['string', 'null'] },
  sources: arrayOf({
    title: 'PlanSource',
    type: 'object',
    additionalProperties: false,
    required: ['on'],
    properties: { url: string, name: string, on: day, note: string },
  }),
});

export type Plan = FromSchema<typeof plan>;
