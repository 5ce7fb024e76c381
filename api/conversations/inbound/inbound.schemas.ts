import { z } from "zod";

export const inboundParams = z.object({ provider: z.string() });

/** An account, as the address that its carrier was given names it. */
export const inboundStatusParams = z.object({
  provider: z.string(),
  organization_id: z.string(),
  telephony_configuration_id: z.string(),
});
