import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { migrations } from "../postgres/migrations/migrations.ts";
import { version } from "../version.ts";

const DOCTOR = fileURLToPath(new URL("../../worker/doctor.ts", import.meta.url));

/** What changes with a release: the version, and the newest change of the schema. */
const release = `${version} ${Object.keys(migrations).at(-1)}`;

/**
 * Runs the doctor at the first start of a release on this data folder and says its report. Resolves when it is done; one that cannot
 * run is tried again at the next start. The platform serves meanwhile.
 */
export const examineFirstStart = async (
  { dataDir, environment }: { dataDir: string; environment: NodeJS.ProcessEnv },
  say: (sentence: string) => void,
): Promise<void> => {
  const examined = join(dataDir, "examined-release");
  if (existsSync(examined) && readFileSync(examined, "utf8") === release) return;
  const report = await readReport(environment);
  if (report === null) return;
  say(`What the doctor found here (again with npm run doctor):\n${report}`);
  writeFileSync(examined, release);
};

/** Returns null where the doctor could not run. */
const readReport = (environment: NodeJS.ProcessEnv): Promise<string | null> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [DOCTOR], { env: environment, stdio: ["ignore", "pipe", "ignore"] });
    let text = "";
    child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
    child.once("error", () => resolve(null));
    child.once("close", () => resolve(text === "" ? null : text.trimEnd()));
  });
