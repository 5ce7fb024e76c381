import { listVerifiedNumbers as findVerifiedNumbers } from "../../infra/postgres/number/verified-number.repository.ts";
import type { OperationContext } from "../http/operation-context.ts";

export const listVerifiedNumbers = async ({ inOrganization }: OperationContext) => ({
  verified_numbers: await inOrganization(findVerifiedNumbers),
});
