import { spawn } from "node:child_process";
import { join } from "node:path";

export interface TestResult {
  verdict: "passed" | "failed" | "timed out";
  /** The test that failed first, or how the run ended without one. */
  firstFailure: string;
  /** Milliseconds that each file took. */
  took: ReadonlyMap<string, number>;
  output: string;
}

export interface TestRun {
  /** The project whose code is tested. */
  folder: string;
  /** Relative to it, in the order in which they run. */
  files: readonly string[];
  env: Readonly<Record<string, string>>;
  /** Only tests with these whole names; absent: all. */
  names?: readonly string[];
  /** Notes there which functions with probes each test calls. */
  reachFile?: string;
  /** The run is ended after this. */
  timeoutMs: number;
}

/** Runs test files one after another until one of their tests fails. The servers that they need are running already. */
export const runTests = ({ folder, files, env, names, reachFile, timeoutMs }: TestRun): Promise<TestResult> =>
  new Promise((resolve, reject) => {
    const path = (name: string) => join(folder, "test/mutation", name);
    const jest = spawn(
      process.execPath,
      [
        "--experimental-vm-modules",
        "--disable-warning=ExperimentalWarning",
        join(folder, "node_modules/jest/bin/jest.js"),
        "--runInBand",
        "--forceExit",
        `--globalSetup=${path("servers-are-there.ts")}`,
        `--globalTeardown=${path("servers-are-there.ts")}`,
        `--testSequencer=${path("given-order.js")}`,
        `--reporters=${path("first-failure.js")}`,
        ...(names ? [`--testNamePattern=^(${names.map(escaped).join("|")})$`] : []),
        ...(reachFile === undefined ? [] : [`--setupFilesAfterEnv=${path("note-reach.js")}`]),
        "--runTestsByPath",
        ...files,
      ],
      // It runs in its own process group, so that everything that the tests start ends with them.
      {
        cwd: folder,
        env: { ...process.env, ...env, TEST_ORDER: files.join(","), REACH_FILE: reachFile },
        stdio: "pipe",
        detached: true,
      },
    );
    let output = "";
    let isOverdue = false;
    const keep = (chunk: Buffer) => (output = (output + chunk.toString("utf8")).slice(-20_000));
    jest.stdout.on("data", keep);
    jest.stderr.on("data", keep);
    const end = () => endGroup(jest.pid);
    // Its group is its own, so what ends this process does not reach it.
    process.once("exit", end);
    const overdue = setTimeout(() => {
      isOverdue = true;
      end();
    }, timeoutMs);
    jest.on("error", reject);
    jest.on("close", (code) => {
      clearTimeout(overdue);
      process.off("exit", end);
      end();
      const verdict = isOverdue ? "timed out" : code === 0 ? "passed" : "failed";
      resolve({ verdict, ...readOutput(folder, output), output });
    });
  });

/** Escapes a name for a regular expression. */
const escaped = (name: string): string => name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

/** Reads the output of `first-failure.js`. */
const readOutput = (folder: string, output: string) => {
  const text = output.replaceAll(`${folder}/`, "");
  return {
    firstFailure: /^FAILED (.*)$/m.exec(text)?.[1] ?? `the run's end: ${text.trim().split("\n").at(-1) ?? ""}`,
    took: new Map([...text.matchAll(/^TOOK (\d+) (.+)$/gm)].map(([, took, file]) => [file ?? "", Number(took)])),
  };
};

const endGroup = (pid: number | undefined): void => {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch (error) {
    // Within Jest, errors of Node have another `Error`.
    if (!(typeof error === "object" && error && "code" in error && error.code === "ESRCH")) throw error;
  }
};
