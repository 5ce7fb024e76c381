import { defineOperation } from "../../http/operation.ts";
import { sessionAnswer } from "../auth.schemas.ts";
import { getSecondFactor, removeSecondFactor, renewRecoveryCodes } from "./change-second-factor.ts";
import { proveSecondFactor } from "./prove-second-factor.ts";
import {
  confirmAppBody,
  confirmedAnswer,
  confirmPasskeyBody,
  newRecoveryCodesAnswer,
  passwordBody,
  proveSecondFactorBody,
  removedAnswer,
  removeSecondFactorBody,
  secondFactorAnswer,
  startedAppAnswer,
  startedPasskeyAnswer,
} from "./second-factor.schemas.ts";
import { confirmApp, startApp } from "./set-up-app.ts";
import { confirmPasskey, startPasskey } from "./set-up-passkey.ts";

const area = "Service";
const noEvent = { none: "How people log in is no event of the organization" };
const needsPassword = "The password is wrong, or the request came with an API key, which has no session";
const ofASession = "The request came with an API key, which has no session";

export const proveSecondFactorOperation = defineOperation({
  id: "account.proveSecondFactor",
  area,
  method: "post",
  path: "/auth/second-factor",
  secretFields: ["token", "code", "recovery_code"],
  summary: "Open the session of a log-in that needs a second factor: a code of the app, a passkey or a recovery code",
  permission: "public",
  sandbox: "public",
  timeline: noEvent,
  body: proveSecondFactorBody,
  success: { status: 200, description: "A session", body: sessionAnswer },
  errors: { 400: "The log-in is unknown, finished or too old", 403: "The second factor is wrong, or was used before" },
  run: proveSecondFactor,
});

export const getSecondFactorOperation = defineOperation({
  id: "account.secondFactor",
  area,
  method: "get",
  path: "/auth/second-factor",
  summary: "One's own second factor: app, passkeys, and how many recovery codes are left",
  permission: "viewer",
  sandbox: "refused",
  beforeSecondFactor: true,
  success: { status: 200, description: "What is set up", body: secondFactorAnswer },
  errors: { 403: ofASession },
  run: getSecondFactor,
});

export const startAppOperation = defineOperation({
  id: "account.startApp",
  area,
  method: "post",
  path: "/auth/second-factor/app",
  secretFields: ["password"],
  summary: "Make a secret for an authenticator app; it counts once a code of it was given",
  permission: "viewer",
  sandbox: "refused",
  beforeSecondFactor: true,
  timeline: noEvent,
  body: passwordBody,
  success: { status: 200, description: "The secret, shown this once", body: startedAppAnswer },
  errors: { 403: needsPassword, 409: "An app is set up already" },
  run: startApp,
});

export const confirmAppOperation = defineOperation({
  id: "account.confirmApp",
  area,
  method: "post",
  path: "/auth/second-factor/app/confirm",
  secretFields: ["code"],
  summary: "Give the first code of an authenticator app; from then on log-ins need one, and every other session ends",
  permission: "viewer",
  sandbox: "refused",
  beforeSecondFactor: true,
  timeline: noEvent,
  body: confirmAppBody,
  success: { status: 200, description: "It is set up", body: confirmedAnswer },
  errors: { 403: "The code is wrong or too old", 409: "No app waits for its first code" },
  run: confirmApp,
});

export const startPasskeyOperation = defineOperation({
  id: "account.startPasskey",
  area,
  method: "post",
  path: "/auth/second-factor/passkey",
  secretFields: ["password"],
  summary: "Begin a passkey: what a browser makes it from",
  permission: "viewer",
  sandbox: "refused",
  beforeSecondFactor: true,
  timeline: noEvent,
  body: passwordBody,
  success: { status: 200, description: "Good for ten minutes", body: startedPasskeyAnswer },
  errors: { 403: needsPassword, 409: "There are too many, or the platform's address has no name" },
  run: startPasskey,
});

export const confirmPasskeyOperation = defineOperation({
  id: "account.confirmPasskey",
  area,
  method: "post",
  path: "/auth/second-factor/passkey/confirm",
  summary: "Keep the passkey that the browser has made; log-ins need it from then on, and every other session ends",
  permission: "viewer",
  sandbox: "refused",
  beforeSecondFactor: true,
  timeline: noEvent,
  body: confirmPasskeyBody,
  success: { status: 200, description: "It is set up", body: confirmedAnswer },
  errors: { 400: "It was not made for this platform, or too late", 403: ofASession, 409: "It is set up already" },
  run: confirmPasskey,
});

export const removeSecondFactorOperation = defineOperation({
  id: "account.removeSecondFactor",
  area,
  method: "post",
  path: "/auth/second-factor/remove",
  secretFields: ["password"],
  summary: "Remove the authenticator app or a passkey; recovery codes go with the last of them",
  permission: "viewer",
  sandbox: "refused",
  timeline: noEvent,
  body: removeSecondFactorBody,
  success: { status: 200, description: "It is removed", body: removedAnswer },
  errors: { 403: needsPassword, 404: "Nothing of the kind is set up" },
  run: removeSecondFactor,
});

export const renewRecoveryCodesOperation = defineOperation({
  id: "account.renewRecoveryCodes",
  area,
  method: "post",
  path: "/auth/second-factor/recovery-codes",
  secretFields: ["password"],
  summary: "Make new recovery codes; those before no longer work",
  permission: "viewer",
  sandbox: "refused",
  timeline: noEvent,
  body: passwordBody,
  success: { status: 200, description: "The codes, shown this once", body: newRecoveryCodesAnswer },
  errors: { 403: needsPassword, 404: "There is no second factor" },
  run: renewRecoveryCodes,
});

export const secondFactorOperations = [
  proveSecondFactorOperation,
  getSecondFactorOperation,
  startAppOperation,
  confirmAppOperation,
  startPasskeyOperation,
  confirmPasskeyOperation,
  removeSecondFactorOperation,
  renewRecoveryCodesOperation,
];
