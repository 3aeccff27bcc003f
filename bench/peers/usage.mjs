/** Preloaded into a program: writes its largest resident memory and CPU time to the file in BENCH_USAGE when it ends. */
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
