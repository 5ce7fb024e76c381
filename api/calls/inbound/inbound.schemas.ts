import { z } from "zod";

export const inboundParams = z.object({ provider: z.string() });

/** The parts of an account's address for its carrier. */
export const inboundStatusParams = z.object({
  provider: z.string(),
  organization_id: z.string(),
  telephony_configuration_id: z.string(),
});
