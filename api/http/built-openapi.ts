import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";

const FILE_NAME = "openapi.json";
const builtDocument = z.looseObject({ info: z.looseObject({ version: z.string() }) });

/**
 * Returns the OpenAPI document that the build has put beside the program that runs (`api/write-openapi.ts`); null where
 * there is none, or one of another version. Making it takes most of a second, in which the process answers nobody.
 */
export const readBuiltOpenApi = async (
  { version, serverUrl }: { version: string; serverUrl: string },
  folder: string = dirname(process.argv[1] ?? ""),
): Promise<object | null> => {
  const text = await readFile(join(folder, FILE_NAME), "utf8").catch(missing);
  const document = text === null ? null : builtDocument.parse(JSON.parse(text));
  return document?.info.version === version ? { ...document, servers: [{ url: serverUrl }] } : null;
};

const missing = (error: NodeJS.ErrnoException): null => {
  if (error.code === "ENOENT" || error.code === "ENOTDIR") return null;
  throw error;
};
