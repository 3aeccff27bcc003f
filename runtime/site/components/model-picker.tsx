/** A box that finds a model by its name, and has all of them below, by maker. */
import { Component } from 'preact';
import { memoize } from '../../core/values/memoize.ts';
import { announce } from '../browser.ts';
import { named, rankOf, typedText } from '../name-rank.ts';
import { Combobox, type Option } from './combobox.tsx';
import { type Common, described } from './field.tsx';

/** A model as it stands in the list. */
export interface ListedName {
  id: string;
  name: string;
  aliases: readonly string[];
  maker: string;
  /** Of input and output. */
  prices: string;
}

interface PickerProps extends Omit<Common, 'label' | 'help'> {
  /** Its name where nothing beside it says it. */
  label?: string;
  isInline?: boolean;
  /** Those of a maker stand together. */
  models: readonly ListedName[];
  placeholder?: string;
  /** Whether any text is a value, as soon as it is typed; otherwise only a choice from the list is. */
  isText?: boolean;
  /** Whether an id is a choice as soon as it is typed, and a text that fits no name is none. */
  takesExact?: boolean;
}

interface State {
  /** What is being typed to find a model; null: nothing. */
  search: string | null;
}

export class ModelPicker extends Component<PickerProps, State> {
  override state: State = { search: null };

  /** Whether the list in whose place it comes is being used. */
  private readonly takesFocus = document.activeElement?.id === this.props.id;

  override componentDidMount(): void {
    if (!this.takesFocus) return;
    const box = document.getElementById(this.props.id);
    box?.focus();
    box?.click();
  }

  private readonly type = (search: string) => {
    const { models, isText, takesExact, onChange } = this.props;
    const found = modelOptions(models, search).length;
    this.setState({ search });
    if (isText === true) onChange(search);
    else if (takesExact === true) {
      if (models.some(({ id }) => id === search)) onChange(search);
      else if (found === 0) onChange(undefined);
    }
    announce(`${found} models.`);
  };

  private readonly choose = ({ value }: Option) => {
    const { usual, onChange } = this.props;
    this.setState({ search: null });
    onChange(value === usual ? undefined : value);
  };

  override render() {
    const { id, label, isInline, models, typed, usual, wrong, placeholder, isText = false } = this.props;
    const { search } = this.state;
    const value = typed ?? usual;
    const options = modelOptions(models, search ?? '');
    const shown = isText ? value : (search ?? models.find((model) => model.id === value)?.name ?? value);
    const inline = isInline === true ? { 'aria-label': label, size: Math.max(8, shown.length) } : {};
    return (
      <>
        <Combobox
          id={id}
          text={shown}
          {...(placeholder !== undefined && { placeholder })}
          options={options}
          chosen={value}
          takesFirst={!isText}
          box={{ ...described(id, wrong), ...inline, onFocus: selectAll }}
          onText={this.type}
          onChoose={this.choose}
          onLeave={() => this.setState({ search: null })}
        />
        {options.length === 0 && !isText && <p class="help">No model has this name.</p>}
      </>
    );
  }
}

/** So that typing replaces the model that is chosen. */
const selectAll = ({ currentTarget }: FocusEvent) => (currentTarget as HTMLInputElement).select();

const namesOf = memoize(({ id, name, aliases, maker }: ListedName) => named([name, id, ...aliases], maker));

/** The models with a name that fits, best first; all of them by maker if nothing is typed. */
function modelOptions(models: readonly ListedName[], text: string): Option[] {
  const typed = typedText(text);
  if (typed.parts.length === 0) return models.map((model) => ({ ...optionOf(model), group: model.maker }));
  return models
    .flatMap((model) => {
      const rank = rankOf(namesOf(model), typed);
      return rank === null ? [] : [{ rank, model }];
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ model }) => optionOf(model));
}

const optionOf = memoize(({ id, name, prices }: ListedName): Option => ({ value: id, title: name, detail: prices }));
