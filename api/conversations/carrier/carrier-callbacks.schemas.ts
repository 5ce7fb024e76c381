import { z } from "zod";

/** A call, as the addresses that its carrier was given name it. */
export const callbackParams = z.object({ provider: z.string(), organization_id: z.string(), run_uuid: z.string() });

const count = z.coerce.number().int().min(0).max(100_000).catch(0);

/** Where a call is in its turns; carriers add what they have to say. */
export const turnQuery = z.looseObject({ turn: count, part: count, said: count, round: count });
