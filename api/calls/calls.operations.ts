import { defineOperation } from "../http/operation.ts";
import { foundCallsAnswer, searchCallsQuery } from "./call-search.schemas.ts";
import { getRun } from "./calls.reads.ts";
import {
  agentParams,
  artifactParams,
  artifactQuery,
  createdRunAnswer,
  createRunBody,
  initiateCallBody,
  initiatedCallAnswer,
  listRunsQuery,
  peaksAnswer,
  runListAnswer,
  runParams,
  startCallBody,
  startedCallAnswer,
  transcriptAnswer,
  triggerParams,
  workflowUuidParams,
} from "./calls.schemas.ts";
import { createRun } from "./create-run.ts";
import { downloadArtifact } from "./download-artifact.ts";
import { hangUpRun } from "./hang-up-run.ts";
import { initiateCall } from "./initiate-call.ts";
import { listRuns } from "./list-runs.ts";
import { listUsage } from "./list-usage.ts";
import { readPeaks } from "./read-peaks.ts";
import { readTranscript } from "./read-transcript.ts";
import { revokeArtifactLinks } from "./revoke-artifact-links.ts";
import { runAnswer } from "./runs.schemas.ts";
import { searchCalls } from "./search-calls.ts";
import { startCall, startCallByWorkflow, startTestCall, startTestCallByWorkflow } from "./start-call.ts";
import { listUsageQuery, usageAnswer } from "./usage.schemas.ts";

const placing = {
  area: "Calls",
  method: "post",
  permission: "operator",
  sandbox: "own",
  timeline: "call_started",
  success: { status: 200, description: "The call is on its way", body: startedCallAnswer },
  errors: {
    400: "The carrier account, the caller id or the number prevents it; code says which",
    402: "The organization's budget has no room for what the call may cost",
    404: "No such agent, or it is archived or not published",
    502: "The carrier refused the call, in its own words",
    503: "The workflow engine is not reachable; nothing was dialled",
  },
} as const;

export const startTestCallByWorkflowOperation = defineOperation({
  ...placing,
  id: "calls.startTestByWorkflow",
  path: "/public/agent/test/workflow/{workflow_uuid}",
  summary: "Place a test call by workflow id, which runs the draft",
  params: workflowUuidParams,
  body: startCallBody,
  run: startTestCallByWorkflow,
});

export const startTestCallOperation = defineOperation({
  ...placing,
  id: "calls.startTest",
  path: "/public/agent/test/{uuid}",
  summary: "Place a test call, which runs the draft",
  params: triggerParams,
  body: startCallBody,
  run: startTestCall,
});

export const startCallByWorkflowOperation = defineOperation({
  ...placing,
  id: "calls.startByWorkflow",
  path: "/public/agent/workflow/{workflow_uuid}",
  summary: "Place a call by workflow id",
  params: workflowUuidParams,
  body: startCallBody,
  run: startCallByWorkflow,
});

export const startCallOperation = defineOperation({
  ...placing,
  id: "calls.start",
  path: "/public/agent/{uuid}",
  summary: "Place a call with an agent by its public id",
  params: triggerParams,
  body: startCallBody,
  run: startCall,
});

export const initiateCallOperation = defineOperation({
  ...placing,
  id: "calls.initiate",
  path: "/telephony/initiate-call",
  summary: "Dial a number with an agent; it runs the draft",
  body: initiateCallBody,
  success: { status: 200, description: "The call is on its way", body: initiatedCallAnswer },
  errors: { ...placing.errors, 404: "No such agent, run or account", 409: "The run has an active call or has ended" },
  run: initiateCall,
});

export const createRunOperation = defineOperation({
  id: "calls.create",
  area: "Calls",
  method: "post",
  path: "/workflows/{workflow_id}/runs",
  summary: "Create a run of an agent; nobody is called yet",
  permission: "operator",
  sandbox: "own",
  timeline: { none: "The run waits; its session writes call_started when it begins" },
  params: agentParams,
  body: createRunBody,
  success: { status: 200, description: "The queued run", body: createdRunAnswer },
  errors: {
    400: "The agent is archived or has no version",
    404: "No such agent",
    503: "The conversation would have audio, and every media process is full, or none runs",
  },
  run: createRun,
});

export const listRunsOperation = defineOperation({
  id: "calls.list",
  area: "Calls",
  method: "get",
  path: "/workflows/{workflow_id}/runs",
  summary: "Runs of one agent, newest first",
  permission: "viewer",
  sandbox: "read",
  params: agentParams,
  query: listRunsQuery,
  success: { status: 200, description: "One page of runs", body: runListAnswer },
  errors: { 400: "Unreadable filters", 404: "No such agent" },
  share: "paging",
  run: listRuns,
});

