/** Each kind of work in the words of those who do it. */
import { boundPlaceIds, placeInWords } from '../../core/schemas/places.ts';
import type { PresetId } from '../../core/schemas/request-fields.ts';

interface KindOfWork {
  /** After "I run". */
  runs: string;
  /** What is done a number of times a month. */
  one: string;
  many: string;
}

export const kindsOfWork: Readonly<Record<PresetId, KindOfWork>> = {
  session: { runs: 'Claude Code, Codex or the like', one: 'session', many: 'sessions' },
  coding: { runs: 'a coding agent', one: 'task', many: 'tasks' },
  support: { runs: 'a support agent', one: 'ticket', many: 'tickets' },
  research: { runs: 'a research agent', one: 'report', many: 'reports' },
  rag: { runs: 'answers from documents', one: 'question', many: 'questions' },
  voice: { runs: 'a voice agent', one: 'call', many: 'calls' },
};

/** Where work may be done: `global` is anywhere. */
export const regions: readonly (readonly [id: string, name: string])[] = [
  ['global', 'any region'],
  ...boundPlaceIds.map((id) => [id, placeInWords(id)] as const),
];
