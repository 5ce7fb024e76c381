import { defineOperation } from "../http/operation.ts";
import { getHome } from "./get-home.ts";
import { getStatus } from "./team.reads.ts";
import { homeAnswer, homeQuery, statusAnswer } from "./team.schemas.ts";

const area = "Team";

export const teamHomeOperation = defineOperation({
  id: "team.home",
  area,
  method: "get",
  path: "/team/home",
  summary: "Numbers the Home view shows: calls, answers, outcomes, what needs attention",
  permission: "viewer",
  sandbox: "read",
  query: homeQuery,
  success: { status: 200, description: "The figures, and those of the days before", body: homeAnswer },
  run: getHome,
});

export const teamStatusOperation = defineOperation({
  id: "team.status",
  area,
  method: "get",
  path: "/team/status",
  summary: "Each agent's state right now",
  permission: "viewer",
  sandbox: "read",
  success: { status: 200, description: "The active agents by name", body: statusAnswer },
  share: "listing",
  run: getStatus,
});

export const teamOperations = [teamHomeOperation, teamStatusOperation];
