import { defineOperation } from "../http/operation.ts";
import { listRulePacksOf } from "./list-rule-packs.ts";
import { getFairShare, getLiveFigures, getPreferences, getRowUsage, previewRetention } from "./organizations.reads.ts";
import {
  fairShareAnswer,
  liveFiguresAnswer,
  preferencesAnswer,
  preferencesBody,
  preferencesChanges,
  retentionPreviewAnswer,
  rowUsageAnswer,
} from "./organizations.schemas.ts";
import { previewRulePacks } from "./preview-rule-packs.ts";
import { rulePacksAnswer, rulePacksPreviewAnswer, rulePacksPreviewBody } from "./rule-packs.schemas.ts";
import { setPreferences } from "./set-preferences.ts";
import { signInRulesAnswer, signInRulesBody } from "./sign-in-rules.schemas.ts";
import { getSignInRules, setSignInRules } from "./sign-in-rules.ts";
import { streamOrganization } from "./stream-organization.ts";
import { updatePreferences } from "./update-preferences.ts";

export const getPreferencesOperation = defineOperation({
  id: "organizations.preferences.get",
  area: "Organization",
  method: "get",
  path: "/organizations/preferences",
  summary: "The organization's name, place and limits",
  permission: "viewer",
  sandbox: "read",
  success: { status: 200, description: "The preferences", body: preferencesAnswer },
  run: getPreferences,
});

export const setPreferencesOperation = defineOperation({
  id: "organizations.preferences.set",
  area: "Organization",
  method: "put",
  path: "/organizations/preferences",
  summary:
    "Replace the preferences: what is left out is cleared, but name, concurrent_call_limit and artifact_link_days stay; organizations.preferences.update changes some of them",
  permission: "admin",
  sandbox: "refused",
  timeline: "system",
  body: preferencesBody,
  success: { status: 200, description: "The preferences as they are now", body: preferencesAnswer },
  run: setPreferences,
});

export const updatePreferencesOperation = defineOperation({
  id: "organizations.preferences.update",
  area: "Organization",
  method: "patch",
  path: "/organizations/preferences",
  summary: "Change some preferences: an absent one stays, null clears one, an object is replaced whole",
  permission: "admin",
  sandbox: "refused",
  timeline: "system",
  body: preferencesChanges,
  success: { status: 200, description: "The preferences as they are now", body: preferencesAnswer },
  run: updatePreferences,
});

export const listRulePacksOperation = defineOperation({
  id: "organizations.rulePacks.list",
  area: "Organization",
  method: "get",
  path: "/organizations/rule-packs",
  summary: "The rule packs that there are: what each rule says, by what law, whom it concerns, and what is in force",
  permission: "viewer",
  sandbox: "read",
  success: { status: 200, description: "Every version of every pack", body: rulePacksAnswer },
  run: listRulePacksOf,
});

export const previewRulePacksOperation = defineOperation({
  id: "organizations.rulePacks.preview",
  area: "Organization",
  method: "post",
  path: "/organizations/rule-packs/preview",
  summary:
    "Whom other rule packs would stop: of the contacts that open campaigns have yet to call, and of the calls of the last days",
  permission: "viewer",
  sandbox: "refused",
  timeline: { none: "nothing is changed: a question about rules" },
  body: rulePacksPreviewBody,
  success: {
    status: 200,
    description: "Contacts that wait or are refused, by rule and campaign, and past calls by rule",
    body: rulePacksPreviewAnswer,
  },
  share: "reporting",
  run: previewRulePacks,
});

export const getSignInRulesOperation = defineOperation({
  id: "organizations.signIn.get",
  area: "Organization",
  method: "get",
  path: "/organizations/sign-in",
  summary: "How members of the organization have to sign in",
  permission: "admin",
  sandbox: "refused",
  success: { status: 200, description: "The rules", body: signInRulesAnswer },
  run: getSignInRules,
});

export const setSignInRulesOperation = defineOperation({
  id: "organizations.signIn.set",
  area: "Organization",
  method: "put",
  path: "/organizations/sign-in",
  summary: "Ask members for a second factor, after a grace of some days, or no longer",
  permission: "admin",
  sandbox: "refused",
  timeline: "system",
  body: signInRulesBody,
  success: { status: 200, description: "The rules as they are now", body: signInRulesAnswer },
  run: setSignInRules,
});

export const getLiveFiguresOperation = defineOperation({
  id: "organizations.live",
  area: "Organization",
  method: "get",
  path: "/organizations/live",
  summary: "The calls in progress, the calls a second of each account and the open requests, at this moment",
  permission: "viewer",
  sandbox: "read",
  success: { status: 200, description: "The figures", body: liveFiguresAnswer },
  run: getLiveFigures,
});

export const streamOrganizationOperation = defineOperation({
  id: "organizations.stream",
  area: "Organization",
  method: "get",
  path: "/organizations/stream",
  summary: "The same figures as server-sent events, once a second",
  permission: "viewer",
  sandbox: "read",
  success: { status: 200, description: "Events whose data is `LiveFigures`", contentTypes: ["text/event-stream"] },
  run: streamOrganization,
});

export const getFairShareOperation = defineOperation({
  id: "organizations.fair-share",
  area: "Organization",
  method: "get",
  path: "/organizations/fair-share",
  summary: "The share of all calls that were started within a minute, what waits, and why",
  permission: "viewer",
  sandbox: "read",
  success: { status: 200, description: "The share and what waits", body: fairShareAnswer },
  run: getFairShare,
});

export const getRowUsageOperation = defineOperation({
  id: "organizations.rows",
  area: "Organization",
  method: "get",
  path: "/organizations/usage/rows",
  summary: "What takes the room of the organization's rows in the database, and how to make some",
  permission: "viewer",
  sandbox: "read",
  success: { status: 200, description: "The last measurement, the largest kind first", body: rowUsageAnswer },
  run: getRowUsage,
});

export const previewRetentionOperation = defineOperation({
  id: "organizations.retention",
  area: "Organization",
  method: "get",
  path: "/organizations/retention",
  summary: "How long each kind of data is kept, and how much of it is removed next",
  permission: "viewer",
  sandbox: "read",
  success: {
    status: 200,
    description: "Each kind, with what is due now and within a week",
    body: retentionPreviewAnswer,
  },
  run: previewRetention,
});

export const organizationsOperations = [
  getSignInRulesOperation,
  setSignInRulesOperation,
  getPreferencesOperation,
  setPreferencesOperation,
  updatePreferencesOperation,
  listRulePacksOperation,
  previewRulePacksOperation,
  getLiveFiguresOperation,
  streamOrganizationOperation,
  getFairShareOperation,
  getRowUsageOperation,
  previewRetentionOperation,
];
