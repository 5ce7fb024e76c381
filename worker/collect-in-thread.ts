import { collectAtRest } from "../infra/collect-at-rest.ts";
import { hasToolCallsUnderWay } from "./tool-call-count.ts";

// Runs in the threads of workflows before the SDK: each has a heap of its own, which holds the workflows that it keeps.
// What a tool answers goes through its workflow to somebody who waits.
collectAtRest(hasToolCallsUnderWay);
