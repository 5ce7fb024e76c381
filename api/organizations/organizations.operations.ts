import { defineOperation } from "../http/operation.ts";
import { getPreferences } from "./get-preferences.ts";
import { preferencesAnswer, preferencesBody } from "./organizations.schemas.ts";
import { setPreferences } from "./set-preferences.ts";

export const getPreferencesOperation = defineOperation({
  id: "organizations.preferences.get",
  area: "Organization",
  method: "get",
  path: "/organizations/preferences",
  summary: "The organization's name, place and limits",
  permission: "viewer",
  success: { status: 200, description: "The preferences", body: preferencesAnswer },
  run: getPreferences,
});

export const setPreferencesOperation = defineOperation({
  id: "organizations.preferences.set",
  area: "Organization",
  method: "put",
  path: "/organizations/preferences",
  summary: "Replace the preferences; name and concurrent_call_limit stay when they are left out",
  permission: "admin",
  timeline: "system",
  body: preferencesBody,
  success: { status: 200, description: "The preferences as they are now", body: preferencesAnswer },
  run: setPreferences,
});

export const organizationsOperations = [getPreferencesOperation, setPreferencesOperation];
