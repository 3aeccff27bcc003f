/** A box for a number as the browser's language writes it. One that can be read in two ways counts once it is chosen. */
import { Component } from 'preact';
import { grouped } from '../formatting.ts';
import { inWords, type Reading, readNumber } from '../typed-numbers.ts';

interface Props {
  id: string;
  /** As an address keeps it. */
  value: string;
  /** undefined: nothing, so that the usual value applies. */
  onChange: (text: string | undefined) => void;
  /** What counts as nothing typed, besides an empty box. */
  usual: string;
  /** Attributes of the box. */
  box?: object;
}

interface State {
  /** What is being typed; null: nothing. */
  typed: string | null;
  /** Two readings of it, none of which counts yet; null: there is one. */
  open: { text: string; other: string } | null;
}

const language = (): string => (typeof navigator === 'undefined' ? 'en' : navigator.language);

export class NumberBox extends Component<Props, State> {
  override state: State = { typed: null, open: null };

  private read(typed: string): void {
    const reading: Reading = readNumber(typed, language());
    const { text, other } = reading;
    this.setState({ typed, open: other === null ? null : { text, other } });
    if (other === null) this.props.onChange(text);
  }

  /** Takes one of the two readings, or ends typing. */
  private take(text: string | null): void {
    this.setState({ typed: null, open: null });
    const taken = text ?? this.props.value.trim();
    if (taken === '' || taken === this.props.usual) this.props.onChange(undefined);
    else if (text !== null) this.props.onChange(String(Number(text)));
  }

  override render() {
    const { id, value, box } = this.props;
    const { typed, open } = this.state;
    const shown = typed ?? (/^\d{5,}(\.\d+)?$/.test(value) ? grouped(Number(value)) : value);
    return (
      <>
        <input
          id={id}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          spellcheck={false}
          size={Math.max(2, shown.length)}
          value={shown}
          onInput={({ currentTarget }) => this.read(currentTarget.value)}
          onBlur={({ relatedTarget }) => {
            if (typed !== null && !(relatedTarget as Element | null)?.closest('.reading'))
              this.take(open?.text ?? null);
          }}
          {...box}
        />
        {open !== null && (
          <span class="reading" role="alert">
            {[open.text, open.other].map((text) => (
              <button key={text} type="button" class="button quiet" onClick={() => this.take(text)}>
                {text.includes('.') ? text.replace(/0+$/, '') : grouped(Number(text))}, {inWords(text)}
              </button>
            ))}
          </span>
        )}
      </>
    );
  }
}
