import type { RunningStack } from "../../infra/local/stack.ts";
import { openTestStack } from "../harness/test-stack.ts";

/** Measures on a stack of its own, which is closed afterwards whatever happens. */
export const onStack = async <T>(measure: (stack: RunningStack) => Promise<T>): Promise<T> => {
  const stack = await openTestStack();
  try {
    return await measure(stack.running);
  } finally {
    await stack.close();
  }
};
