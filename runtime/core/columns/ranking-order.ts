/**
 * Sorts indices by their keys without a comparison callback.
 *
 * A radix sort, byte by byte, on the upper half of each key: the bits of non-negative doubles sort like their values.
 * It separates keys that differ by more than a millionth; one insertion pass then compares the keys themselves, so the
 * order is exact on any byte order. Equal keys keep their order.
 */
export class Order {
  /** Indices, in order once `sort` has run. */
  readonly indices: Uint32Array;
  private readonly spare: Uint32Array;
  private readonly starts = new Uint32Array(256);

  constructor(count: number) {
    this.indices = new Uint32Array(count);
    this.spare = new Uint32Array(count);
  }

  /** @param keys 0 or more, by index */
  sort(keys: Float64Array): void {
    const { indices, spare } = this;
    const bytes = new Uint8Array(keys.buffer, keys.byteOffset, keys.byteLength);
    this.sortByByte(bytes, 4, indices, spare);
    this.sortByByte(bytes, 5, spare, indices);
    this.sortByByte(bytes, 6, indices, spare);
    this.sortByByte(bytes, 7, spare, indices);
    for (let i = 1; i < indices.length; i++) {
      const index = indices[i] as number;
      const key = keys[index] as number;
      let at = i;
      while (at > 0 && (keys[indices[at - 1] as number] as number) > key) {
        indices[at] = indices[at - 1] as number;
        at--;
      }
      indices[at] = index;
    }
  }

  /** Sorts `from` into `to` by one of the eight bytes of each key. */
  private sortByByte(bytes: Uint8Array, which: number, from: Uint32Array, to: Uint32Array): void {
    const { starts } = this;
    starts.fill(0);
    for (let at = which; at < bytes.length; at += 8) (starts[bytes[at] as number] as number)++;
    let before = 0;
    for (let value = 0; value < 256; value++) {
      const count = starts[value] as number;
      starts[value] = before;
      before += count;
    }
    for (let i = 0; i < from.length; i++) {
      const index = from[i] as number;
      const value = bytes[index * 8 + which] as number;
      to[starts[value] as number] = index;
      (starts[value] as number)++;
    }
  }
}
