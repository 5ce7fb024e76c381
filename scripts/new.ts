import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { type Addition, writeAddition } from "./new/addition.ts";
import { newCarrier } from "./new/carrier.ts";
import { newOperation } from "./new/operation.ts";
import { newTable } from "./new/table.ts";
import { newWorkflow } from "./new/workflow.ts";

const KINDS: Readonly<Record<string, (root: string, name: string) => Addition>> = {
  operation: newOperation,
  workflow: newWorkflow,
  carrier: newCarrier,
  table: newTable,
};

const USAGE = `npm run new -- KIND NAME
  operation AREA/VERB     npm run new -- operation channels/count-channels
  workflow NAME           npm run new -- workflow invoice-reminder
  carrier NAME            npm run new -- carrier acme
  table AREA/NAME         npm run new -- table call/call-note (the name of one row)
Names are lower-case words with hyphens.`;

/** Runs in the folder of the project that it is part of. */
const run = ([kind = "", name = ""]: readonly string[]): number => {
  const make = KINDS[kind];
  if (!make || name === "") {
    console.error(USAGE);
    return 1;
  }
  const root = join(import.meta.dirname, "..");
  try {
    const addition = make(root, name);
    const written = writeAddition(root, addition);
    format(root, written);
    for (const file of written) console.log(`  ${file}`);
    console.log(`\nNext:\n${addition.next.map((step, index) => `  ${index + 1}. ${step}`).join("\n")}`);
    return 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return 1;
  }
};

const format = (root: string, files: readonly string[]): void => {
  const biome = join(root, "node_modules/@biomejs/biome/bin/biome");
  spawnSync(process.execPath, [biome, "format", "--write", ...files], { cwd: root });
};

process.exitCode = run(process.argv.slice(2));
