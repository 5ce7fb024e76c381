import type { TextDependencies } from "../application/message/send-text.ts";
import { readPublicBaseUrl } from "../infra/config/config.ts";
import type { ApiDependencies } from "./http/operation-context.ts";

/** Returns what sending a text needs; carriers' own requests have no actor, so the context is not copied whole. */
export const textDependencies = ({
  database,
  carriers,
  secrets,
  prices,
  config,
}: ApiDependencies): TextDependencies => ({
  database,
  carriers,
  secrets,
  prices,
  publicBaseUrl: readPublicBaseUrl(config),
});
