import type { Provider } from './description.ts';

/**
 * One table per model maker and group of regions, in dollars per thousand tokens; only Amazon's own models are read.
 * Scripts fill in the prices, so only a page saved from a browser has them.
 */
export const amazon: Provider = {
  id: 'amazon',
  hosts: /(^|\.)aws\.amazon\.com$/,
  brand: /\b(nova|titan)\b/i,
  scripted: true,
  expects: ['cachedInput'],
  batchIsHalf: true,
  expectsLess: /titan/i,
  modelHeader: /^amazon( nova| titan)? (text )?models?$/i,
  otherModels: /^(?!amazon\b).+ models?$/i,
  sections: [
    {
      match: /provisioned|customi[sz]ation|custom model|import|guardrails?|knowledge bases?|agents?|flows?/i,
      skip: true,
    },
    { match: /embedding|image|video|speech|sonic|canvas|reel|rerank|evaluation|data automation/i, skip: true },
    {
      match:
        /^(regions?:? )?.*\b(us (east|west)|govcloud|europe|asia pacific|canada|south america|middle east|africa) \(/i,
      line: 5,
      tier: 'heading',
    },
  ],
};
