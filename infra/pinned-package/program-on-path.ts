import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

export const findProgramOnPath = (command: string, env: NodeJS.ProcessEnv = process.env): string | undefined =>
  (env["PATH"] ?? "")
    .split(delimiter)
    .map((folder) => join(folder, command))
    .find(isExecutable);

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};
