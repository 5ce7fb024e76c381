import type { z } from "zod";
import { findConfiguration } from "../../infra/postgres/telephony/configuration.repository.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { configurationNotFound } from "./telephony.errors.ts";
import { presentConfiguration } from "./telephony.presenter.ts";
import type { configurationParams } from "./telephony.schemas.ts";

export const getConfiguration = async (
  context: OperationContext,
  { params }: { params: z.output<typeof configurationParams> },
) => {
  const row = await context.inOrganization((tx) => findConfiguration(tx, params.config_id));
  if (!row) throw configurationNotFound();
  return presentConfiguration(context, row);
};
