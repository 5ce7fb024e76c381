import { defineOperation } from "../../http/operation.ts";
import { beginSupervision } from "./begin-supervision.ts";
import { leaveSupervision } from "./leave-supervision.ts";
import { listSupervisions } from "./supervision.reads.ts";
import {
  leaveQuery,
  supervisedRunParams,
  supervisionAnswer,
  supervisionListAnswer,
  supervisionParams,
  supervisorWordsBody,
  whisperBody,
} from "./supervision.schemas.ts";
import { sayForSupervisor, takeOver } from "./take-over.ts";
import { whisper } from "./whisper.ts";

const path = "/workflows/{workflow_id}/runs/{run_id}/supervisions";
const shared = { area: "Supervision", permission: "supervisor", sandbox: "own", timeline: "system" } as const;
const errors = {
  403: "The organization has switched the disclosure off",
  404: "No such run of this agent, or no such supervision of it",
};

export const beginSupervisionOperation = defineOperation({
  ...shared,
  id: "supervision.begin",
  method: "post",
  path,
  summary: "Listen to a live call; the answer says where to join",
  params: supervisedRunParams,
  success: { status: 200, description: "The supervision, and where it is joined", body: supervisionAnswer },
  errors: {
    ...errors,
    404: "No such run of this agent",
    409: "The call is not in progress, is over, or has as many supervisors as it may have",
  },
  run: beginSupervision,
});

export const listSupervisionsOperation = defineOperation({
  id: "supervision.list",
  area: "Supervision",
  method: "get",
  path,
  summary: "Who listens to a call now, or has taken it over",
  permission: "viewer",
  sandbox: "read",
  params: supervisedRunParams,
  success: { status: 200, description: "The supervisions that are open", body: supervisionListAnswer },
  errors: { 404: "No such run of this agent" },
  run: listSupervisions,
});

export const whisperOperation = defineOperation({
  ...shared,
  id: "supervision.whisper",
  method: "post",
  path: `${path}/{supervision_uuid}/whispers`,
  summary: "Whisper to the agent: it reads the words before it speaks next, and the person does not hear them",
  params: supervisionParams,
  body: whisperBody,
  success: { status: 200, description: "The supervision", body: supervisionAnswer },
  errors: { ...errors, 409: "The call or the supervision is over, or its agent has left the person to somebody else" },
  run: whisper,
});

export const takeOverOperation = defineOperation({
  ...shared,
  id: "supervision.takeOver",
  method: "post",
  path: `${path}/{supervision_uuid}/take-over`,
  summary: "Take a call over: its agent is silent at once, and the supervisor speaks to the person",
  params: supervisionParams,
  success: { status: 200, description: "The supervision", body: supervisionAnswer },
  errors: {
    ...errors,
    409: "Somebody else has taken the call over, it cannot be taken over, the supervisor has not joined, or it is over",
  },
  run: takeOver,
});

export const sayForSupervisorOperation = defineOperation({
  ...shared,
  id: "supervision.say",
  method: "post",
  path: `${path}/{supervision_uuid}/words`,
  summary: "Have the agent's voice say something to the person, while the call is taken over",
  timeline: { none: "The words are in the call's transcript" },
  params: supervisionParams,
  body: supervisorWordsBody,
  success: { status: 200, description: "The supervision", body: supervisionAnswer },
  errors: { ...errors, 409: "The call is not taken over by this supervisor, or is over" },
  run: sayForSupervisor,
});

export const leaveSupervisionOperation = defineOperation({
  ...shared,
  id: "supervision.leave",
  method: "delete",
  path: `${path}/{supervision_uuid}`,
  summary: "Leave a call: its agent goes on, or the call ends",
  params: supervisionParams,
  query: leaveQuery,
  success: { status: 200, description: "The supervision as it ended", body: supervisionAnswer },
  errors: { 404: errors[404], 503: "The workflow engine is not reachable, so that the call could not be ended" },
  run: leaveSupervision,
});

export const supervisionOperations = [
  beginSupervisionOperation,
  listSupervisionsOperation,
  whisperOperation,
  takeOverOperation,
  sayForSupervisorOperation,
  leaveSupervisionOperation,
];
