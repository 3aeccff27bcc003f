/** docs/architecture.md draws the rooms from their imports. Only what is in a room is written by hand. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { keepingFigures } from '../support/figures.ts';
import { importsOf, read, sourcesBelow } from '../support/imports.ts';
import { projectRoot } from '../support/project-root.ts';

const path = join(projectRoot, 'docs/architecture.md');
const document = readFileSync(path, 'utf8');

/** Folders in which each folder is a room. */
const houses = ['build', 'runtime', 'runtime/core', 'runtime/logs', 'runtime/server'];

const roomOf = (file: string): string => {
  const folder = dirname(file);
  return houses.includes(folder) || houses.includes(dirname(folder)) ? folder : roomOf(folder);
};

/** What is drawn as one beside other rooms: a house, or a room of `runtime`. */
const blockOf = (room: string): string =>
  houses.includes(dirname(room)) && dirname(room) !== 'runtime' ? dirname(room) : room;

interface Room {
  files: number;
  lines: number;
  imports: Set<string>;
}

function roomsOf(sources: readonly string[]): Map<string, Room> {
  const rooms = new Map<string, Room>();
  for (const file of sources) {
    const name = roomOf(file);
    const room = rooms.get(name) ?? { files: 0, lines: 0, imports: new Set() };
    rooms.set(name, room);
    room.files++;
    room.lines += read(file).split('\n').length - 1;
    for (const { of } of importsOf(file))
      if (/^(build|runtime)\//.test(of) && roomOf(of) !== name) room.imports.add(roomOf(of));
  }
  return rooms;
}

const rooms = roomsOf([...sourcesBelow('runtime'), ...sourcesBelow('build')]);

/** How many imports of others lead down to the ground at most. Files beside the rooms of a house may use these, and be used. */
function floorOf(name: string, isNext: (from: string, of: string) => string | null): number {
  const below = [...rooms]
    .filter(([room]) => isNext(room, room) === name)
    .flatMap(([room, { imports }]) => [...imports].map((of) => isNext(room, of)))
    .filter((next) => next !== null && next !== name);
  return Math.max(0, ...[...new Set(below)].map((next) => 1 + floorOf(next as string, isNext)));
}

const blockFloor = (room: string): number => floorOf(blockOf(room), (_, of) => blockOf(of));
const roomFloor = (room: string): number =>
  houses.includes(room)
    ? -1
    : floorOf(room, (from, of) => (blockOf(of) === blockOf(from) && !houses.includes(of) ? of : null));

/** A room of the same house by its own name, any other by that of its house. */
const nameFor = (from: string) => (of: string) => basename(blockOf(of) === blockOf(from) ? of : blockOf(of));

function drawn(): string {
  const sorted = [...rooms]
    .map(([name, room]) => ({ name, room, key: [blockFloor(name), blockOf(name), roomFloor(name), name] as const }))
    .sort(({ key: a }, { key: b }) => {
      const at = a.findIndex((value, index) => value !== b[index]);
      return (a[at] as string) < (b[at] as string) ? -1 : 1;
    });
  const words = new Map(
    [...document.matchAll(/^\| (`[^`]+`) \|.*\| ([^|]*) \|$/gm)].map(([, name, text]) => [name, text]),
  );
  const lines = sorted.map(({ name, room: { files, lines, imports } }) => {
    const used = [...new Set([...imports].map(nameFor(name)))].sort().join(', ') || '–';
    return `| \`${name}/\` | ${files} | ${lines.toLocaleString('en')} | ${used} | ${words.get(`\`${name}/\``) ?? ''} |`;
  });
  return ['| room | files | lines | imports | what is in it |', '|---|---:|---:|---|---|', ...lines].join('\n');
}

test('docs/architecture.md follows the imports; `npx vitest run test/docs/architecture.test.ts -u` draws it again', async () => {
  const table = /^\| room \|(.|\n)*?(?=\n\n)/m;
  await expect(document.replace(table, (before) => keepingFigures(before, drawn()))).toMatchFileSnapshot(path);
});

test('it says what is in each room, and names every folder at the top', () => {
  expect(document).not.toMatch(/\| {2}\|$/m);
  const folders = readdirSync(projectRoot, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() && !/^(\.|dist|node_modules$)/.test(entry.name) ? [`\`${entry.name}/\``] : [],
  );
  expect(folders.filter((name) => !document.includes(name))).toEqual([]);
});
