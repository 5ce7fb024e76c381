import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { ApplicationFailure, Context } from "@temporalio/activity";
import { WorkflowFailedError } from "@temporalio/client";
import {
  type DocumentAddress,
  documentProcessingContract,
  documentProcessingStartOptions,
  processingProgressQuery,
  processingProgressSignal,
  type ProcessingResult,
  versionQueuedSignal,
} from "../../../workflows/document-processing/document-processing.contract.ts";
import type {
  DocumentProcessingActivities,
  SingleSteps,
} from "../../../workflows/document-processing/document-processing.ports.ts";
import { CANCELED } from "../../../workflows/document-processing/document-processing.details.ts";
import { DOCUMENT_QUEUE, WORKFLOW_QUEUE } from "../../../workflows/task-queues.ts";
import { recordHistory } from "../../harness/record-history.ts";
import { startWorkflowEnvironment, type WorkflowEnvironment } from "../../harness/workflow-environment.ts";
import { waitUntil } from "../../harness/wait-until.ts";

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

const singleSteps: SingleSteps = {
  fetchDocument: async (version) => {
    await step("fetch")(version);
    return version.documentUuid === "copy" ? "known" : "new";
  },
  extractDocument: step("extract"),
  chunkDocument: step("chunk"),
  embedDocument: step("embed"),
  indexDocument: step("index"),
};

const activities: DocumentProcessingActivities = {
  ...singleSteps,
  beginVersion: async ({ documentUuid }) => {
    const version = versions.get(documentUuid)?.shift();
    return version === undefined ? null : { version };
  },
  readDocument: async (version) => {
    const content = await singleSteps.fetchDocument(version);
    if (content === "known") return content;
    await singleSteps.extractDocument(version);
    await singleSteps.chunkDocument(version);
    return content;
  },
  indexVectors: async (version) => {
    await singleSteps.embedDocument(version);
    await singleSteps.indexDocument(version);
  },
  switchVersion: step("switch"),
  failVersion: async ({ documentUuid, version, error }) => {
    done.push(`${documentUuid}/${version}/failed: ${error}`);
  },
};

const RECORDED = { copy: "known", ready: "ready", again: "two-versions", bad: "failed", stopped: "canceled" };

beforeAll(async () => {
  env = await startWorkflowEnvironment({ [WORKFLOW_QUEUE]: {}, [DOCUMENT_QUEUE]: activities });
});
afterAll(async () => {
  for (const [documentUuid, what] of Object.entries(RECORDED)) {
    const workflowId = documentProcessingContract.workflowId({ organizationId: 7, documentUuid });
    await recordHistory(env, workflowId, `document-processing-in-fewer-${what}`);
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
  it("takes a version through its steps, in their order", async () => {
    const handle = await start("ready", [1]);
    expect(handle.workflowId).toBe("org-7/document-ready");
    expect(await handle.result()).toEqual({ version: 1, state: "ready", error: null });
    expect(doneOf("ready")).toEqual(steps(1));
  });

  it("ends where another document has the content already", async () => {
    const handle = await start("copy", [1]);
    expect(await handle.result()).toEqual({ version: 1, state: "known", error: null });
    expect(doneOf("copy")).toEqual(["1/fetch"]);
  });

  it("goes on with the version that came meanwhile", async () => {
    let finish = () => {};
    behaviour.set("again/embed", () => new Promise((resolve) => (finish = resolve)));
    const handle = await start("again", [1]);
    await waitUntil("it embeds", async () => (await handle.query(processingProgressQuery)).step === "embed");
    versions.get("again")?.push(2);
    await handle.signal(versionQueuedSignal);
    behaviour.delete("again/embed");
    await waitUntil("the activity runs", () => doneOf("again").includes("1/chunk"));
    finish();
    expect(await handle.result()).toEqual({ version: 2, state: "ready", error: null });
    expect(doneOf("again")).toEqual([...steps(1), ...steps(2)]);
  });

  it("shows how far it is, and no report of a step that is over", async () => {
    let finish = () => {};
    behaviour.set("shown/embed", () => new Promise((resolve) => (finish = resolve)));
    const handle = await start("shown", [1]);
    await waitUntil("it embeds", async () => (await handle.query(processingProgressQuery)).step === "embed");
    const report = { version: 1, step: "embed" as const, done: 64, total: 500 };
    await handle.signal(processingProgressSignal, report);
    await handle.signal(processingProgressSignal, { ...report, step: "chunk", done: 1 });
    expect(await handle.query(processingProgressQuery)).toEqual(report);
    // Steps of one activity come after one another without the workflow's word.
    await handle.signal(processingProgressSignal, { ...report, step: "index", done: 200 });
    expect(await handle.query(processingProgressQuery)).toEqual({ ...report, step: "index", done: 200 });
    const metadata = await handle.query<{ currentDetails?: string }>("__temporal_workflow_metadata");
    expect(metadata.currentDetails).toContain("filling the index, 200 of 500 passages");
    finish();
    await handle.result();
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
    expect(doneOf("stopped").at(-1)).toBe(`1/failed: ${CANCELED}`);
  });
});
