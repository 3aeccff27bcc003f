/** What was typed, with `text` in one of its fields; undefined: without that field. */
export function withField<Typed extends object>(typed: Typed, field: keyof Typed, text: string | undefined): Typed {
  const { [field]: _, ...others } = typed;
  return (text === undefined ? others : { ...others, [field]: text }) as Typed;
}
