import { defineOperation } from "../http/operation.ts";
import { originalAnswer, originalRecordingQuery, runParams } from "./calls.schemas.ts";
import { playOriginal, readOriginal } from "./read-original.ts";

export const readOriginalOperation = defineOperation({
  id: "calls.original",
  area: "Originals",
  method: "get",
  path: "/workflows/{workflow_id}/runs/{run_id}/original",
  summary: "The words and variables of a call as they were before redaction; each look is noted in the audit",
  permission: "admin",
  sandbox: "refused",
  params: runParams,
  success: { status: 200, description: "What was said, with what redaction has left out", body: originalAnswer },
  errors: { 404: "No such run of this agent, or no original of it is kept" },
  share: "paging",
  run: readOriginal,
});

export const playOriginalOperation = defineOperation({
  id: "calls.originalRecording",
  area: "Originals",
  method: "get",
  path: "/workflows/{workflow_id}/runs/{run_id}/original/recording",
  summary: "A call's recording before it was silenced; each look is noted in the audit",
  permission: "admin",
  sandbox: "refused",
  params: runParams,
  query: originalRecordingQuery,
  success: { status: 200, description: "The sound", contentTypes: ["audio/wav", "audio/mpeg"] },
  errors: { 404: "No such run of this agent, or no such part of its recording is kept" },
  run: playOriginal,
});

export const originalsOperations = [readOriginalOperation, playOriginalOperation];
