/** What is wider than a small screen scrolls by itself, and can be reached by keyboard for that. */
import type { ComponentChildren } from 'preact';

interface Scrolling {
  /** What a screen reader says of it. */
  label: string;
  children: ComponentChildren;
}

export const Scroll = ({ label, children }: Scrolling) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: without a place in the order of tabs nobody scrolls it by keyboard
  <section class="scroll" tabIndex={0} aria-label={label}>
    {children}
  </section>
);

export const Table = ({ label, children }: Scrolling) => (
  <Scroll label={label}>
    <table class="cards">{children}</table>
  </Scroll>
);
