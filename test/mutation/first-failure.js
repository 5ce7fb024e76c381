import { writeSync } from "node:fs";

const STDOUT = 1;

/** Ends the run with the first test that fails: one is enough, and the others would wait for what does not come. */
export default class FirstFailure {
  onTestCaseResult(test, { status, fullName, failureMessages }) {
    if (status === "failed") endRun(`${test.path}: ${fullName}\n${failureMessages.join("\n")}`);
  }

  onTestFileResult(test, { testExecError, perfStats }) {
    if (testExecError) endRun(`${test.path}: ${testExecError.message ?? "it could not be loaded"}`);
    writeSync(STDOUT, `TOOK ${perfStats.runtime} ${test.path}\n`);
  }
}

const endRun = (failure) => {
  writeSync(STDOUT, `FAILED ${failure}\n`);
  process.exit(1);
};
