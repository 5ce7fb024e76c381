import { listOpenInvitations } from "../../infra/postgres/access/invitations.repository.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { presentInvitation } from "./members.presenter.ts";

export const listInvitations = async (context: OperationContext) => {
  const invitations = await context.inOrganization((tx) => listOpenInvitations(tx, context.clock.now()));
  return { invitations: invitations.map(presentInvitation) };
};
