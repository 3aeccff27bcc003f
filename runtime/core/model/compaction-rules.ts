/** Where agents compact their transcripts, as recorded: by agent, its version, and the model that it calls. */
import type { DatedPrice } from '../schemas/data-files/dated-price.ts';
import type { EvidenceFile } from '../schemas/data-files/evidence-file.ts';
import { mostOfWindow } from './assumptions.ts';

export type CompactionRule = NonNullable<EvidenceFile['forecast']>['compaction'][number];

/** Who sends the prompts, and to what. */
export interface Compacting {
  /** As logs name it; null: not known. */
  agent: string | null;
  /** Such as 2.1.76; null: not known, which is taken as the newest. */
  agentVersion: string | null;
  /** Tokens of the window of the model; null: not known. */
  contextWindow: number | null;
  price: Pick<DatedPrice, 'longContext'> | null;
}

/**
 * The rule that applies: the last one of the agent, since later ones hold from a version on or for large windows; for an
 * agent without rules the one of any agent. undefined: none was recorded.
 */
export function compactionRuleFor(
  rules: readonly CompactionRule[],
  { agent, agentVersion, contextWindow, price }: Compacting,
): CompactionRule | undefined {
  const applies = ({ fromVersion = null, windowFrom = null }: CompactionRule): boolean =>
    (fromVersion === null || agentVersion === null || !isBefore(agentVersion, fromVersion)) &&
    (windowFrom === null || ((contextWindow ?? 0) >= windowFrom && price?.longContext.length === 0));
  const own = rules.filter((rule) => rule.agent === agent);
  return (own.length > 0 ? own : rules.filter((rule) => rule.agent === null)).findLast(applies);
}

/** A transcript never gets longer than nearly the whole window. */
export const withinWindow = (at: number, contextWindow: number | null): number =>
  contextWindow === null ? at : Math.min(at, mostOfWindow * contextWindow);

/** Whether a version is older than another one: numbers between dots, one by one. */
export function isBefore(version: string, other: string): boolean {
  const [own, its] = [version, other].map((text) => text.split(/[.-]/).map(Number)) as [number[], number[]];
  for (let i = 0; i < its.length; i++) {
    const difference = (own[i] || 0) - (its[i] || 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
