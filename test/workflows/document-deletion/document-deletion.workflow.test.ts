import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { Context } from "@temporalio/activity";
import {
  documentDeletionContract,
  documentDeletionStartOptions,
} from "../../../workflows/document-deletion/document-deletion.contract.ts";
import type { DocumentDeletionActivities } from "../../../workflows/document-deletion/document-deletion.ports.ts";
import { DOCUMENT_QUEUE, WORKFLOW_QUEUE } from "../../../workflows/task-queues.ts";
import { recordHistory } from "../../harness/record-history.ts";
import { startWorkflowEnvironment, type WorkflowEnvironment } from "../../harness/workflow-environment.ts";

const input = { organizationId: 7, documentUuid: "a" };
const workflowId = documentDeletionContract.workflowId(input);
let env: WorkflowEnvironment;
const done: string[] = [];

/** Every step is away at first. */
const step = (name: string) => async () => {
  if (Context.current().info.attempt === 1) throw new Error("away");
  done.push(name);
};
const activities: DocumentDeletionActivities = {
  stopProcessing: step("stop"),
  removeVectors: step("vectors"),
  removeFiles: step("files"),
  removeRows: step("rows"),
};

beforeAll(async () => {
  env = await startWorkflowEnvironment({ [WORKFLOW_QUEUE]: {}, [DOCUMENT_QUEUE]: activities });
});
afterAll(async () => {
  await recordHistory(env, workflowId, "document-deletion-retried");
  await env.close();
});

it("removes everything in its order, the rows last, however often a step fails", async () => {
  const handle = await env.client.workflow.start(documentDeletionContract.type, {
    ...documentDeletionStartOptions(input),
    workflowRunTimeout: "1 day",
  });
  await handle.result();
  expect(done).toEqual(["stop", "vectors", "files", "rows"]);
});
