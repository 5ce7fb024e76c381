import type { OperationContext } from "../http/operation-context.ts";
import { presentProvider } from "./telephony.presenter.ts";

export const listProviders = async ({ carriers }: OperationContext) => ({
  providers: carriers.descriptions().map(presentProvider),
});
