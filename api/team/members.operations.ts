import { defineOperation } from "../http/operation.ts";
import { inviteMember } from "./invite-member.ts";
import {
  invitationBody,
  invitationListAnswer,
  invitationParams,
  memberAnswer,
  memberBody,
  memberListAnswer,
  memberParams,
  newInvitationAnswer,
  passwordLinkAnswer,
  successAnswer,
} from "./members.schemas.ts";
import { removeMember } from "./remove-member.ts";
import { resetMemberPassword } from "./reset-member-password.ts";
import { resetSecondFactor } from "./reset-second-factor.ts";
import { revokeInvitation } from "./revoke-invitation.ts";
import { setMemberRole } from "./set-member-role.ts";
import { listInvitations, listMembers } from "./team.reads.ts";

const area = "Team";

export const listMembersOperation = defineOperation({
  id: "team.members.list",
  area,
  method: "get",
  path: "/team/members",
  summary: "Everybody in the organization",
  permission: "viewer",
  sandbox: "read",
  success: { status: 200, description: "In the order in which they joined", body: memberListAnswer },
  run: listMembers,
});

export const inviteMemberOperation = defineOperation({
  id: "team.members.invite",
  area,
  method: "post",
  path: "/team/invitations",
  summary: "Invite somebody; the invitation works once, within seven days",
  permission: "admin",
  sandbox: "refused",
  timeline: "system",
  body: invitationBody,
  success: {
    status: 201,
    description: "The invitation; its link is mailed, or here without a mail server",
    body: newInvitationAnswer,
  },
  errors: { 409: "The person is a member already", 502: "The mail server refused the mail; nobody was invited" },
  run: inviteMember,
});

export const listInvitationsOperation = defineOperation({
  id: "team.invitations.list",
  area,
  method: "get",
  path: "/team/invitations",
  summary: "Invitations that may still be accepted",
  permission: "admin",
  sandbox: "refused",
  success: { status: 200, description: "The newest first", body: invitationListAnswer },
  run: listInvitations,
});

export const revokeInvitationOperation = defineOperation({
  id: "team.invitations.revoke",
  area,
  method: "delete",
  path: "/team/invitations/{invitation_id}",
  summary: "Revoke an invitation; its link stops working",
  permission: "admin",
  sandbox: "refused",
  timeline: "system",
  params: invitationParams,
  success: { status: 200, description: "It is taken back", body: successAnswer },
  errors: { 404: "No open invitation" },
  run: revokeInvitation,
});

export const setMemberRoleOperation = defineOperation({
  id: "team.members.setRole",
  area,
  method: "patch",
  path: "/team/members/{user_id}",
  summary: "Give a member another role; it holds from the next request on",
  permission: "admin",
  sandbox: "refused",
  timeline: "system",
  params: memberParams,
  body: memberBody,
  success: { status: 200, description: "The member", body: memberAnswer },
  errors: { 404: "No such member", 409: "The last owner stays one" },
  run: setMemberRole,
});

export const removeMemberOperation = defineOperation({
  id: "team.members.remove",
  area,
  method: "delete",
  path: "/team/members/{user_id}",
  summary: "Remove a member; their sessions and keys end at once",
  permission: "admin",
  sandbox: "refused",
  timeline: "system",
  params: memberParams,
  success: { status: 200, description: "They are no longer a member", body: successAnswer },
  errors: { 404: "No such member", 409: "The last owner cannot go" },
  run: removeMember,
});

export const resetMemberPasswordOperation = defineOperation({
  id: "team.members.resetPassword",
  area,
  method: "post",
  path: "/team/members/{user_id}/reset-password",
  summary: "Make a link by which a member chooses a new password",
  permission: "admin",
  sandbox: "refused",
  timeline: "system",
  params: memberParams,
  success: { status: 200, description: "The link is mailed, or here without a mail server", body: passwordLinkAnswer },
  errors: {
    404: "No such member",
    409: "The member is in other organizations too, and there is no mail server",
    502: "The mail server refused the mail",
  },
  run: resetMemberPassword,
});

export const resetSecondFactorOperation = defineOperation({
  id: "team.members.resetSecondFactor",
  area,
  method: "delete",
  path: "/team/members/{user_id}/second-factor",
  summary: "Remove the second factor of a member who has lost it; they are told by mail",
  permission: "admin",
  sandbox: "refused",
  timeline: "system",
  params: memberParams,
  success: { status: 200, description: "Their next log-in needs the password alone", body: successAnswer },
  errors: { 404: "No such member", 409: "They have none, or it protects other organizations too" },
  run: resetSecondFactor,
});

export const membersOperations = [
  listMembersOperation,
  inviteMemberOperation,
  listInvitationsOperation,
  revokeInvitationOperation,
  resetMemberPasswordOperation,
  resetSecondFactorOperation,
  setMemberRoleOperation,
  removeMemberOperation,
];
