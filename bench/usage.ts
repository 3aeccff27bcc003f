/** CPU time and memory of a running process, from the kernel. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Microseconds of CPU used by all threads of a process; null where the kernel does not report it (not Linux). */
export function cpuMicroseconds(pid: number): number | null {
  try {
    const tasks = `/proc/${pid}/task`;
    return readdirSync(tasks)
      .map((task) => Number(readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ', 1)[0]) / 1000)
      .reduce((sum, microseconds) => sum + microseconds, 0);
  } catch {
    return null;
  }
}

/** Resident memory in bytes. */
export function residentBytes(pid: number): number {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) * 1024;
  } catch {
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1024;
  }
}
