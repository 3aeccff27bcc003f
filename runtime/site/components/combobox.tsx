/**
 * A box whose text finds options below it (ARIA: an editable combobox with a list). Up, down, Home, End and Enter choose
 * while the focus stays in the box; Escape closes the list.
 */

import { Component } from 'preact';
import { lookUp } from '../../core/values/look-up.ts';

export interface Option {
  value: string;
  title: string;
  detail?: string;
  /** Heading under which it stands; options of a group stand together. */
  group?: string;
  /** Where it leads: then it is a link too, which opens in a new tab as any other. */
  href?: string;
}

interface ComboboxProps {
  id: string;
  /** undefined: there is a label for `id` elsewhere. */
  label?: string;
  placeholder?: string;
  text: string;
  options: readonly Option[];
  /** Whether the list is always open; otherwise while the box is used. */
  isOpen?: boolean;
  /** The option that is chosen now, which the list opens at. */
  chosen?: string;
  /** Whether Enter and Tab take the first option of what was typed. */
  takesFirst?: boolean;
  /** Attributes of the box. */
  box?: object;
  onText: (text: string) => void;
  onChoose: (option: Option) => void;
  /** The list was left without a choice. */
  onLeave?: () => void;
}

interface State {
  isUsed: boolean;
  /** The option that Enter chooses; -1: none. */
  active: number;
}

export class Combobox extends Component<ComboboxProps, State> {
  override state: State = { isUsed: false, active: -1 };

  private readonly listId = `${this.props.id}-list`;

  private readonly keys = (event: KeyboardEvent) => {
    const { options, isOpen, takesFirst } = this.props;
    const last = options.length - 1;
    const { active } = this.state;
    const isShown = this.isShown();
    const moved: Partial<Record<string, number>> = {
      ArrowDown: active >= last ? 0 : active + 1,
      ArrowUp: active <= 0 ? last : active - 1,
    };
    const next = lookUp(moved, event.key);
    const takes = event.key === 'Enter' || (event.key === 'Tab' && takesFirst === true);
    if (next !== undefined && last >= 0) {
      event.preventDefault();
      if (isShown) this.goTo(next);
      else this.open();
    } else if (takes && isShown) {
      const option = options[Math.max(0, active)];
      // Without a choice by arrow keys, Enter takes the first option only where nothing else would happen.
      if (option === undefined || (active < 0 && isOpen !== true)) return;
      if (event.key === 'Enter') event.preventDefault();
      this.choose(option);
    } else if (event.key === 'Escape' && this.state.isUsed && isOpen !== true) {
      event.preventDefault();
      this.leave();
    }
  };

  /** Opens the list at what is chosen. */
  private readonly open = () => {
    if (!this.isShown()) this.goTo(this.props.options.findIndex(({ value }) => value === this.props.chosen));
  };

  private goTo(active: number): void {
    this.setState({ isUsed: true, active }, () =>
      document.getElementById(`${this.listId}-${Math.max(0, active)}`)?.scrollIntoView({ block: 'nearest' }),
    );
  }

  private readonly leave = () => {
    this.setState({ isUsed: false, active: -1 });
    this.props.onLeave?.();
  };

  private choose(option: Option): void {
    this.setState({ isUsed: false, active: -1 });
    this.props.onChoose(option);
  }

  private isShown(): boolean {
    return (this.props.isOpen === true || this.state.isUsed) && this.props.options.length > 0;
  }

  override render() {
    const { id, label, placeholder, text, options, takesFirst, box, onText } = this.props;
    const { active } = this.state;
    const isShown = this.isShown();
    // Its options are not those of a `<datalist>`, which it would otherwise need by its types.
    const combobox: object = {
      role: 'combobox',
      'aria-expanded': isShown,
      'aria-controls': this.listId,
      'aria-autocomplete': 'list',
      'aria-activedescendant': isShown && active >= 0 ? `${this.listId}-${active}` : undefined,
      ...box,
    };
    return (
      <div class="combobox">
        {label !== undefined && <label for={id}>{label}</label>}
        <input
          id={id}
          type="search"
          {...combobox}
          autoComplete="off"
          spellcheck={false}
          placeholder={placeholder}
          value={text}
          onInput={({ currentTarget }) => {
            onText(currentTarget.value);
            this.goTo(takesFirst === true ? 0 : -1);
          }}
          onKeyDown={this.keys}
          onClick={this.open}
          onBlur={this.leave}
        />
        {/* The focus stays in the box: losing it would close the list. */}
        <div
          id={this.listId}
          role="listbox"
          aria-label={label ?? 'Suggestions'}
          hidden={!isShown}
          onMouseDown={(event) => event.preventDefault()}
        >
          {isShown && options.map((option, index) => this.option(option, index))}
        </div>
      </div>
    );
  }

  private option(option: Option, index: number) {
    const { title, detail, group, href, value } = option;
    const isFirst = group !== undefined && this.props.options[index - 1]?.group !== group;
    const content = (
      <>
        <span>{title}</span> {detail !== undefined && <span class="muted small">{detail}</span>}
      </>
    );
    const shown = {
      id: `${this.listId}-${index}`,
      role: 'option' as const,
      tabIndex: -1,
      'aria-selected': index === this.state.active,
      onClick: (event: MouseEvent) => {
        if (href !== undefined && (event.ctrlKey || event.metaKey || event.shiftKey)) return;
        event.preventDefault();
        this.choose(option);
      },
    };
    return (
      <div key={`${group} ${value}`} role="presentation">
        {isFirst && (
          <p class="group" aria-hidden="true">
            {group}
          </p>
        )}
        {href === undefined ? <div {...shown}>{content}</div> : <a {...{ href, ...shown }}>{content}</a>}
      </div>
    );
  }
}
