/**
 * Lines of JSON that can hold no call, as results of tools, told from the bytes at their beginning: most of a session is
 * never decoded. Any other line, or one whose fields are in another order, is read in full.
 */
import { lookUp } from '../../core/values/look-up.ts';
import { JsonBytes, type ReadField, Wanted } from '../input/json-bytes.ts';
import { type PartsOfLine, unexpected } from '../input/line-bytes.ts';

/** The type of a line, on which the names in it hang. */
interface Seen {
  type: unknown;
}
const newSeen = (): Seen => ({ type: undefined });

const cursor = new JsonBytes();
const closing = 125;

/** null: the wanted fields tell that it holds no call; undefined: they do not, or it was cut. */
const idleBy =
  (wanted: Wanted<Seen>): PartsOfLine =>
  (lines, start, end) =>
    lines.bytes[end - 1] === closing && cursor.line(wanted, lines, start, end) === null ? null : undefined;

/** A name by which a line is known to hold no call. */
const oneOf =
  (isIdle: (name: string) => boolean): ReadField<Seen> =>
  (at) => {
    const name = at.value();
    if (typeof name !== 'string' || !isIdle(name)) throw unexpected;
    at.isEnough = true;
  };

/** An object within a line of a type, in which a field has such a name. */
const within =
  (fields: Readonly<Record<string, Wanted<Seen>>>): ReadField<Seen> =>
  (at, { type }) => {
    const wanted = typeof type === 'string' ? lookUp(fields, type) : undefined;
    if (wanted === undefined || !at.isObject) throw unexpected;
    at.object(wanted);
    if (!at.isEnough) throw unexpected;
  };

const events: readonly string[] = ['token_count', 'thread_rolled_back'];
const withUse: readonly string[] = ['session.start', 'session.resume', 'session.shutdown', 'assistant.usage'];

/** By the name of a format. */
export const idleLines: Readonly<Record<string, PartsOfLine>> = {
  codex: idleBy(
    new Wanted(newSeen, {
      payload: within({
        response_item: new Wanted(newSeen, { type: oneOf((name) => name !== 'web_search_call') }),
        event_msg: new Wanted(newSeen, { type: oneOf((name) => !events.includes(name)) }),
      }),
    }),
  ),
  pi: idleBy(
    new Wanted(newSeen, {
      message: within({ message: new Wanted(newSeen, { role: oneOf((name) => name === 'toolResult') }) }),
    }),
  ),
  'copilot-cli': idleBy(new Wanted(newSeen, { type: oneOf((name) => !withUse.includes(name)) })),
  'qwen-code': idleBy(new Wanted(newSeen, { type: oneOf((name) => name === 'tool_result') })),
};
