import type { OperationInput } from "../../http/operation.ts";
import type { OperationContext } from "../../http/operation-context.ts";
import { readSessionAnswer } from "./session-run.ts";
import type { sessionParams } from "./text-sessions.schemas.ts";

/** Returns a session with all of its words. */
export const getSession = (context: OperationContext, { params }: OperationInput<{ params: typeof sessionParams }>) =>
  readSessionAnswer(context, params);
