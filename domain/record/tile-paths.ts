import { TILE_WIDTH } from "./merkle-tree.ts";

/** What a path of C2SP tlog-tiles names: hashes of a level, or entries. */
export interface TileName {
  level: number | "entries";
  index: number;
  /** How many hashes or entries the tile has: 256 where it is whole. */
  width: number;
}

/** Returns the path of a tile below the prefix of its log: `tile/0/x001/234.p/17`. */
export const formatTilePath = ({ level, index, width }: TileName): string =>
  `tile/${level}/${formatIndex(index)}${width === TILE_WIDTH ? "" : `.p/${width}`}`;

const formatIndex = (index: number): string => {
  const groups = [digits(index % 1000)];
  for (let rest = Math.floor(index / 1000); rest > 0; rest = Math.floor(rest / 1000))
    groups.unshift(`x${digits(rest % 1000)}`);
  return groups.join("/");
};

const digits = (group: number): string => String(group).padStart(3, "0");

const PATH = /^tile\/(entries|[0-9]|[1-5][0-9]|6[0-3])\/((?:x\d{3}\/)*\d{3})(?:\.p\/(\d{1,3}))?$/;

/** Reads such a path; null: it names no tile. */
export const parseTilePath = (path: string): TileName | null => {
  const [, level = "", index = "", width] = PATH.exec(path) ?? [];
  if (level === "") return null;
  const name: TileName = {
    level: level === "entries" ? level : Number(level),
    index: Number(index.replaceAll(/[x/]/g, "")),
    width: width === undefined ? TILE_WIDTH : Number(width),
  };
  // One tile has one name.
  return formatTilePath(name) === path && name.width > 0 ? name : null;
};
