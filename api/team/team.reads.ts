import { listOpenInvitations } from "../../infra/postgres/access/invitations.repository.ts";
import { listMembers as readMembers } from "../../infra/postgres/access/members.repository.ts";
import { readAgentStatuses } from "../../infra/postgres/team/agent-status.repository.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { presentInvitation } from "./members.presenter.ts";
import { presentStatus } from "./team.presenter.ts";

export const getStatus = async (context: OperationContext) => ({
  agents: (await context.inOrganization(readAgentStatuses)).map(presentStatus),
});

export const listInvitations = async (context: OperationContext) => {
  const invitations = await context.inOrganization((tx) => listOpenInvitations(tx, context.clock.now()));
  return { invitations: invitations.map(presentInvitation) };
};

export const listMembers = async (context: OperationContext) => ({
  members: await context.inOrganization(readMembers),
});
