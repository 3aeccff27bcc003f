/**
 * Code that the first answer does not need: loaded soon after the start and kept. Nothing is loaded later, when
 * descriptors may have run out or another build may have replaced this one; pino and prom-client follow at once, where
 * they are opened.
 */
async function load() {
  const [staticFiles, downloads, { computed }, young] = await Promise.all([
    import('./files/static-files.ts'),
    import('./files/downloads.ts'),
    import('../http/post.ts'),
    import('./young-generation.ts'),
  ]);
  const { contentOf, sendFile } = staticFiles;
  const { sendDownload, unsoundReply } = downloads;
  const { keepYoungSmall, letYoungGrow } = young;
  return { contentOf, sendFile, sendDownload, unsoundReply, computed, keepYoungSmall, letYoungGrow };
}

export type LateModules = Awaited<ReturnType<typeof load>>;

/** The same without waiting: undefined until they are loaded. */
export let loaded: LateModules | undefined;

let loading: Promise<LateModules> | undefined;

/** Rejects when a file of the program is missing or cannot be read. */
export function lateModules(): Promise<LateModules> {
  loading ??= load().then((modules) => {
    loaded = modules;
    return modules;
  });
  return loading;
}
