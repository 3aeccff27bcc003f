/** Which misspelled names get a suggestion, and which words are too far from any. */
import { describe, expect, test } from 'vitest';
import { nearestName } from '../../runtime/core/values/did-you-mean.ts';

const presets = ['coding', 'support', 'rag', 'research', 'voice', 'session'];
const tiers = ['frontier', 'balanced', 'fast'];

describe('a suggestion', () => {
  test.each([
    ['codign', presets, 'coding'],
    ['Codin', presets, 'coding'],
    ['suport', presets, 'support'],
    ['reserach', presets, 'research'],
    ['RAG', presets, 'rag'],
    ['rga', presets, 'rag'],
    ['rags', presets, 'rag'],
    ['fats', tiers, 'fast'],
    ['fsat', tiers, 'fast'],
    ['fst', tiers, 'fast'],
    ['balnaced', tiers, 'balanced'],
    ['teir', ['tier', 'provider'], 'tier'],
    ['EU', ['us', 'eu'], 'eu'],
    ['gpt-4p', ['gpt-4', 'gpt-4o', 'gpt-5.4'], 'gpt-4'],
    ['gpt-55', ['gpt-5.4', 'gpt-5.5'], 'gpt-5.5'],
    ['opneai', ['openai', 'google'], 'openai'],
  ])('for %s among %j: %s', (typed, names, expected) => {
    expect(nearestName(typed, names)).toBe(expected);
  });

  test.each([
    ['bad', presets],
    ['cat', presets],
    ['r', presets],
    ['ra', presets],
    ['xx', ['us', 'eu']],
    ['uk', ['us', 'eu']],
    ['slow', tiers],
    ['test', tiers],
    ['voila', presets],
    ['nothing', presets],
    ['', presets],
  ])('none for %j among %j', (typed, names) => {
    expect(nearestName(typed, names)).toBeNull();
  });
});
