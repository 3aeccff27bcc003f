/** What of a machine decides where programs keep their files. */
import { homedir } from 'node:os';

export interface Machine {
  env: Readonly<Record<string, string | undefined>>;
  home: string;
  platform: NodeJS.Platform;
}

export function thisMachine(): Machine {
  const { env, platform } = process;
  return { env, platform, home: (platform === 'win32' ? env.USERPROFILE : env.HOME) || homedir() };
}
