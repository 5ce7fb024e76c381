import { defineOperation } from "../http/operation.ts";
import { acceptInvitation } from "./accept-invitation.ts";
import {
  acceptInvitationBody,
  changePasswordBody,
  endedSessionsAnswer,
  endSessionsQuery,
  forgotPasswordBody,
  forgottenAnswer,
  organizationListAnswer,
  resetPasswordBody,
  selectOrganizationBody,
  sessionListAnswer,
  sessionParams,
} from "./account.schemas.ts";
import { listOrganizations, listSessions } from "./auth.reads.ts";
import { sessionAnswer } from "./auth.schemas.ts";
import { changePassword } from "./change-password.ts";
import { endOtherSessions, endSession } from "./end-sessions.ts";
import { forgotPassword } from "./forgot-password.ts";
import { resetPassword } from "./reset-password.ts";
import { halfLogInAnswer } from "./second-factor/second-factor.schemas.ts";
import { selectOrganization } from "./select-organization.ts";

const area = "Service";
const ofASession = { 403: "The request came with an API key, which has no session" };

export const acceptInvitationOperation = defineOperation({
  id: "account.acceptInvitation",
  area,
  method: "post",
  path: "/auth/accept-invitation",
  summary: "Join the organization that an invitation names; makes the account where the address has none",
  permission: "public",
  sandbox: "public",
  timeline: "system",
  body: acceptInvitationBody,
  success: { status: 200, description: "A session in that organization", body: sessionAnswer },
  accepted: {
    description: "The person has joined, and has a second factor: account.proveSecondFactor opens the session",
    body: halfLogInAnswer,
  },
  errors: {
    400: "The invitation is unknown, used or expired",
    403: "The address has an account, and this is not its password",
    409: "An account was made for the address at the same moment",
  },
  run: acceptInvitation,
});

export const listOrganizationsOperation = defineOperation({
  id: "account.organizations",
  beforeSecondFactor: true,
  area,
  method: "get",
  path: "/auth/organizations",
  summary: "The organizations of the person who is logged in",
  permission: "viewer",
  sandbox: "refused",
  success: { status: 200, description: "The one that was joined first comes first", body: organizationListAnswer },
  errors: ofASession,
  run: listOrganizations,
});

export const selectOrganizationOperation = defineOperation({
  id: "account.selectOrganization",
  beforeSecondFactor: true,
  area,
  method: "post",
  path: "/auth/select-organization",
  summary: "Open a session in another of one's organizations",
  permission: "viewer",
  sandbox: "refused",
  timeline: { none: "Sessions of people are not events of the organization" },
  body: selectOrganizationBody,
  success: { status: 200, description: "The session", body: sessionAnswer },
  errors: { ...ofASession, 404: "The person belongs to no such organization" },
  run: selectOrganization,
});

export const changePasswordOperation = defineOperation({
  id: "account.changePassword",
  beforeSecondFactor: true,
  area,
  method: "put",
  path: "/auth/password",
  secretFields: ["current", "new"],
  summary: "Change one's password; every other session ends",
  permission: "viewer",
  sandbox: "refused",
  timeline: { none: "Passwords of people are not events of the organization" },
  body: changePasswordBody,
  success: { status: 200, description: "How many other sessions ended", body: endedSessionsAnswer },
  errors: ofASession,
  run: changePassword,
});

export const forgotPasswordOperation = defineOperation({
  id: "account.forgotPassword",
  area,
  method: "post",
  path: "/auth/forgot-password",
  summary: "Mail a link to a new password, if the address has an account",
  permission: "public",
  sandbox: "public",
  timeline: { none: "Passwords of people are not events of the organization" },
  body: forgotPasswordBody,
  success: { status: 202, description: "The same for every address", body: forgottenAnswer },
  run: forgotPassword,
});

export const resetPasswordOperation = defineOperation({
  id: "account.resetPassword",
  area,
  method: "post",
  path: "/auth/reset-password",
  summary: "Set a new password with the mailed link; every session ends",
  permission: "public",
  sandbox: "public",
  timeline: { none: "Passwords of people are not events of the organization" },
  body: resetPasswordBody,
  success: { status: 200, description: "How many sessions ended", body: endedSessionsAnswer },
  errors: { 400: "The link is unknown, used or expired" },
  run: resetPassword,
});

export const listSessionsOperation = defineOperation({
  id: "account.sessions",
  beforeSecondFactor: true,
  area,
  method: "get",
  path: "/auth/sessions",
  summary: "One's own open sessions, in every organization",
  permission: "viewer",
  sandbox: "refused",
  success: { status: 200, description: "The newest 500, newest first", body: sessionListAnswer },
  errors: ofASession,
  run: listSessions,
});

export const endOtherSessionsOperation = defineOperation({
  id: "account.endOtherSessions",
  beforeSecondFactor: true,
  area,
  method: "delete",
  path: "/auth/sessions",
  summary: "End every session of one's own but this one; with include_current=true this one too",
  permission: "viewer",
  sandbox: "refused",
  timeline: { none: "Sessions of people are not events of the organization" },
  query: endSessionsQuery,
  success: { status: 200, description: "How many ended", body: endedSessionsAnswer },
  errors: ofASession,
  run: endOtherSessions,
});

export const endSessionOperation = defineOperation({
  id: "account.endSession",
  beforeSecondFactor: true,
  area,
  method: "delete",
  path: "/auth/sessions/{session_id}",
  summary: "End one session of one's own",
  permission: "viewer",
  sandbox: "refused",
  timeline: { none: "Sessions of people are not events of the organization" },
  params: sessionParams,
  success: { status: 200, description: "The session is ended", body: endedSessionsAnswer },
  errors: { ...ofASession, 404: "No such session of one's own" },
  run: endSession,
});

export const accountOperations = [
  acceptInvitationOperation,
  listOrganizationsOperation,
  selectOrganizationOperation,
  changePasswordOperation,
  forgotPasswordOperation,
  resetPasswordOperation,
  listSessionsOperation,
  endOtherSessionsOperation,
  endSessionOperation,
];
