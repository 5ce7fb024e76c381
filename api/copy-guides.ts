import { cp } from "node:fs/promises";
import { join } from "node:path";
import { PICTURE_FOLDERS, SERVED_FOLDERS } from "./guides/guide.ts";

/** Usage: `node copy-guides.ts DOCS FOLDER`. Builds run it; the API renders what lies beside its program. */
const [docs, folder] = process.argv.slice(2);
if (!docs || !folder) throw new Error("Name both folders: node api/copy-guides.ts docs api/docs");
for (const part of ["README.md", ...SERVED_FOLDERS, ...PICTURE_FOLDERS])
  await cp(join(docs, part), join(folder, part), { recursive: true });
