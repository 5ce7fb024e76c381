import { collectAtRest } from "../infra/collect-at-rest.ts";
import { hasToolCallsUnderWay } from "./tool-call-count.ts";

// Runs in the threads of workflows before the SDK: each has a heap of its own, which holds the workflows that it keeps. It does not
// collect during tool calls, because somebody waits for their answers, which pass through here.
collectAtRest(hasToolCallsUnderWay);
