/** The sources of a number, as every table shows them. */

import { isOwnPage } from '../../../runtime/core/dataset/sources.ts';
import type { Source } from '../../../runtime/core/schemas/data-files/dated-price.ts';
import type { ProviderFile } from '../../../runtime/core/schemas/data-files/provider-file.ts';
import { markup as html, Markup } from '../../../runtime/core/values/markup.ts';

/** Each source with its day, tagged as a page of the provider or a dataset. */
export const sourceList = (provider: Pick<ProviderFile, 'domains'>, sources: readonly Source[]): Markup =>
  html`<ul class="sources">${sources.map(
    (source) =>
      html`<li>${sourceOf(source)} <span class="day">${source.on}</span> ${
        isOwnPage(provider, source)
          ? new Markup('<span class="tag good">provider</span>')
          : new Markup('<span class="tag">dataset</span>')
      }${source.note === undefined ? '' : html` <span class="muted">${source.note}</span>`}</li>`,
  )}</ul>`;

export function sourceOf({ url, name }: Pick<Source, 'url' | 'name'>): Markup {
  if (url === undefined) return html`${name ?? 'unnamed'}`;
  return html`<a href="${url}">${name ?? url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')}</a>`;
}
