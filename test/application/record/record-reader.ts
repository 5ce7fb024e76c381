import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { findBuiltGoProgram, keepGoProgram } from "../../../infra/local/go-program.ts";
import { digestOfSources } from "../../harness/go-sources.ts";

const SOURCES = join(import.meta.dirname, "record-reader");

/** Returns the path of the Go program that reads records; null where it cannot be built, which is said. */
export const resolveRecordReader = async (): Promise<string | null> => {
  const source = {
    command: "record-reader",
    version: digestOfSources(SOURCES),
    package: ".",
    moduleFolder: SOURCES,
  };
  try {
    return findBuiltGoProgram(source) ?? (await keepGoProgram(source, { onInstall: () => {} }));
  } catch (error) {
    process.stderr.write(
      `\n*** SKIPPED: records as Go's packages for transparency logs read them: ${String(error)}\n\n`,
    );
    return null;
  }
};

/** What the program is given: the folder has the files of the log. */
export interface CheckJob {
  folder: string;
  verifiers: readonly string[];
  cosigners?: readonly string[];
  earlier: readonly string[];
  inclusion?: readonly { index: number; line: string; proof: readonly string[] }[];
  consistency?: readonly { from: number; proof: readonly string[] }[];
}

/** What Go's packages found. */
export interface CheckedRecord {
  origin: string;
  size: number;
  /** `name+id` of each key whose signature holds. */
  signers: string[];
  /** Signatures of keys that it was not given. */
  strangers: number;
  /** When witnesses cosigned, in seconds. */
  times: number[];
  entries: number;
  proven: number;
  continued: number;
  ownProofs: number;
}

/** Lets Go's packages read a record. Rejects with what they say against it. */
export const checkRecord = async (program: string, job: CheckJob): Promise<CheckedRecord> => {
  const child = spawn(program, ["check"], { stdio: ["pipe", "pipe", "pipe"] });
  child.stdin.end(JSON.stringify(job));
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  if (code !== 0) throw new Error(err.trim());
  return JSON.parse(out);
};

export interface StartedProgram {
  url: string;
  /** Of a witness: its key, as verifiers of cosignatures take it. */
  key: string;
  stop(): Promise<void>;
}

/** Starts the program as a server: `store BUCKET`, or `witness NAME KEY…` for the logs of these keys. */
export const startReaderServer = async (program: string, args: readonly string[]): Promise<StartedProgram> => {
  const child: ChildProcess = spawn(program, [...args], { stdio: ["pipe", "pipe", "inherit"] });
  const { stdin, stdout } = child;
  if (!stdin || !stdout) throw new Error("the program has no pipes");
  const ended = once(child, "close");
  const [line] = await Promise.race([
    once(createInterface(stdout), "line"),
    ended.then(() => Promise.reject(new Error(`${args[0]} ended before it listened`))),
  ]);
  const { url, key = "" } = JSON.parse(line);
  const stop = async () => {
    stdin.end();
    await ended;
  };
  return { url, key, stop };
};
