/** The sources of a number, as every table shows them. */
import type { ComponentChildren } from 'preact';
import { isOwnPage } from '../../core/dataset/sources.ts';
import type { Source } from '../../core/schemas/data-files/dated-price.ts';
import type { ProviderFile } from '../../core/schemas/data-files/provider-file.ts';

interface Sources {
  provider: Pick<ProviderFile, 'domains'>;
  sources: readonly Source[];
}

/** Each source with its day, tagged as a page of the provider or a dataset. */
export const SourceList = ({ provider, sources }: Sources) => (
  <ul class="sources">
    {sources.map((source, index) => {
      const isOwn = isOwnPage(provider, source);
      return (
        <SourceItem key={index} source={source}>
          {' '}
          <span class={isOwn ? 'tag good' : 'tag'}>{isOwn ? 'maker' : 'dataset'}</span>
        </SourceItem>
      );
    })}
  </ul>
);

interface Item {
  source: Pick<Source, 'url' | 'name' | 'on' | 'note'>;
  /** What it says, in front of it. */
  fact?: string;
  /** Between its day and its note. */
  children?: ComponentChildren;
}

export const SourceItem = ({ source: { url, name, on, note }, fact, children }: Item) => (
  <li>
    {fact !== undefined && `${fact}: `}
    {url === undefined ? (
      (name ?? 'unnamed')
    ) : (
      <a href={url}>{name ?? url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')}</a>
    )}{' '}
    <span class="day">{on}</span>
    {children}
    {note !== undefined && (
      <>
        {' '}
        <span class="muted">{note}</span>
      </>
    )}
  </li>
);
