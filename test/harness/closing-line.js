import { writeFileSync } from "node:fs";
import { describeFailure } from "./failure-lines.ts";
import { describeCounts, OUTCOME_FILE, summarizeRun } from "./repeated-run.ts";

/**
 * Tells of each failure at once, and ends the run's output with all of them and one line for people and programs: "Tests:
 * 12 passed, 0 failed". Whoever sees only the end of an output still sees what failed.
 */
export default class ClosingLine {
  /** A file of many minutes is told of by Jest itself only when it has ended. */
  onTestCaseResult({ path }, test) {
    if (test.status === "failed") process.stdout.write(`${describeFailure(path, test)}\n`);
  }

  onRunComplete(_testContexts, results) {
    const { numPassedTests: passed, numPendingTests, numTodoTests } = results;
    // A file that could not be loaded ran no test, and still is a failure.
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const counts = { passed, failed, skipped: numPendingTests + numTodoTests };
    const outcome = summarizeRun(counts, results.testResults);
    const place = process.env[OUTCOME_FILE];
    if (place) writeFileSync(place, JSON.stringify(outcome));
    const lines = [...outcome.failedFiles.flatMap((file) => file.lines), describeCounts(counts)];
    // Jest prints its own summary after the reporters.
    process.once("exit", () => process.stdout.write(`${lines.join("\n")}\n`));
  }
}
