/** Places names next to points, so that no name covers another or a point. */

export interface Spot {
  x: number;
  y: number;
}

export interface Wanted {
  text: string;
  /** Any of these points may carry the name; the first is preferred. */
  points: readonly Spot[];
}

export interface Placed {
  text: string;
  /** Left end of the text on its baseline. */
  x: number;
  y: number;
  /** The point it belongs to, if a line must lead there. */
  leader: Spot | null;
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Width of an average letter of a system font, as a share of its size; a little wide, to keep names apart. */
const letter = 0.56;

/** Directions from a point to its name, the most readable first. */
const directions = [
  [1, 0],
  [-1, 0],
  [0.7, -1],
  [0.7, 1],
  [-0.7, -1],
  [-0.7, 1],
  [0, -1],
  [0, 1],
] as const;

/** Distances of a name from its point; from the second on, a line leads there. */
const distances = [9, 20, 32, 46, 62] as const;

/**
 * Places the names in order, so earlier ones get better places; a name without room is left out.
 * @param obstacles points that no name may cover
 * @param bounds what the names must stay within
 * @param mostLeaders how many of the names may be further away, with a line: on a small picture lines would cross
 */
export function placeLabels(
  wanted: readonly Wanted[],
  obstacles: readonly Spot[],
  bounds: Box,
  fontSize: number,
  mostLeaders = Number.POSITIVE_INFINITY,
): Placed[] {
  const taken = obstacles.map(({ x, y }): Box => ({ left: x - 5, right: x + 5, top: y - 5, bottom: y + 5 }));
  const placed: Placed[] = [];
  for (const [index, { text, points }] of wanted.entries()) {
    const found = firstFree(
      text,
      points,
      taken,
      bounds,
      fontSize,
      index < mostLeaders ? distances : distances.slice(0, 1),
    );
    if (found === null) continue;
    taken.push(found.box);
    placed.push({
      text,
      x: found.box.left,
      y: found.box.bottom - fontSize * 0.25,
      leader: found.distance > distances[0] ? found.point : null,
    });
  }
  return placed;
}

function firstFree(
  text: string,
  points: readonly Spot[],
  taken: readonly Box[],
  bounds: Box,
  fontSize: number,
  allowed: readonly number[],
) {
  const width = text.length * fontSize * letter;
  const height = fontSize * 1.15;
  for (const distance of allowed) {
    for (const point of points) {
      for (const [dx, dy] of directions) {
        const middle = { x: point.x + dx * distance, y: point.y + dy * distance };
        const left = dx > 0 ? middle.x : dx < 0 ? middle.x - width : middle.x - width / 2;
        const box = { left, right: left + width, top: middle.y - height / 2, bottom: middle.y + height / 2 };
        if (within(box, bounds) && !taken.some((other) => overlap(box, other))) return { box, point, distance };
      }
    }
  }
  return null;
}

const within = (box: Box, bounds: Box): boolean =>
  box.left >= bounds.left && box.right <= bounds.right && box.top >= bounds.top && box.bottom <= bounds.bottom;

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
