/** Logs of agents on a made-up machine. */
import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LogIndex } from '../../../runtime/cli/log-index.ts';
import type { Asked } from '../../../runtime/cli/running/running-logs.ts';
import { temporaryDirectory } from '../../support/copies.ts';
import { testDist } from '../../support/dist.ts';

export interface LineOptions {
  at: number;
  output?: number;
  session?: string;
  sidechain?: boolean;
  /** null: a placeholder of an answer that is still streamed. */
  stop?: string | null;
  chars?: number;
  hour?: boolean;
}

/** A line of Claude Code on claude-sonnet-4-6: 1,000 tokens read from the cache, 100 written to it, `output` out. */
export const line = (id: string, { at, output = 20_000, session = 's1', chars = 1, ...more }: LineOptions): string => {
  const { sidechain = false, stop = 'end_turn', hour = false } = more;
  const written = { ephemeral_5m_input_tokens: hour ? 0 : 100, ephemeral_1h_input_tokens: hour ? 100 : 0 };
  const usage = {
    ...{ input_tokens: 0, cache_read_input_tokens: 1000, cache_creation_input_tokens: 100, output_tokens: output },
    cache_creation: written,
  };
  return `${JSON.stringify({
    ...{ type: 'assistant', sessionId: session, requestId: 'r', cwd: '/home/dev/shop', isSidechain: sidechain },
    timestamp: new Date(at).toISOString(),
    message: {
      ...{ id, model: 'claude-sonnet-4-6', content: [{ type: 'text', text: 'x'.repeat(chars) }], stop_reason: stop },
      usage,
    },
  })}\n`;
};

export interface FakeMachine {
  home: string;
  /** The folder of a project of Claude Code. */
  project: string;
  codex: string;
  asked: (more?: Partial<Asked>) => Asked;
  append: (path: string, text: string) => void;
}

export function fakeMachine(): FakeMachine {
  const home = temporaryDirectory();
  return {
    home,
    project: join(home, '.claude/projects/shop'),
    codex: join(home, '.codex/sessions/2026/11/23'),
    asked: (more) => ({
      ...{ machine: { env: {}, home, platform: 'linux' }, catalog: join(testDist, 'catalog.json') },
      ...{ index: LogIndex.open(join(home, 'cache')), now: Date.now(), named: [], mostBytes: 2 ** 30 },
      ...more,
    }),
    append(path, text) {
      mkdirSync(dirname(path), { recursive: true });
      appendFileSync(path, text);
    },
  };
}
