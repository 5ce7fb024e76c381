import { fileURLToPath } from "node:url";
import { bundleWorkflowCode, DefaultLogger, type InjectedSinks, Runtime, Worker } from "@temporalio/worker";
import { preloadModules, workflowInterceptorModules, workflowsPath } from "../bundle-workflows.ts";
import { BUNDLE_SOURCES, loadKeptBundle } from "../workflow-bundle.ts";
import type { DecisionSinks } from "./decision-recorder.ts";
import type { RecordedHistory } from "./history-file.ts";
import { readReplayError, type Verdict } from "./verdict.ts";

export type Replay = (history: RecordedHistory) => Promise<Verdict>;

const RECORDER = fileURLToPath(new URL("./decision-recorder.ts", import.meta.url));

/** Called once in a process that replays: errors become the verdict, and the runtime must not print them too. */
export const silenceRuntime = (): void => {
  const silent = new DefaultLogger("ERROR", () => {});
  Runtime.install({ logger: silent, telemetryOptions: { logging: { filter: "ERROR", forward: {} } } });
};

const bundleWithRecorder = async (): Promise<string> => {
  const { code } = await bundleWorkflowCode({
    workflowsPath,
    workflowInterceptorModules: [...workflowInterceptorModules, RECORDER],
    preloadModules,
    logger: new DefaultLogger("ERROR"),
  });
  return code;
};

/** Bundles this checkout's workflows, unless the same sources were bundled before, and replays histories with them. */
export const prepareReplay = async (): Promise<Replay> => {
  const workflowBundle = await loadKeptBundle({
    sources: [...BUNDLE_SOURCES, RECORDER, import.meta.filename],
    build: bundleWithRecorder,
  });
  return async (history) => {
    const decisions: string[] = [];
    let readUpTo = -1;
    const sinks: InjectedSinks<DecisionSinks> = {
      decisions: {
        made: {
          callDuringReplay: true,
          fn: (_info, decision, historyLength) => {
            if (historyLength !== readUpTo) decisions.length = 0;
            readUpTo = historyLength;
            decisions.push(decision);
          },
        },
      },
    };
    try {
      await Worker.runReplayHistory({ workflowBundle, sinks }, { events: history.events }, history.workflowId);
      return { kind: "same" };
    } catch (error) {
      return readReplayError(error, { history, decisions, readUpTo });
    }
  };
};
