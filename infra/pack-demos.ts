import { readFileSync } from "node:fs";
import { packDemos, type PackDemos } from "../domain/template/pack.ts";
import { ConfigurationError } from "./config/config.ts";

/**
 * Reads the demos of packs; none when the variable is unset. Throws ConfigurationError that lists every fault of the
 * file.
 */
export const readPackDemos = ({ PACK_DEMOS_FILE: file }: { PACK_DEMOS_FILE?: string | undefined }): PackDemos => {
  if (file === undefined) return {};
  const result = packDemos.safeParse(contentOf(file));
  if (result.success) return result.data;
  const faults = result.error.issues.map((issue) => `  ${issue.path.join(".")}: ${issue.message}`);
  throw new ConfigurationError(`PACK_DEMOS_FILE ${file} has ${faults.length} fault(s):\n${faults.join("\n")}`);
};

const contentOf = (file: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigurationError(`PACK_DEMOS_FILE ${file} cannot be read as JSON: ${reason}`);
  }
};
