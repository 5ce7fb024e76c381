import { runInNewContext } from "node:vm";

/** Far above what work of a length takes that grows with its input, far below what takes its square. */
const ENOUGH_MS = 30_000;

/** Returns what the work returns. Work that does not end is ended by force: a test cannot, while it holds the process. */
export const endByForce = <T>(work: () => T): T => {
  let result: { value: T } | null = null;
  const run = () => {
    result = { value: work() };
  };
  runInNewContext("run()", { run }, { timeout: ENOUGH_MS });
  return readResult(result);
};

const readResult = <T>(result: { value: T } | null): T => {
  if (result === null) throw new Error("the work did not run");
  return result.value;
};
