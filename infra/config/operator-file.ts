import { readFileSync } from "node:fs";
import type { z } from "zod";
import { describeFault } from "../../domain/json/describe-fault.ts";
import { ConfigurationError } from "./config.ts";

/** Reads a JSON file that a variable names. Throws ConfigurationError that lists every fault of the file. */
export const readOperatorFile = <S extends z.ZodType>(variable: string, file: string, schema: S): z.output<S> => {
  const result = schema.safeParse(contentOf(variable, file), { error: describeFault });
  if (result.success) return result.data;
  const faults = result.error.issues.map((issue) => `  ${issue.path.join(".")}: ${issue.message}`);
  throw new ConfigurationError(`${variable} ${file} has ${faults.length} fault(s):\n${faults.join("\n")}`);
};

const contentOf = (variable: string, file: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigurationError(`${variable} ${file} cannot be read as JSON: ${reason}`);
  }
};
