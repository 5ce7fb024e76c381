import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Returns a version for a program of these sources: another one where a file has changed, so that it is built anew. */
export const digestOfSources = (folder: string): string => {
  const hash = createHash("sha256");
  for (const file of readdirSync(folder).sort()) hash.update(`${file}\0`).update(readFileSync(join(folder, file)));
  return hash.digest("hex").slice(0, 12);
};
