/** Why there is no answer to what was typed, in the words of the API. */
import type { Wrong } from '../state/asked.ts';

export const Refused = ({ wrong: { fields, others } }: { wrong: Wrong }) => (
  <div class="notice bad">
    {[...others, ...Object.values(fields)].map((message) => (
      <p key={message}>{message}</p>
    ))}
    <p>What is shown leaves it out.</p>
  </div>
);
