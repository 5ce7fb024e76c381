import type { OperationContext } from "../http/operation-context.ts";
import { presentCarrier } from "./telephony.presenter.ts";

export const listCarriers = async ({ carriers }: OperationContext) => ({
  providers: carriers.descriptions().map(presentCarrier),
});
