import { readRecordFile } from "../../application/record/record-store.ts";
import { ObjectMissingError } from "../../infra/object-store/object-store.ts";
import { fileTypeFor } from "../http/file-type.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { createRawAnswer } from "../http/raw-answer.ts";
import { findLogFolder } from "./find-log-folder.ts";
import { nothingSealed } from "./record.errors.ts";

/** Answers with the newest checkpoint whose tiles are all in the store. */
export const getCheckpoint = async (context: OperationContext) => {
  const note = await readOrNull(context, "checkpoint");
  if (!note) throw nothingSealed();
  return createRawAnswer(
    (response) =>
      void response
        .set({ "Content-Type": fileTypeFor(response, "text/plain; charset=utf-8"), "Cache-Control": "no-store" })
        .send(note),
  );
};

/** Reads a file of the organization's log; null: there is none. */
export const readOrNull = async (context: OperationContext, path: string): Promise<Buffer | null> => {
  try {
    return await readRecordFile(context, await findLogFolder(context), path);
  } catch (error) {
    if (error instanceof ObjectMissingError) return null;
    throw error;
  }
};
