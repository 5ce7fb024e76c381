import type { z } from "zod";
import type { OperationContext } from "../../http/operation-context.ts";
import { readSessionAnswer } from "./session-run.ts";
import type { sessionParams } from "./text-sessions.schemas.ts";

/** A session with everything that was said in it. */
export const getSession = (context: OperationContext, { params }: { params: z.output<typeof sessionParams> }) =>
  readSessionAnswer(context, params);
