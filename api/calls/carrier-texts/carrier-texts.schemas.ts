import { z } from "zod";

export const inboundTextParams = z.object({ provider: z.string() });

/** The parts of a text's address for its carrier. */
export const textStatusParams = z.object({
  provider: z.string(),
  organization_id: z.string(),
  message_uuid: z.string(),
});
