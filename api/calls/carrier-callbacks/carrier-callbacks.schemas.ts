import { z } from "zod";

/** The parts of a call's addresses for its carrier. */
export const callbackParams = z.object({ provider: z.string(), organization_id: z.string(), run_uuid: z.string() });

const given = z.coerce.number().int().min(0).max(100_000);
const count = given.catch(0);

/** The position of a call in its turns; carriers add fields of their own. */
export const turnQuery = z.looseObject({
  /** Addresses of a call that goes on by webhook turns have it, and those of a relay do not. */
  turn: given.optional().catch(undefined),
  part: count,
  said: count,
  round: count,
  hold: count,
});
