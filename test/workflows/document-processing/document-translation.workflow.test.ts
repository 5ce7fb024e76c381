import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { ApplicationFailure, Context } from "@temporalio/activity";
import { WorkflowFailedError } from "@temporalio/client";
import type { DocumentAddress } from "../../../workflows/document-processing/document-processing.contract.ts";
import type { DocumentProcessingActivities } from "../../../workflows/document-processing/document-processing.ports.ts";
import {
  documentTranslationContract,
  documentTranslationStartOptions,
  type TranslationResult,
  translationProgressQuery,
} from "../../../workflows/document-processing/document-translation.contract.ts";
import type { DocumentTranslationActivities } from "../../../workflows/document-processing/document-translation.ports.ts";
import { DOCUMENT_QUEUE, WORKFLOW_QUEUE } from "../../../workflows/task-queues.ts";
import { recordHistory } from "../../harness/record-history.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { startWorkflowEnvironment, type WorkflowEnvironment } from "../../harness/workflow-environment.ts";

let env: WorkflowEnvironment;
/** The number of parts, the finished ones and the additional behaviour of a part, by document. */
const parts = new Map<string, { done: number; total: number }>();
const done: string[] = [];
const behaviour = new Map<string, (attempt: number) => Promise<void>>();

const translation: DocumentTranslationActivities = {
  readTranslation: async ({ documentUuid }) => parts.get(documentUuid) ?? null,
  translatePart: async ({ documentUuid, ordinal }) => {
    await behaviour.get(`${documentUuid}/${ordinal}`)?.(Context.current().info.attempt);
    const known = parts.get(documentUuid);
    if (known) known.done = ordinal + 1;
    done.push(`${documentUuid}/${ordinal}`);
  },
  writeTranslation: async ({ documentUuid }) => void done.push(`${documentUuid}/written`),
  failTranslation: async ({ documentUuid, error }) => void done.push(`${documentUuid}/failed: ${error}`),
};
/** Nothing is left to be read: the processing that follows ends at once. */
const processing: Pick<DocumentProcessingActivities, "processNewest"> = {
  processNewest: async ({ documentUuid }) => {
    done.push(`${documentUuid}/read`);
    return null;
  },
};

beforeAll(async () => {
  env = await startWorkflowEnvironment({ [WORKFLOW_QUEUE]: {}, [DOCUMENT_QUEUE]: { ...translation, ...processing } });
});
afterAll(async () => {
  for (const documentUuid of ["whole", "lost", "stopped"]) {
    const workflowId = documentTranslationContract.workflowId({ organizationId: 7, documentUuid });
    await recordHistory(env, workflowId, `document-translation-${documentUuid}`);
  }
  await env.close();
});

const start = (documentUuid: string, known: { done: number; total: number } | null) => {
  if (known) parts.set(documentUuid, known);
  const input = { organizationId: 7, documentUuid };
  return env.client.workflow.start<(input: DocumentAddress) => Promise<TranslationResult>>(
    documentTranslationContract.type,
    {
      ...documentTranslationStartOptions(input),
      workflowRunTimeout: "2 days",
    },
  );
};
const doneOf = (documentUuid: string) =>
  done.filter((line) => line.startsWith(`${documentUuid}/`)).map((line) => line.slice(documentUuid.length + 1));
const isRead = (documentUuid: string) =>
  waitUntil("it is read like any other", () => doneOf(documentUuid).includes("read"));

describe("documentTranslation", () => {
  it("translates part by part, writes the whole and has it read", async () => {
    const handle = await start("whole", { done: 0, total: 3 });
    expect(await handle.result()).toEqual({ state: "translated", error: null });
    expect(await handle.query(translationProgressQuery)).toEqual({ done: 3, total: 3 });
    await isRead("whole");
    expect(doneOf("whole")).toEqual(["0", "1", "2", "written", "read"]);
  });

  it("goes on behind the parts that are there", async () => {
    expect(await (await start("half", { done: 2, total: 3 })).result()).toMatchObject({ state: "translated" });
    await isRead("half");
    expect(doneOf("half")).toEqual(["2", "written", "read"]);
  });

  it("tries a part again after failures of ours, and no other", async () => {
    behaviour.set("retried/1", async (attempt) => {
      if (attempt < 4) throw new Error("the model is away");
    });
    expect(await (await start("retried", { done: 0, total: 2 })).result()).toMatchObject({ state: "translated" });
    await isRead("retried");
    expect(doneOf("retried")).toEqual(["0", "1", "written", "read"]);
  });

  it("ends with the sentence when no further try can help", async () => {
    const error = "Part 2 of 2 could not be translated: the model gave no list of translations";
    behaviour.set("lost/1", async () => {
      throw ApplicationFailure.nonRetryable(error);
    });
    expect(await (await start("lost", { done: 0, total: 2 })).result()).toEqual({ state: "failed", error });
    expect(doneOf("lost")).toEqual(["0", `failed: ${error}`]);
  });

  it("ends with a sentence also when it is canceled", async () => {
    let isTranslating = false;
    behaviour.set("stopped/0", async () => {
      isTranslating = true;
      const beat = setInterval(() => Context.current().heartbeat(), 100);
      await Context.current().cancelled.finally(() => clearInterval(beat));
    });
    const handle = await start("stopped", { done: 0, total: 1 });
    await waitUntil("it translates", () => isTranslating);
    await handle.cancel();
    await expect(handle.result()).rejects.toBeInstanceOf(WorkflowFailedError);
    expect(doneOf("stopped")).toEqual(["failed: The translation was canceled; ask for it again."]);
  });

  it("does nothing where nothing is to be translated", async () => {
    expect(await (await start("gone", null)).result()).toEqual({ state: "nothing", error: null });
    expect(doneOf("gone")).toEqual([]);
  });

  it("keeps its history short, however many parts there are", async () => {
    const handle = await start("long", { done: 0, total: 260 });
    expect(await handle.result()).toMatchObject({ state: "translated" });
    await isRead("long");
    expect(doneOf("long")).toHaveLength(262);
    const { runId } = await env.client.workflow.getHandle(handle.workflowId).describe();
    expect(runId).not.toBe(handle.firstExecutionRunId);
  });
});
