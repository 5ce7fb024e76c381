import { z } from "zod";

/** The parts of a call's addresses for its carrier. */
export const callbackParams = z.object({ provider: z.string(), organization_id: z.string(), run_uuid: z.string() });

const count = z.coerce.number().int().min(0).max(100_000).catch(0);

/** The position of a call in its turns; carriers add fields of their own. */
export const turnQuery = z.looseObject({ turn: count, part: count, said: count, round: count });
