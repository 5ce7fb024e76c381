import { Worker } from "node:worker_threads";
import { ContactFileError } from "../../domain/contact/contact-file-error.ts";
import type { FileRow } from "../../domain/contact/file-row.ts";
import type { SheetMessage } from "./sheet.thread.ts";

export const MAX_SHEET_BYTES = 20 * 1_048_576;
const MAX_HEAP_MB = 768;

/**
 * Rows of a workbook's first sheet. A workbook is read as a whole, in a thread of its own: it takes seconds that nothing
 * else in the process may wait for, and one that needs too much memory ends the thread alone.
 */
export async function* readSheetRows(workbook: Buffer): AsyncGenerator<FileRow> {
  const thread = new Worker(new URL("./sheet.thread.ts", import.meta.url), {
    workerData: Uint8Array.from(workbook),
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  try {
    for await (const message of messagesOf(thread)) {
      if ("fault" in message) throw new ContactFileError(message.fault);
      yield* message.rows;
    }
  } finally {
    await thread.terminate();
  }
}

async function* messagesOf(thread: Worker): AsyncGenerator<SheetMessage> {
  const waiting: (SheetMessage | Error | "end")[] = [];
  let wake = () => {};
  const push = (entry: SheetMessage | Error | "end") => {
    waiting.push(entry);
    wake();
  };
  thread
    .on("message", push)
    .on("error", push)
    .on("exit", () => push("end"));
  for (;;) {
    const entry = waiting.shift();
    if (entry === "end") return;
    if (entry instanceof Error) throw failureOf(entry);
    if (entry) yield entry;
    else await new Promise<void>((resolve) => (wake = resolve));
  }
}

const failureOf = (error: Error): Error =>
  "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY"
    ? new ContactFileError("This Excel file holds too much to be read at once; save it as CSV.", { cause: error })
    : error;
