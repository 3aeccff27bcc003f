/** The dimensions by which the calls of a log can be grouped. */
import type { CallRecord } from '../call-record.ts';
import type { RecordTariff } from './record-tariffs.ts';

/** Group keys; null: not logged. Every call is in exactly one group, so that the groups add up to the total. */
export const dimensions = {
  day: (_, { day }) => day,
  month: (_, { day }) => day?.slice(0, 7) ?? null,
  model: (_, { model }) => model,
  provider: (_, { provider }) => provider?.id ?? null,
  host: (_, { host }) => host,
  project: ({ project }) => project,
  // A call with several tags is in the group of that combination.
  tag: ({ tags }) => (tags.length > 1 ? [...tags].sort().join(', ') : (tags[0] ?? null)),
  session: ({ session }) => session,
  task: ({ task }) => task,
} as const satisfies Record<string, (record: CallRecord, tariff: RecordTariff) => string | null>;

export type Dimension = keyof typeof dimensions;

export const dimensionNames = Object.keys(dimensions) as Dimension[];

/** Days and months are sorted by time, everything else by cost. */
export const isTime = (dimension: Dimension): boolean => dimension === 'day' || dimension === 'month';
