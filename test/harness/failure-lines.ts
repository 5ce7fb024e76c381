import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

const ROOT = join(import.meta.dirname, "../..");
const MOST_CHARACTERS = 400;

/** The part of Jest's result of a test that is read here. */
export interface FailedTest {
  status: string;
  fullName: string;
  failureMessages: readonly string[];
}

/** The part of Jest's result of a test file that is read here. */
export interface TestedFile {
  testFilePath: string;
  testResults: readonly FailedTest[];
  /** Why the file could not be loaded, or failed outside of its tests. */
  testExecError?: { message?: string; stack?: string | null } | undefined;
}

/** Returns a line for each test of a file that failed, and one for the file where it failed outside of them. */
export const describeFailures = ({ testFilePath, testResults, testExecError }: TestedFile): string[] => {
  const failed = testResults.filter(({ status }) => status === "failed");
  const lines = failed.map((test) => describeFailure(testFilePath, test));
  if (!testExecError) return lines;
  return [...lines, lineOf(testFilePath, { name: "the file", message: wordsOf(testExecError) })];
};

export const describeFailure = (file: string, { fullName, failureMessages }: FailedTest): string =>
  lineOf(file, { name: fullName, message: failureMessages[0] ?? "" });

const wordsOf = ({ message, stack }: NonNullable<TestedFile["testExecError"]>): string => message || (stack ?? "");

const lineOf = (file: string, { name, message }: { name: string; message: string }): string =>
  `FAILED ${relative(ROOT, file)} › ${name}: ${summarize(message)}`;

/** What an error says, in one line and without its stack: a comparison says in its later lines what differs. */
const summarize = (message: string): string => {
  const lines = stripVTControlCharacters(message).split("\n");
  const stack = lines.findIndex((line) => /^\s+at /.test(line));
  return lines
    .slice(0, stack === -1 ? undefined : stack)
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" | ")
    .slice(0, MOST_CHARACTERS);
};
