/** Sets sorted by how many members they have, so that the largest is known at every moment without a search. */
export class BySize<T> {
  /** At index n: the sets of n members. */
  private readonly levels: Set<Set<T>>[] = [];

  /** A set that has most members; undefined if all are empty. */
  get largest(): Set<T> | undefined {
    const [first] = this.levels.at(-1) ?? [];
    return first;
  }

  /** Adds a member to a set that is, or from now on will be, among those sorted here. */
  add(set: Set<T>, member: T): void {
    this.change(set, () => set.add(member));
  }

  /** Removes a member, if it is there. */
  delete(set: Set<T>, member: T): void {
    this.change(set, () => set.delete(member));
  }

  private change(set: Set<T>, change: () => void): void {
    const { levels } = this;
    levels[set.size]?.delete(set);
    change();
    while (levels.length <= set.size) levels.push(new Set());
    if (set.size > 0) levels[set.size]?.add(set);
    while (levels.at(-1)?.size === 0) levels.pop();
  }
}
