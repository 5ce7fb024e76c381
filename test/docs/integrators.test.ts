import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { buildTypeScript } from "../../scripts/clients/build-typescript.ts";
import { type FencedBlock, fencedBlocks, integratorGuides, root } from "../architecture/guides/markdown.ts";
import { openTestStack, type TestStack } from "../harness/test-stack.ts";
import { createSimulatorClient } from "../infra/simulator/simulator-client.ts";
import { type GuideShell, missingLines, openGuideShell } from "./guide-shell.ts";

const blocks = integratorGuides.flatMap(fencedBlocks).filter(({ info }) => info === "sh");

let stack: TestStack;
let shell: GuideShell;
let folder: string;

beforeAll(async () => {
  stack = await openTestStack();
  folder = mkdtempSync(join(tmpdir(), "ringdown-guides-"));
  const path = `${installCommandLine(folder)}:${dirname(process.execPath)}:${join(root, "node_modules/.bin")}:${process.env["PATH"] ?? ""}`;
  shell = openGuideShell({ folder, path });
});

afterAll(async () => {
  await shell.close();
  await stack.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Puts the command `ringdown` where an installation of the package would, and returns the folder that holds it. */
const installCommandLine = (parent: string): string => {
  const [client, commands] = [join(parent, "client"), join(parent, "commands")];
  buildTypeScript(client);
  mkdirSync(commands);
  chmodSync(join(client, "dist/cli.js"), 0o755);
  symlinkSync(join(client, "dist/cli.js"), join(commands, "ringdown"));
  return commands;
};

/** The carrier's time passes faster from the moment on at which a guide only waits for the end of its campaign. */
const hurry = async () => {
  const { addresses, environment } = stack.running;
  const simulator = createSimulatorClient(addresses.simulator ?? "", environment["SIMULATOR_SIGNING_KEY"] ?? "");
  await simulator.writeScript({ speed: 20 });
};

const carryOut = async ({ text }: FencedBlock) => {
  if (/\/progress\/stream|campaigns watch/.test(text)) await hurry();
  const printed = await shell.run(text.replaceAll("http://127.0.0.1:8080", stack.running.addresses.api));
  return { missing: missingLines(text, printed.output), errors: printed.errors, output: printed.output };
};

describe("the guides for integrators, carried out in one terminal", () => {
  it.each(blocks.map((block): [string, FencedBlock] => [`${block.file}, line ${block.line}`, block]))(
    "%s prints what it shows",
    async (_, block) => {
      const { missing, errors, output } = await carryOut(block);
      expect({ missing, errors, output: missing.length > 0 ? output : "" }).toEqual({
        missing: [],
        errors: "",
        output: "",
      });
    },
  );
});

describe("the blocks of a guide", () => {
  it("is missed when it was not printed, or in another order", () => {
    expect(missingLines("ask\n#> one\n#> t…o", "zero\none\ntwo\n")).toEqual([]);
    expect(missingLines("ask\n#> two\n#> one", "one\ntwo\n")).toEqual(["one"]);
    expect(missingLines("ask\n#> ready 2", "ready 21\n")).toEqual(["ready 2"]);
  });
});
