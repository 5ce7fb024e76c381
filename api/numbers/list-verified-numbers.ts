import { listVerifiedNumbers as findVerifiedNumbers } from "../../infra/postgres/number/verified-number.repository.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { presentVerifiedNumber } from "./verified-numbers.presenter.ts";

export const listVerifiedNumbers = async ({ inOrganization }: OperationContext) => ({
  verified_numbers: (await inOrganization(findVerifiedNumbers)).map(presentVerifiedNumber),
});
