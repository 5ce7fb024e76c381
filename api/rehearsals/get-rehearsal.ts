import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { readRehearsalAnswer, requireRehearsal } from "./read-rehearsal-answer.ts";
import type { rehearsalParams } from "./rehearsals.schemas.ts";

export const getRehearsal = (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof rehearsalParams }>,
) => context.inOrganization(async (tx) => readRehearsalAnswer(tx, await requireRehearsal(tx, params)));
