import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { folderOf, ROOT, TOOLS } from "./tools.ts";

/** A program that plays a campaign of five with a generated client, as somebody who has only that client would write it. */
interface Player {
  /** The name of the generator. */
  generator: string;
  /** Its text in `programs/`. */
  program: string;
  /** Where the program belongs in the folder of the client. */
  place: string;
  /** Runs in the folder of tools, after which the program can start; it checks types where the language has some. */
  build: string;
  /** Runs in the folder of the client, and prints one line of JSON. */
  start: string;
}

const ROLLDOWN = join(ROOT, "node_modules/rolldown/bin/cli.mjs");

export const PLAYERS: readonly Player[] = [
  {
    generator: "@hey-api/openapi-ts",
    program: "hey-api.ts.txt",
    place: "campaign.ts",
    build: `node_modules/.bin/tsc --noEmit --strict --skipLibCheck --module esnext --moduleResolution bundler --target es2022 --lib es2022,dom,dom.iterable $OUT/campaign.ts && "${process.execPath}" "${ROLLDOWN}" $OUT/campaign.ts --file $OUT/campaign.mjs --platform node --format esm`,
    start: `"${process.execPath}" campaign.mjs`,
  },
  {
    generator: "openapi-python-client",
    program: "openapi-python-client.py.txt",
    place: "campaign.py",
    build: "true",
    start: `"${join(TOOLS, "python/bin/python")}" campaign.py`,
  },
  {
    generator: "oapi-codegen",
    program: "oapi-codegen.go.txt",
    place: "campaign/main.go",
    build: "cd $OUT && go build -o campaign/campaign ./campaign",
    start: "campaign/campaign",
  },
];

/** Puts the program beside its client and makes it ready. Returns what is wrong with it; null: nothing. */
export const buildPlayer = ({ generator, program, place, build }: Player): string | null => {
  const folder = folderOf(generator);
  mkdirSync(dirname(join(folder, place)), { recursive: true });
  copyFileSync(join(import.meta.dirname, "programs", program), join(folder, place));
  const env = { ...process.env, OUT: folder };
  const { status, stdout, stderr } = spawnSync("bash", ["-c", build], { cwd: TOOLS, env, encoding: "utf8" });
  return status === 0 ? null : `${stdout}${stderr}`;
};
