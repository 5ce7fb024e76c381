import { PATIENCE_MS } from "./test/harness/patience.ts";

/** @type {import("jest").Config} */
export default {
  testEnvironment: "<rootDir>/test/harness/one-realm-environment.js",
  testRunner: "<rootDir>/test/harness/shared-modules-runner.js",
  testMatch: ["<rootDir>/test/**/*.test.ts"],
  extensionsToTreatAsEsm: [".ts"],
  transform: { "\\.ts$": "<rootDir>/test/harness/strip-types.js" },
  modulePathIgnorePatterns: ["<rootDir>/.cache", "<rootDir>/.ringdown", "<rootDir>/clients/[a-z]+/package.json"],
  cacheDirectory: "<rootDir>/.cache/jest",
  globalSetup: "<rootDir>/test/harness/global-setup.ts",
  globalTeardown: "<rootDir>/test/harness/global-teardown.ts",
  testSequencer: "<rootDir>/test/harness/longest-first.js",
  // Half of a test's time is waiting, so that two cores have room for four; more files at a time would wait for the same PostgreSQL.
  maxWorkers: 4,
  // Of one file: the stories of the console, of which one waits while another one's page works.
  maxConcurrency: 2,
  // A busy machine takes longer than half a second to end a process; what a test file leaves open still shows.
  workerGracefulExitTimeout: PATIENCE_MS / 5,
  // Longer than any one wait, whose failure names what did not come, and long enough for the many waits of one story.
  testTimeout: 6 * PATIENCE_MS,
  reporters: ["default", "<rootDir>/test/harness/closing-line.js"],
};
