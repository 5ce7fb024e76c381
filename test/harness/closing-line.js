/** Ends the run's output with one line for people and programs: "Tests: 12 passed, 0 failed". */
export default class ClosingLine {
  onRunComplete(_testContexts, results) {
    const { numPassedTests: passed, numPendingTests, numTodoTests } = results;
    // A file that could not be loaded ran no test, and still is a failure.
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const skipped = numPendingTests + numTodoTests;
    const line = `Tests: ${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}\n`;
    // Jest prints its own summary after the reporters.
    process.once("exit", () => process.stdout.write(line));
  }
}
