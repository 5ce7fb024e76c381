import { defineOperation } from "../http/operation.ts";
import { runParams } from "./calls.schemas.ts";
import { createRemoval, deleteRun, previewRemoval } from "./create-removal.ts";
import { getRemoval, listRemovals } from "./removals.reads.ts";
import {
  createRemovalBody,
  previewRemovalBody,
  removalAnswer,
  removalListAnswer,
  removalParams,
  removalPreviewAnswer,
  removalsQuery,
} from "./removals.schemas.ts";

const area = "Calls";

export const deleteRunOperation = defineOperation({
  id: "calls.delete",
  area,
  method: "delete",
  path: "/workflows/{workflow_id}/runs/{run_id}",
  summary: "Remove a run that is over, with everything that hangs on it; figures, budgets and limits count it on",
  permission: "admin",
  sandbox: "own",
  timeline: "system",
  params: runParams,
  success: { status: 202, description: "The removal, which goes on", body: removalAnswer },
  errors: { 404: "No such run of this agent", 409: "The run is not over" },
  run: deleteRun,
});

export const previewRemovalOperation = defineOperation({
  id: "calls.removals.preview",
  area,
  method: "post",
  path: "/calls/removals/preview",
  summary: "How many runs a removal would take; nothing is changed",
  permission: "admin",
  sandbox: "refused",
  timeline: { none: "it changes nothing" },
  body: previewRemovalBody,
  share: "reporting",
  success: { status: 200, description: "The runs, and those of them in use", body: removalPreviewAnswer },
  errors: { 404: "No such agent or campaign, or none of the runs" },
  run: previewRemoval,
});

export const createRemovalOperation = defineOperation({
  id: "calls.removals.create",
  area,
  method: "post",
  path: "/calls/removals",
  summary: "Remove runs that are over, by their ids or by conditions; figures, budgets and limits count them on",
  permission: "admin",
  sandbox: "refused",
  timeline: "system",
  body: createRemovalBody,
  success: { status: 202, description: "The removal, which goes on", body: removalAnswer },
  errors: {
    404: "No such agent or campaign, or none of the runs",
    409: "There are more or fewer runs than `expected_runs`",
  },
  run: createRemoval,
});

export const getRemovalOperation = defineOperation({
  id: "calls.removals.get",
  area,
  method: "get",
  path: "/calls/removals/{removal_id}",
  summary: "How far a removal is, and what it has removed",
  permission: "viewer",
  sandbox: "read",
  params: removalParams,
  success: { status: 200, description: "The removal", body: removalAnswer },
  errors: { 404: "No such removal in the organization" },
  run: getRemoval,
});

export const listRemovalsOperation = defineOperation({
  id: "calls.removals.list",
  area,
  method: "get",
  path: "/calls/removals",
  summary: "The removals of the organization, newest first",
  permission: "viewer",
  sandbox: "read",
  query: removalsQuery,
  success: { status: 200, description: "A page of removals", body: removalListAnswer },
  run: listRemovals,
});

export const removalsOperations = [
  deleteRunOperation,
  previewRemovalOperation,
  createRemovalOperation,
  getRemovalOperation,
  listRemovalsOperation,
];
