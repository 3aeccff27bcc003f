/** Preloaded into a program: on exit writes its peak resident memory and its CPU time to the file in BENCH_USAGE. */
import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  process.on('exit', () => {
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
    writeFileSync(
      process.env.BENCH_USAGE,
      JSON.stringify({ maxBytes: maxRSS * 1024, cpuSeconds: (userCPUTime + systemCPUTime) / 1e6 }),
    );
  });
}
