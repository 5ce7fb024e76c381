import { listMembers as readMembers } from "../../infra/postgres/access/members.repository.ts";
import type { OperationContext } from "../http/operation-context.ts";

export const listMembers = async (context: OperationContext) => ({
  members: await context.inOrganization(readMembers),
});
