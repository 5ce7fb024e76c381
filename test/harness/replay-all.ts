import { Worker } from "@temporalio/worker";
import { testEnvironment } from "./environment.ts";

export interface History {
  workflowId: string;
  /** The server's history, or JSON. */
  history: unknown;
}

/** Replays the histories with today's workflows, one after the other on one worker; `error` says that one went another way. */
export const replayAll = async (
  histories: readonly History[],
): Promise<readonly { workflowId: string; error?: Error }[]> => {
  if (histories.length === 0) return [];
  const options = { workflowBundle: { codePath: testEnvironment.workflowBundle() } };
  const results = [];
  for await (const result of Worker.runReplayHistories(options, histories)) results.push(result);
  return results;
};
