/** A button that copies text, and briefly shows whether that worked. */
import { Component, type ComponentChildren } from 'preact';
import { announce, copyText } from '../browser.ts';

interface Copying {
  /** Its CSS classes. */
  look: string;
  /** What is copied, for screen readers. */
  what: string;
  text: () => string;
  children: ComponentChildren;
}

export class CopyButton extends Component<Copying, { done: string | null }> {
  override state = { done: null };

  private readonly copy = async () => {
    const done = (await copyText(this.props.text())) ? 'Copied' : 'Not allowed here';
    announce(`${done}: ${this.props.what}.`);
    this.setState({ done });
    setTimeout(() => this.setState({ done: null }), 2000);
  };

  override render() {
    const { look, what, children } = this.props;
    return (
      <button type="button" class={look} aria-label={this.state.done ?? `Copy ${what}`} onClick={this.copy}>
        {this.state.done ?? children}
      </button>
    );
  }
}
