import { readLiveFigures } from "../../infra/postgres/team/live-figures.repository.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { presentLiveFigures } from "./organizations.presenter.ts";

/** Returns the organization's present activity. */
export const getLiveFigures = async (context: OperationContext) =>
  presentLiveFigures(await context.inOrganization(readLiveFigures));
