import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { ApplicationFailure, Context } from "@temporalio/activity";
import { WorkflowFailedError } from "@temporalio/client";
import {
  type DocumentAddress,
  documentProcessingContract,
  documentProcessingStartOptions,
  type ProcessingResult,
  processingProgressQuery,
  processingProgressSignal,
  versionQueuedSignal,
} from "../../../workflows/document-processing/document-processing.contract.ts";
import { CANCELED } from "../../../workflows/document-processing/document-processing.details.ts";
import type {
  DocumentProcessingActivities,
  DocumentToProcess,
  ProcessedVersion,
  VersionAddress,
} from "../../../workflows/document-processing/document-processing.ports.ts";
import { DOCUMENT_QUEUE, WORKFLOW_QUEUE } from "../../../workflows/task-queues.ts";
import { recordHistory } from "../../harness/record-history.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { startWorkflowEnvironment, type WorkflowEnvironment } from "../../harness/workflow-environment.ts";

let env: WorkflowEnvironment;
/** The waiting versions, the finished steps and the behaviour of steps, by document. */
const versions = new Map<string, number[]>();
const done: string[] = [];
const behaviour = new Map<string, (attempt: number) => Promise<void>>();

const step =
  (name: string) =>
  async ({ documentUuid, version }: DocumentAddress & { version: number }) => {
    await behaviour.get(`${documentUuid}/${name}`)?.(Context.current().info.attempt);
    done.push(`${documentUuid}/${version}/${name}`);
  };

const activities: DocumentProcessingActivities = {
  processNewest: async (document) => {
    const version = versions.get(document.documentUuid)?.[0];
    if (version === undefined) return null;
    const address = { ...document, version };
    if (document.documentUuid === "long") return restOrEnd(document, version);
    await step("fetch")(address);
    for (const name of ["extract", "chunk", "embed", "index"]) await step(name)(address);
    if (version > 1) return over(address, "prepared");
    await step("switch")(address);
    return over(address, "ready");
  },
  switchVersion: step("switch"),
  failUnfinished: async ({ documentUuid, error, alsoQueued }) => {
    const version = versions.get(documentUuid)?.shift();
    done.push(`${documentUuid}/${version}/failed: ${error}${alsoQueued ? " (or waiting)" : ""}`);
    return version === undefined ? null : { version };
  },
};

/** Gives its place back at each passage, as long as it may. */
const restOrEnd = ({ mayRest, restedAt, ...document }: DocumentToProcess, version: number): ProcessedVersion => {
  const passages = restedAt?.done ?? 0;
  done.push(`long/${version}/${passages}${mayRest ? "" : " to the end"}`);
  if (!mayRest) return over({ ...document, version }, "ready");
  return { version, state: "resting", position: { step: "embed", done: passages + 1, total: 1000, version } };
};

/** A version stays until it is over: another try takes it again. */
const over = (
  { documentUuid, version }: VersionAddress,
  state: Exclude<ProcessedVersion["state"], "resting">,
): ProcessedVersion => {
  versions.get(documentUuid)?.shift();
  return { version, state };
};

const RECORDED = { ready: "ready", again: "two-versions", bad: "failed", stopped: "canceled" };

beforeAll(async () => {
  env = await startWorkflowEnvironment({ [WORKFLOW_QUEUE]: {}, [DOCUMENT_QUEUE]: activities });
});
afterAll(async () => {
  for (const [documentUuid, what] of Object.entries(RECORDED)) {
    const workflowId = documentProcessingContract.workflowId({ organizationId: 7, documentUuid });
    await recordHistory(env, workflowId, `document-processing-${what}`);
  }
  await env.close();
});

const start = (documentUuid: string, waiting: number[]) => {
  versions.set(documentUuid, waiting);
  const input = { organizationId: 7, documentUuid };
  return env.client.workflow.start<(input: DocumentAddress) => Promise<ProcessingResult>>(
    documentProcessingContract.type,
    {
      ...documentProcessingStartOptions(input),
      workflowRunTimeout: "2 days",
    },
  );
};
const doneOf = (documentUuid: string) =>
  done.filter((line) => line.startsWith(`${documentUuid}/`)).map((line) => line.slice(documentUuid.length + 1));
const steps = (version: number) =>
  ["fetch", "extract", "chunk", "embed", "index", "switch"].map((name) => `${version}/${name}`);

