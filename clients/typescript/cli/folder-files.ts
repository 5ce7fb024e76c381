import { lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, isAbsolute, join, normalize, sep } from "node:path";
import { CommandError } from "./command-error.ts";

/** The files of one folder, by their paths in it. */
export interface FolderFiles {
  /** Throws where the path leaves the folder, or passes a symbolic link. */
  requireOwn(path: string): void;
  read(path: string): string;
  write(path: string, text: string): void;
  remove(path: string): void;
}

/**
 * Opens a folder that may be somebody else's, such as a cloned repository: what is read must not be another file of this machine,
 * and what is written must not land in one. So no path leaves it, and none passes a symbolic link; the folder itself may be one.
 */
export const openFolder = (folder: string): FolderFiles => {
  const placeOf = (path: string): string => {
    requireInside(folder, path);
    requireNoLink(folder, path);
    return join(folder, path);
  };
  return {
    requireOwn: (path) => void placeOf(path),
    read: (path) => {
      const place = placeOf(path);
      if (findKind(place) !== "file") throw new CommandError(`${place} is missing: \`ringdown agents pull\` writes it`);
      return readFileSync(place, "utf8");
    },
    write: (path, text) => {
      const place = placeOf(path);
      mkdirSync(dirname(place), { recursive: true });
      writeFileSync(place, text);
    },
    remove: (path) => rmSync(placeOf(path), { force: true }),
  };
};

const requireInside = (folder: string, path: string): void => {
  const [first] = normalize(path).split(sep);
  if (path === "" || isAbsolute(path) || first === ".." || first === ".")
    throw new CommandError(`${path} lies outside of ${folder}: name only files that are in it`);
};

const requireNoLink = (folder: string, path: string): void => {
  const steps = normalize(path).split(sep);
  for (let length = 1; length <= steps.length; length += 1) {
    const place = join(folder, ...steps.slice(0, length));
    if (findKind(place) === "link")
      throw new CommandError(
        `${place} is a symbolic link, which may lead outside of ${folder}: put the file itself there, and try again`,
      );
  }
};

/** Null: nothing is there. */
const findKind = (place: string): "file" | "link" | "other" | null => {
  const found = lstatSync(place, { throwIfNoEntry: false });
  if (!found) return null;
  return found.isSymbolicLink() ? "link" : found.isFile() ? "file" : "other";
};
