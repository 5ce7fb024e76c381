import { defineOperation } from "../http/operation.ts";
import { XLSX_TYPE } from "../http/table-file.ts";
import { askPolicyWhatIf, reportPolicyWhatIf } from "./ask-policy-what-if.ts";
import { getDailyUsage } from "./calls.reads.ts";
import { agentParams } from "./calls.schemas.ts";
import { policyReportQuery, policyWhatIfAnswer, policyWhatIfBody } from "./policy-what-if.schemas.ts";
import { reportAgent } from "./report-agent.ts";
import { reportUsage } from "./report-usage.ts";
import { dailyUsageAnswer, dailyUsageQuery, reportQuery, usageReportQuery } from "./usage.schemas.ts";

const file = { status: 200, description: "The file", contentTypes: ["text/csv", XLSX_TYPE] } as const;

export const reportAgentOperation = defineOperation({
  id: "calls.report",
  area: "Calls",
  method: "get",
  path: "/workflows/{workflow_id}/report",
  summary: "Download every call of an agent that ended, as CSV or XLSX",
  permission: "viewer",
  sandbox: "read",
  params: agentParams,
  query: reportQuery,
  success: file,
  errors: { 404: "No such agent" },
  share: "reporting",
  run: reportAgent,
});

export const reportUsageOperation = defineOperation({
  id: "calls.usageReport",
  area: "Calls",
  method: "get",
  path: "/organizations/usage/runs/report",
  summary: "Download every call of the account that ended, as CSV or XLSX, with the filters of the usage list",
  permission: "viewer",
  sandbox: "read",
  query: usageReportQuery,
  success: file,
  errors: { 400: "Unreadable filters", 404: "No such agent or campaign" },
  share: "reporting",
  run: reportUsage,
});

export const dailyUsageOperation = defineOperation({
  id: "calls.dailyUsage",
  area: "Calls",
  method: "get",
  path: "/organizations/usage/daily",
  summary: "Calls, minutes, cost and tokens of the last days, in the organization's zone",
  permission: "viewer",
  sandbox: "read",
  query: dailyUsageQuery,
  success: { status: 200, description: "The days, and their sum", body: dailyUsageAnswer },
  run: getDailyUsage,
});

export const askPolicyWhatIfOperation = defineOperation({
  id: "calls.policyWhatIf",
  area: "Calls",
  method: "post",
  path: "/policy/what-if",
  summary: "Ask rules of all calls of a span: how many would not have been made, by rule",
  permission: "viewer",
  sandbox: "own",
  timeline: { none: "it changes nothing, and calls nobody" },
  body: policyWhatIfBody,
  success: { status: 200, description: "The counts", body: policyWhatIfAnswer },
  share: "reporting",
  run: askPolicyWhatIf,
});

export const reportPolicyWhatIfOperation = defineOperation({
  id: "calls.policyWhatIfReport",
  area: "Calls",
  method: "post",
  path: "/policy/what-if/report",
  summary: "Download the calls of a span that rules would have stopped, with the rule, as CSV or XLSX",
  permission: "viewer",
  sandbox: "own",
  timeline: { none: "it changes nothing, and calls nobody" },
  query: policyReportQuery,
  body: policyWhatIfBody,
  success: file,
  share: "reporting",
  run: reportPolicyWhatIf,
});

export const callReportsOperations = [
  reportAgentOperation,
  reportUsageOperation,
  dailyUsageOperation,
  askPolicyWhatIfOperation,
  reportPolicyWhatIfOperation,
];
