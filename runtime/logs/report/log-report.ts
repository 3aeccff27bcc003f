/** What a report can group calls by. */
import type { CallRecord } from '../call-record.ts';
import type { RecordTariff } from './record-tariffs.ts';
import type { TimeZone } from './time-zone.ts';

/** Group keys; null: not logged. Every call is in exactly one group, so that the groups add up to the total. */
export const dimensions = {
  hour: ({ at }, _, zone) => (at === null ? null : zone.hourOf(at)),
  day: ({ at }, _, zone) => (at === null ? null : zone.dayOf(at)),
  week: ({ at }, _, zone) => (at === null ? null : zone.weekOf(at)),
  month: ({ at }, _, zone) => (at === null ? null : (zone.dayOf(at)?.slice(0, 7) ?? null)),
  model: (_, { model }) => model,
  provider: (_, { provider }) => provider?.id ?? null,
  host: (_, { host }) => host,
  agent: ({ agent }) => agent,
  subagent: ({ subagent }) => subagent,
  project: ({ project }) => project,
  branch: ({ branch }) => branch,
  user: ({ who }) => who?.user ?? null,
  key: ({ who }) => who?.key ?? null,
  machine: ({ who }) => who?.machine ?? null,
  team: ({ who }) => who?.team ?? null,
  // A call with several tags is in the group of that combination.
  tag: ({ tags }) => (tags.length > 1 ? [...tags].sort().join(', ') : (tags[0] ?? null)),
  session: ({ session }) => session,
  task: ({ task }) => task,
} as const satisfies Record<string, (record: CallRecord, tariff: RecordTariff, zone: TimeZone) => string | null>;

export type Dimension = keyof typeof dimensions;

export const dimensionNames = Object.keys(dimensions) as Dimension[];

const times: readonly Dimension[] = ['hour', 'day', 'week', 'month'];

/** Hours, days, weeks and months are sorted by time, everything else by cost. */
export const isTime = (dimension: Dimension): boolean => times.includes(dimension);
