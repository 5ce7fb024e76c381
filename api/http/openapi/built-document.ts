import { glob, readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";

const FILE_NAME = "openapi.json";
const builtDocument = z.looseObject({ info: z.looseObject({ version: z.string() }) });

/** The sources of the document, where the program runs from them; a bundle has none beside its folder. */
const SOURCES = "{api,application,domain,infra}/**/*.ts";

/**
 * Returns the OpenAPI document that the build has put beside the running program (`api/write-openapi.ts`); null when there is none,
 * when it is of another version, or when a source was changed after it was made. Building one takes most of a second, in which the
 * process answers nobody.
 */
export const readBuiltOpenApi = async (
  { version, serverUrl }: { version: string; serverUrl: string },
  folder: string = dirname(process.argv[1] ?? ""),
): Promise<object | null> => {
  const file = join(folder, FILE_NAME);
  const text = await readFile(file, "utf8").catch(missing);
  if (text === null || (await hasNewerSource(file, folder))) return null;
  const document = builtDocument.parse(JSON.parse(text));
  return document.info.version === version ? { ...document, servers: [{ url: serverUrl }] } : null;
};

const hasNewerSource = async (file: string, folder: string): Promise<boolean> => {
  const { mtimeMs: builtAtMs } = await stat(file);
  const root = dirname(folder);
  for await (const source of glob(SOURCES, { cwd: root })) {
    if ((await stat(join(root, source))).mtimeMs > builtAtMs) return true;
  }
  return false;
};

const missing = (error: NodeJS.ErrnoException): null => {
  if (error.code === "ENOENT" || error.code === "ENOTDIR") return null;
  throw error;
};
