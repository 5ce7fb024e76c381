import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type RecordStore, readRecordFile } from "../../../application/record/record-store.ts";
import { TILE_WIDTH } from "../../../domain/record/merkle-tree.ts";
import { formatTilePath } from "../../../domain/record/tile-paths.ts";

interface StoredLog extends Pick<RecordStore, "objectStore"> {
  logFolder: string;
  size: number;
}

/** Copies every file of a log that a reader may ask for at this size, by the names that C2SP tlog-tiles gives them. */
export const copyLog = async ({ objectStore, logFolder, size }: StoredLog, into: string): Promise<void> => {
  const paths = ["checkpoint"];
  for (let level = 0, count = size; count > 0; level += 1, count = Math.floor(count / TILE_WIDTH))
    for (let index = 0; index * TILE_WIDTH < count; index += 1) {
      const width = Math.min(count - index * TILE_WIDTH, TILE_WIDTH);
      paths.push(formatTilePath({ level, index, width }));
      if (level === 0) paths.push(formatTilePath({ level: "entries", index, width }));
    }
  for (const path of paths) {
    const file = join(into, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, await readRecordFile({ objectStore }, logFolder, path));
  }
};
