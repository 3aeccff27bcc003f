/** Names and their values, next to each other as far as there is room. */
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
