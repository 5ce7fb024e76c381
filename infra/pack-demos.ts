import { type PackDemos, packDemos } from "../domain/template/pack.ts";
import { readOperatorFile } from "./config/operator-file.ts";

/**
 * Reads the demos of packs; none when the variable is unset. Throws ConfigurationError that lists every fault of the
 * file.
 */
export const readPackDemos = ({ PACK_DEMOS_FILE: file }: { PACK_DEMOS_FILE?: string | undefined }): PackDemos =>
  file === undefined ? {} : readOperatorFile("PACK_DEMOS_FILE", file, packDemos);