describe("documentProcessing", () => {
  it("gives its place to others and goes on where it was, at last to the end", async () => {
    const handle = await start("long", [1]);
    expect(await handle.result()).toEqual({ version: 1, state: "ready", error: null });
    const turns = doneOf("long");
    expect(turns.slice(0, 3)).toEqual(["1/0", "1/1", "1/2"]);
    expect(turns.at(-1)).toBe("1/100 to the end");
    expect(turns).toHaveLength(101);
  });

  it("takes a version through its steps, in their order", async () => {
    const handle = await start("ready", [1]);
    expect(handle.workflowId).toBe("org-7/document-ready");
    expect(await handle.result()).toEqual({ version: 1, state: "ready", error: null });
    expect(doneOf("ready")).toEqual(steps(1));
  });

  it("goes on with the version that came meanwhile", async () => {
    let finish = () => {};
    behaviour.set("again/embed", () => new Promise((resolve) => (finish = resolve)));
    const handle = await start("again", [1]);
    await waitUntil("the activity runs", () => doneOf("again").includes("1/chunk"));
    versions.get("again")?.push(2);
    await handle.signal(versionQueuedSignal);
    behaviour.delete("again/embed");
    finish();
    expect(await handle.result()).toEqual({ version: 2, state: "ready", error: null });
    // The second switch removes the first version: by an activity of its own.
    expect(doneOf("again")).toEqual([...steps(1), ...steps(2)]);
    const metadata = await handle.query<{ currentDetails?: string }>("__temporal_workflow_metadata");
    expect(metadata.currentDetails).toBe("**ready** version 2");
  });

  it("shows how far it is, and no report of a step that is over", async () => {
    let finish = () => {};
    behaviour.set("shown/embed", () => new Promise((resolve) => (finish = resolve)));
    const handle = await start("shown", [2]);
    await waitUntil("the activity runs", () => doneOf("shown").includes("2/chunk"));
    const shown = () => handle.query(processingProgressQuery);
    expect(await shown()).toEqual({ version: null, step: null, done: 0, total: 0 });
    const report = { version: 2, step: "embed" as const, done: 64, total: 500 };
    await handle.signal(processingProgressSignal, report);
    for (const late of [{ step: "chunk" as const }, { version: 1, step: "index" as const }]) {
      await handle.signal(processingProgressSignal, { ...report, ...late });
    }
    expect(await shown()).toEqual(report);
    await handle.signal(processingProgressSignal, { ...report, step: "index", done: 200 });
    expect(await shown()).toEqual({ ...report, step: "index", done: 200 });
    const metadata = await handle.query<{ currentDetails?: string }>("__temporal_workflow_metadata");
    expect(metadata.currentDetails).toContain("filling the index, 200 of 500 passages");
    finish();
    await handle.result();
  });

  it("costs twelve events and two workflow tasks", async () => {
    versions.set("counted", [1]);
    const input = { organizationId: 7, documentUuid: "counted" };
    const handle = await env.client.workflow.signalWithStart(documentProcessingContract.type, {
      ...documentProcessingStartOptions(input),
      signal: versionQueuedSignal,
      signalArgs: [],
      workflowRunTimeout: "2 days",
    });
    await handle.result();
    const { events } = await handle.fetchHistory();
    const tasks = events?.filter(({ workflowTaskCompletedEventAttributes: task }) => task) ?? [];
    expect([events?.length, tasks.length]).toEqual([12, 2]);
  });

  it("tries a step again after failures of ours", async () => {
    behaviour.set("retried/index", async (attempt) => {
      if (attempt < 4) throw new Error("the index is away");
    });
    expect(await (await start("retried", [1])).result()).toMatchObject({ state: "ready" });
  });

  it("ends a version with the sentence when no further try can help", async () => {
    behaviour.set("bad/extract", async () => {
      throw ApplicationFailure.nonRetryable("This document has no text.");
    });
    const error = "This document has no text.";
    expect(await (await start("bad", [1])).result()).toEqual({ version: 1, state: "failed", error });
    expect(doneOf("bad")).toEqual(["1/fetch", `1/failed: ${error}`]);
  });

  it("ends a version also when it is canceled", async () => {
    let isExtracting = false;
    behaviour.set("stopped/extract", async () => {
      isExtracting = true;
      const beat = setInterval(() => Context.current().heartbeat(), 100);
      await Context.current().cancelled.finally(() => clearInterval(beat));
    });
    const handle = await start("stopped", [1]);
    await waitUntil("it extracts", () => isExtracting);
    await handle.cancel();
    await expect(handle.result()).rejects.toBeInstanceOf(WorkflowFailedError);
    expect(doneOf("stopped").at(-1)).toBe(`1/failed: ${CANCELED} (or waiting)`);
  });
});
