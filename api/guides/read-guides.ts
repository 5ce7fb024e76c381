import { existsSync, globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Guide, SERVED_FOLDERS } from "./guide.ts";
import { renderGuide } from "./render-guide.ts";

/** The name of the folder that a build puts beside a bundled program (`infra/local/program-bundle.ts`). */
const BUILT = "docs";

/** Returns the folder of the guides: beside the running program, or that of the source. */
export const locateGuides = (program: string = process.argv[1] ?? ""): string => {
  const built = join(dirname(program), BUILT);
  return existsSync(join(built, "README.md")) ? built : join(import.meta.dirname, "../../docs");
};

/** Reads and renders every guide that is served, in the order of the index; it takes a fifth of a second. */
export const readGuides = async (folder: string): Promise<readonly Guide[]> => {
  const files = globSync(`{${SERVED_FOLDERS.join(",")}}/*.md`, { cwd: folder });
  const index = await readFile(join(folder, "README.md"), "utf8");
  const place = (file: string): number => (index.includes(`](${file})`) ? index.indexOf(`](${file})`) : index.length);
  const sorted = files.toSorted((one, other) => place(one) - place(other) || one.localeCompare(other));
  const guides = sorted.map(async (file) => renderGuide(file, await readFile(join(folder, file), "utf8")));
  return [renderGuide("README.md", index), ...(await Promise.all(guides))];
};
