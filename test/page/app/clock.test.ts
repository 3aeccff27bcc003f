/** The line of every footer by the clock of its reader. */
import { describe, expect, test } from 'vitest';
import { sayAge } from '../../../runtime/site/clock.ts';

const said = (look: string, day: string): { text: string; isWarning: boolean } => {
  const place = { dataset: { look }, textContent: '', className: '' };
  sayAge(place as unknown as HTMLElement, day);
  return { text: place.textContent, isWarning: place.className === 'notice' };
};

describe('how long ago a price was last looked at', () => {
  // From 22 November: 30 - 22 = 8 days to the end of the month, and 4 of December.
  test.each([
    ['2026-11-22', '2026-11-22.'],
    // A clock that is behind.
    ['2026-11-20', '2026-11-22.'],
    ['2026-11-23', '2026-11-22, a day ago.'],
    ['2026-12-04', '2026-11-22, 12 days ago.'],
    ['2026-12-06', '2026-11-22, 14 days ago.'],
  ])('on %s: %s', (day, words) => {
    expect(said('2026-11-22', day)).toEqual({ text: `Prices last looked at ${words}`, isWarning: false });
  });

  test('warns from the fifteenth day on', () => {
    const { text, isWarning } = said('2026-11-22', '2026-12-07');
    expect(text).toContain('15 days ago. Prices change weekly');
    expect(isWarning).toBe(true);
  });
});
