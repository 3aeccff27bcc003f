/** The questions that people ask most, for clients that offer prompts. */

import { lookUp } from '../core/values/look-up.ts';

interface Prompt {
  title: string;
  description: string;
  arguments: { name: string; description: string; required: boolean }[];
  text: (given: Readonly<Record<string, string>>) => string;
}

const prompts: Record<string, Prompt> = {
  'explain-my-bill': {
    title: 'Explain my bill',
    description: 'What my agents cost, why, and what would have made it smaller.',
    arguments: [
      { name: 'since', description: 'First day or period, such as 30d; default this month.', required: false },
    ],
    text: ({ since }) =>
      `What did my agents cost ${since ? `since ${since}` : 'this month'}, and why? Call the tool report${since ? ` with since "${since}"` : ''}. Lead with the total and what is not in it (output that was not recorded, calls without a price). Then say where it went, by model and project, and what would have saved most, each with what it assumes. Do not add numbers that the tool did not give.`,
  },
  'which-model': {
    title: 'Which model for my work',
    description: 'The cheapest model that solved similar tasks, within a budget.',
    arguments: [
      { name: 'work', description: 'What the agent does.', required: true },
      { name: 'budget', description: 'Dollars a month and how many tasks.', required: false },
    ],
    text: ({ work = '', budget }) =>
      `Which model should I use for this work: ${work}?${budget ? ` My budget: ${budget}.` : ''} Choose the closest kind of work (coding, support, research, rag, voice, session). Call cheapest for it, then estimate for the two or three best of those models with what you know of the work. Say which boards were measured, how many tasks were solved, that orders do not carry over from one board to another, and what was only assumed.`,
  },
  'what-will-it-cost': {
    title: 'What will this agent cost',
    description: 'Cost per task and per month of an agent before it is built.',
    arguments: [{ name: 'agent', description: 'What the agent does, and how often.', required: true }],
    text: ({ agent = '' }) =>
      `What will this agent cost per task and per month: ${agent}? Start from the closest preset, override what is known, and call estimate; ask me for the two inputs that matter most if I did not give them. Give the range and what the error of such estimates was, then the largest levers (fields: ["levers"]).`,
  },
};

export const promptNames: readonly string[] = Object.keys(prompts);

export const listedPrompts = Object.entries(prompts).map(([name, { title, description, arguments: taken }]) => ({
  ...{ name, title, description, arguments: taken },
}));

/** A prompt filled in; null: there is none of this name. */
export function promptNamed(name: string, given: Readonly<Record<string, string>>) {
  const found = lookUp(prompts, name);
  if (found === undefined) return null;
  const content = { type: 'text' as const, text: found.text(given) };
  return { description: found.description, messages: [{ role: 'user' as const, content }] };
}