export const getRunOperation = defineOperation({
  id: "calls.get",
  area: "Calls",
  method: "get",
  path: "/workflows/{workflow_id}/runs/{run_id}",
  summary: "One run",
  permission: "viewer",
  sandbox: "read",
  params: runParams,
  success: { status: 200, description: "The run, with everything that its carrier has reported", body: runAnswer },
  errors: { 404: "No such run of this agent" },
  run: getRun,
});

export const hangUpRunOperation = defineOperation({
  id: "calls.hangUp",
  area: "Calls",
  method: "post",
  path: "/workflows/{workflow_id}/runs/{run_id}/hang-up",
  summary: "End a run: hang up its call, or end its session",
  permission: "operator",
  sandbox: "own",
  timeline: "system",
  params: runParams,
  success: { status: 200, description: "The run; its end follows in a moment", body: runAnswer },
  errors: {
    404: "No such run of this agent",
    409: "The run has ended already",
    503: "The workflow engine is not reachable, or the run is being taken up again after a crash",
  },
  run: hangUpRun,
});

export const readTranscriptOperation = defineOperation({
  id: "calls.transcript",
  area: "Calls",
  method: "get",
  path: "/workflows/{workflow_id}/runs/{run_id}/transcript",
  summary: "What was said so far, also while the call lasts",
  permission: "viewer",
  sandbox: "read",
  params: runParams,
  success: { status: 200, description: "Everything said and done, in order", body: transcriptAnswer },
  errors: { 404: "No such run of this agent" },
  share: "paging",
  run: readTranscript,
});

export const readPeaksOperation = defineOperation({
  id: "calls.peaks",
  area: "Calls",
  method: "get",
  path: "/workflows/{workflow_id}/runs/{run_id}/peaks",
  summary: "The loudness of a run's recording, interval by interval, from which a waveform is drawn",
  permission: "viewer",
  sandbox: "read",
  params: runParams,
  success: { status: 200, description: "For each channel 0 to 100", body: peaksAnswer },
  errors: {
    404: "No such run of this agent, or no recording of it is kept",
    503: "Too many recordings are being measured right now",
  },
  run: readPeaks,
});

export const downloadArtifactOperation = defineOperation({
  id: "calls.artifact",
  area: "Calls",
  method: "get",
  path: "/public/download/workflow/{token}/{artifact_type}",
  summary: "Download a recording or transcript with a signed token",
  permission: "public",
  sandbox: "public",
  params: artifactParams,
  query: artifactQuery,
  foreignQuery: "Links are passed on in mails and chats, which add parameters of theirs",
  success: { status: 302, description: "A redirect to the file, valid for one hour" },
  errors: { 404: "The token is not valid; the answer never says why" },
  run: downloadArtifact,
});

export const revokeArtifactLinksOperation = defineOperation({
  id: "calls.revokeArtifactLinks",
  area: "Calls",
  method: "post",
  path: "/workflows/{workflow_id}/runs/{run_id}/revoke-links",
  summary: "Revoke all links to a run's recording and transcript",
  permission: "operator",
  sandbox: "own",
  timeline: "system",
  params: runParams,
  success: { status: 200, description: "The run with new links", body: runAnswer },
  errors: { 404: "No such run of this agent" },
  run: revokeArtifactLinks,
});

export const listUsageOperation = defineOperation({
  id: "calls.listAll",
  area: "Calls",
  method: "get",
  path: "/organizations/usage/runs",
  summary: "Every run in the account with its cost",
  permission: "viewer",
  sandbox: "read",
  query: listUsageQuery,
  success: { status: 200, description: "One page of runs, and what all of them cost", body: usageAnswer },
  errors: { 400: "Unreadable filters", 404: "No such agent or campaign" },
  share: "paging",
  run: listUsage,
});

export const searchCallsOperation = defineOperation({
  id: "calls.search",
  area: "Calls",
  method: "get",
  path: "/calls/search",
  summary: "Search what was said in calls and conversations in writing, by words and by meaning",
  permission: "viewer",
  sandbox: "read",
  query: searchCallsQuery,
  success: {
    status: 200,
    description: "The calls that fit best, each once, with the words that fit",
    body: foundCallsAnswer,
  },
  errors: { 404: "No such agent or campaign", 503: "The search is not available now" },
  share: "conversing",
  run: searchCalls,
});

export const callsOperations = [
  startTestCallByWorkflowOperation,
  startTestCallOperation,
  startCallByWorkflowOperation,
  startCallOperation,
  initiateCallOperation,
  createRunOperation,
  listRunsOperation,
  getRunOperation,
  hangUpRunOperation,
  readTranscriptOperation,
  readPeaksOperation,
  listUsageOperation,
  searchCallsOperation,
  downloadArtifactOperation,
  revokeArtifactLinksOperation,
];
