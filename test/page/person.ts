/** A person on a page: every action is counted, and is on something in sight. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

export class Person {
  actions = 0;
  constructor(private readonly page: Page) {}

  async choose(label: string, option: string): Promise<void> {
    await (await this.inSight(this.page.getByLabel(label, { exact: true }))).selectOption({ label: option });
  }
  async type(label: string, text: string): Promise<void> {
    await (await this.inSight(this.page.getByLabel(label, { exact: true }))).fill(text);
  }
  async click(name: string | RegExp, role: 'button' | 'link' = 'button'): Promise<void> {
    await (await this.inSight(this.page.getByRole(role, { name, exact: true }))).click();
  }
  /** Clicks a text, such as that of a fold. */
  async open(text: string): Promise<void> {
    await (await this.inSight(this.page.getByText(text))).click();
  }
  private async inSight(places: Locator): Promise<Locator> {
    const place = places.first();
    await place.scrollIntoViewIfNeeded();
    expect(await place.isVisible()).toBe(true);
    this.actions++;
    return place;
  }
}

/** The first amount of dollars in a text. */
export const dollars = (text: string | null): number =>
  Number(/\$([\d,.]*\d)/.exec(text ?? '')?.[1]?.replaceAll(',', ''));

/**
 * Until the front page shows the answer to what was typed: its scripts come once a pointer moves, the last of them
 * brings the box that finds a model.
 */
export async function settled(page: Page): Promise<void> {
  await page.mouse.move(2, 2);
  await page.mouse.move(3, 3);
  await page.locator('input#a-modelId').waitFor();
  await page.locator('#app[aria-busy="false"]:not(:has([aria-busy]))').waitFor();
}
