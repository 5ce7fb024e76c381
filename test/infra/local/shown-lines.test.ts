import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { startProcess } from "../../../infra/local/local-process.ts";
import { isWorthShowing } from "../../../infra/local/shown-lines.ts";
import { createLogger } from "../../../infra/logger.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { temporaryFolders } from "./temporary-folder.ts";

const newFolder = temporaryFolders();

it("shows warnings, errors and what did not come from the logger, but nothing that goes well", () => {
  const lines: string[] = [];
  const logger = createLogger("api", { level: "trace", destination: { write: (line) => void lines.push(line) } });
  for (const level of ["trace", "debug", "info", "warn", "error", "fatal"] as const) logger[level]({ level }, level);
  const shown = [...lines, "Error: out of memory"].filter(isWorthShowing);
  expect(shown.map((line) => /"msg":"(\w+)"/.exec(line)?.[1] ?? line)).toEqual([
    "warn",
    "error",
    "fatal",
    "Error: out of memory",
  ]);
});

const PROGRAM = `
  process.stdout.write("first\\nsecond ");
  process.stdout.write("half\\n");
  console.error("third");
  setInterval(() => {}, 60_000);
`;

it("hands each line of a process on, of both outputs, and keeps all of them in its log", async () => {
  const logFile = join(newFolder(), "one.log");
  const lines: string[] = [];
  const running = await startProcess({
    name: "one",
    command: process.execPath,
    args: ["-e", PROGRAM],
    logFile,
    onLine: (line) => void lines.push(line),
    isReady: () => lines.length === 3,
  });
  await running.stop();
  const logged = () => readFileSync(logFile, "utf8").trim().split("\n").toSorted();
  expect(lines.toSorted()).toEqual(["first", "second half", "third"]);
  await waitUntil("the log holds all of it", () => logged().length === 3);
  expect(logged()).toEqual(lines.toSorted());
});
