import { LARGEST_FILE_BYTES } from "../file/uploaded-file.ts";
import type { StorageUsage } from "./storage-limits.ts";

/** The limit of uploads that nobody has processed, which no usage counts yet; maintenance removes them after an hour. */
export const MOST_WAITING_UPLOADS = 50;

/** Returns how large the file of a document may be: as large as any file that is uploaded, where the plan has room for it. */
export const limitDocumentBytes = ({
  limit_bytes,
  used_bytes,
}: Pick<StorageUsage, "limit_bytes" | "used_bytes">): number => Math.min(LARGEST_FILE_BYTES, limit_bytes - used_bytes);
