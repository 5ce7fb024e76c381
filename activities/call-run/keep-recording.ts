import { awaitReport } from "../../infra/postgres/call/awaited-reports.repository.ts";
import { findRun } from "../../infra/postgres/call/call-run.repository.ts";
import type { StepResult } from "../../workflows/after-conversation.ports.ts";
import type { CallRunInput } from "../../workflows/call-run/call-run.contract.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { storeRecording } from "./store-recording.ts";

/** Keeps a recording that is ready; another one is gathered with those of its account, and the call's workflow does not wait. */
export const keepRecording = async (deps: WorkerDependencies, input: CallRunInput): Promise<StepResult> => {
  const result = await storeRecording(deps, input);
  if (result.kind === "again")
    await deps.database.inOrganization(input.organizationId, async (tx) => {
      const run = await findRun(tx, input.runUuid);
      if (run) await awaitReport(tx, run, { kind: "recording", inSeconds: result.inSeconds });
    });
  return { kind: "done" };
};
