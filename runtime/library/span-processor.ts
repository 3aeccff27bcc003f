/** What model calls cost, in the spans of a running program. */

/** The part of a span of the OpenTelemetry SDK that is read; its attributes are added to. */
export interface EndedSpan {
  readonly attributes: { [name: string]: unknown };
  /** Seconds and nanoseconds since 1970. */
  readonly startTime: readonly [number, number];
}

/** The shape of a `SpanProcessor` of the OpenTelemetry SDK. */
export interface CostProcessor {
  onStart(): void;
  onEnd(span: EndedSpan): void;
  forceFlush(): Promise<void>;
  shutdown(): Promise<void>;
}

/** @param costOf the attributes to add, by those of the span and its start in milliseconds since 1970; null: none */
export const spanProcessor = (
  costOf: (attributes: { [name: string]: unknown }, at: number) => object | null,
): CostProcessor => ({
  onStart() {},
  onEnd({ attributes, startTime: [seconds, nanoseconds] }) {
    Object.assign(attributes, costOf(attributes, seconds * 1000 + Math.floor(nanoseconds / 1e6)));
  },
  forceFlush: () => Promise.resolve(),
  shutdown: () => Promise.resolve(),
});
