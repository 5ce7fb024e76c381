import { collectAtRest } from "../infra/collect-at-rest.ts";

// Runs in the threads of workflows before the SDK: each has a heap of its own, which holds the workflows that it keeps.
collectAtRest();
