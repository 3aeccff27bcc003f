/** Sends requests to a service without a pause and checks each answer as it arrives. */
import { Agent } from 'node:http';
import { type Answer, ask } from '../support/server/http.ts';

export interface Question {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface Load {
  /** Answers so far. */
  answered(): number;
  /** What was wrong, at most the first few. */
  wrong: string[];
  stop(): Promise<void>;
}

const kept = 20;

/**
 * Sends `questions` in turn over `connections` in parallel until stopped. `judge` returns what is wrong with an answer;
 * a broken connection is always wrong.
 */
export function startLoad(
  base: string,
  questions: readonly Question[],
  judge: (question: Question, answer: Answer) => string | null,
  connections = 16,
): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const wrong: string[] = [];
  let running = true;
  let next = 0;
  let answers = 0;
  const worker = async () => {
    while (running) {
      const question = questions[next++ % questions.length] as Question;
      const { path, ...rest } = question;
      const problem = await ask(base, path, { ...rest, agent }).then(
        (answer) => judge(question, answer),
        (error: Error) => `no answer: ${error.message}`,
      );
      answers++;
      if (problem !== null && wrong.length < kept) wrong.push(`${question.method} ${path}: ${problem}`);
    }
  };
  const workers = Array.from({ length: connections }, worker);
  return {
    answered: () => answers,
    wrong,
    stop: async () => {
      running = false;
      await Promise.all(workers);
      agent.destroy();
    },
  };
}
