/**
 * Text of other people's files within Markdown that a pull request shows: it formats nothing, links nowhere and notifies
 * nobody. What is harmless stays as it is, since the same lines stand in the log of a job.
 */
export const markdownText = (text: string): string =>
  text
    // Emphasis, code, links, pictures, HTML and entities; an underscore within a word is none of them.
    .replace(/[\\`*~[\]<>&]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    // GitHub links addresses, mentions and numbers of issues by themselves.
    .replace(/:\/\//g, '\\://')
    .replace(/www\./gi, (found) => `${found.slice(0, -1)}\\.`)
    .replace(/#(?=\d)/g, '#&#8203;')
    .replace(/@(?=[\p{L}\p{N}])/gu, '@&#8203;')
    .replace(/\b(GH)-(?=\d)/gi, '$1\\-');
