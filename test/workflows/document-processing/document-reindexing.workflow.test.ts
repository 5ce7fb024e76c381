import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { ApplicationFailure, Context } from "@temporalio/activity";
import type { VersionAddress } from "../../../workflows/document-processing/document-processing.ports.ts";
import {
  documentReindexingContract,
  documentReindexingStartOptions,
  modelChangedSignal,
  type ReindexingInput,
  type ReindexingResult,
} from "../../../workflows/document-processing/document-reindexing.contract.ts";
import type {
  DocumentReindexingActivities,
  NextDocument,
} from "../../../workflows/document-processing/document-reindexing.ports.ts";
import { DOCUMENT_QUEUE, WORKFLOW_QUEUE } from "../../../workflows/task-queues.ts";
import { recordHistory } from "../../harness/record-history.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { startWorkflowEnvironment, type WorkflowEnvironment } from "../../harness/workflow-environment.ts";

let env: WorkflowEnvironment;
/** The next requests and the finished steps, by organization. */
const left = new Map<number, string[]>();
const done: string[] = [];
const behaviour = new Map<string, (attempt: number) => Promise<void>>();

const step = (name: string) => async (version: VersionAddress) => {
  await behaviour.get(`${version.documentUuid}/${name}`)?.(Context.current().info.attempt);
  done.push(`${version.organizationId}/${version.documentUuid}/${name}`);
};

const activities: DocumentReindexingActivities = {
  nextOutdated: async ({ organizationId }): Promise<NextDocument> => {
    const documentUuid = left.get(organizationId)?.shift();
    if (!documentUuid) return { kind: "none" };
    if (documentUuid === "busy") return { kind: "busy" };
    return { kind: "document", version: { organizationId, documentUuid, version: 1, modelSetAt: null } };
  },
  embedAgain: step("embed"),
  indexAgain: step("index"),
  switchVectors: step("switch"),
  failReindexing: async ({ organizationId, documentUuid, error }) => {
    done.push(`${organizationId}/${documentUuid}/failed: ${error}`);
  },
};

beforeAll(async () => {
  env = await startWorkflowEnvironment({ [WORKFLOW_QUEUE]: {}, [DOCUMENT_QUEUE]: activities });
});
afterAll(async () => {
  const recorded = documentReindexingContract.workflowId({ organizationId: 1 });
  await recordHistory(env, recorded, "knowledge-reindexing-one-fails");
  await env.close();
});

const start = (organizationId: number, documents: string[]) => {
  left.set(organizationId, documents);
  return env.client.workflow.start<(input: ReindexingInput) => Promise<ReindexingResult>>(
    documentReindexingContract.type,
    {
      ...documentReindexingStartOptions({ organizationId }),
      workflowRunTimeout: "2 days",
    },
  );
};
const doneOf = (organizationId: number) =>
  done.filter((line) => line.startsWith(`${organizationId}/`)).map((line) => line.slice(`${organizationId}/`.length));
const steps = (documentUuid: string) => ["embed", "index", "switch"].map((name) => `${documentUuid}/${name}`);

describe("knowledgeReindexing", () => {
  it("takes one document after the other; one that cannot be done keeps nobody waiting", async () => {
    behaviour.set("b/embed", async () => {
      throw ApplicationFailure.nonRetryable("The model refuses the key.");
    });
    behaviour.set("c/index", async (attempt) => {
      if (attempt < 4) throw new Error("the index is away");
    });
    const handle = await start(1, ["a", "b", "c"]);
    expect(handle.workflowId).toBe("org-1/knowledge-reindexing");
    expect(await handle.result()).toEqual({ done: 2, failed: 1 });
    expect(doneOf(1)).toEqual([...steps("a"), "b/failed: The model refuses the key.", ...steps("c")]);
  });

  it("waits for documents of which another version is being processed", async () => {
    const handle = await start(2, ["busy", "busy", "d"]);
    expect(await handle.result()).toEqual({ done: 1, failed: 0 });
    expect(doneOf(2)).toEqual(steps("d"));
  });

  it("gives a document up whose model is away for a day, and says how to go on", async () => {
    behaviour.set("away/embed", async () => {
      throw ApplicationFailure.create({ message: "The model is away", nextRetryDelay: "7 hours" });
    });
    const handle = await start(5, ["away", "h"]);
    expect(await handle.result()).toEqual({ done: 1, failed: 1 });
    expect(doneOf(5)).toEqual([
      expect.stringContaining("away/failed: The model gave none within a day"),
      ...steps("h"),
    ]);
  });

  it("looks again when the model is changed meanwhile", async () => {
    let finish = () => {};
    behaviour.set("e/switch", () => new Promise((resolve) => (finish = resolve)));
    const handle = await start(3, ["e"]);
    await waitUntil("it switches", () => doneOf(3).includes("e/index"));
    await handle.signal(modelChangedSignal);
    left.get(3)?.push("f");
    await waitUntil("the activity runs", () => {
      finish();
      return doneOf(3).includes("e/switch");
    });
    expect(await handle.result()).toEqual({ done: 2, failed: 0 });
    expect(doneOf(3)).toEqual([...steps("e"), ...steps("f")]);
  });

  it("goes on in a new history before one grows long, and counts on", async () => {
    const many = Array.from({ length: 60 }, (_, at) => `g${at}`);
    const handle = await start(4, [...many]);
    expect(await handle.result()).toEqual({ done: 60, failed: 0 });
    expect(doneOf(4)).toEqual(many.flatMap(steps));
    const firstRun = env.client.workflow.getHandle(handle.workflowId, handle.firstExecutionRunId);
    const { historyLength } = await firstRun.describe();
    expect(historyLength).toBeGreaterThan(500);
    expect(historyLength).toBeLessThan(2000);
  });
});
