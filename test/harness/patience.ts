const seconds = Number(process.env["TEST_PATIENCE_SECONDS"] ?? 300);
if (!(seconds > 0)) throw new Error("TEST_PATIENCE_SECONDS is a number of seconds above 0");

/**
 * How long a test waits for a condition before it fails. A busy machine makes a run slow, not red, so this is far above
 * what anything takes; somebody who examines a test that waits in vain sets `TEST_PATIENCE_SECONDS=10`.
 */
export const PATIENCE_MS = seconds * 1000;
