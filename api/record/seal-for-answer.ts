import { RecordRefusedError } from "../../application/record/record-refusal.ts";
import { sealRecord } from "../../application/record/seal-record.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { recordRefused } from "./record.errors.ts";

/** Seals what waits, so that an answer holds everything up to now. Throws 409 where nothing may be sealed. */
export const sealForAnswer = async (context: OperationContext): Promise<void> => {
  try {
    await sealRecord(context, context.actor.organizationId);
  } catch (error) {
    if (error instanceof RecordRefusedError) throw recordRefused(error.message);
    throw error;
  }
};
