/** Facts: names and their values, next to each other as far as there is room; days and lists in a sentence. */
import type { ComponentChildren } from 'preact';

interface FactsProps {
  facts: readonly (readonly [name: string, value: ComponentChildren])[];
}

export const Facts = ({ facts }: FactsProps) => (
  <dl class="facts">
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

/** A sentence with days that no line breaks at their hyphens. */
export const Dated = ({ text }: { text: string }) =>
  text.split(/(\d{4}-\d\d-\d\d)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={index} class="day">
        {part}
      </span>
    ),
  );

/** Parts with a text between them. */
export const joined = (parts: readonly ComponentChildren[], separator: string): ComponentChildren[] =>
  parts.flatMap((part, index) => (index === 0 ? [part] : [separator, part]));
