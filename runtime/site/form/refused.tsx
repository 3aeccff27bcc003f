/** Why the API refuses what was typed, in its own words. */
import type { Wrong } from '../state/asked.ts';

export const Refused = ({ wrong: { fields, others } }: { wrong: Wrong }) => (
  <div class="notice bad">
    {[...others, ...Object.values(fields)].map((message) => (
      <p key={message}>{message}</p>
    ))}
    <p>The figures shown ignore it.</p>
  </div>
);
