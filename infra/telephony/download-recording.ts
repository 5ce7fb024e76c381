import { CarrierUnavailableError, type OpenRecording } from "./carrier.ts";
import { openOnce } from "./carrier-request.ts";

/**
 * Opens a recording at the carrier's address. null: the carrier answers with one of `goneStatuses`, so the recording no
 * longer exists. Throws `CarrierUnavailableError` for any other answer that is not a recording.
 */
export const downloadRecording = async ({
  carrier,
  url,
  headers = {},
  timeoutMs,
  goneStatuses = [],
  fallbackContentType = "audio/mpeg",
}: {
  carrier: string;
  url: string;
  headers?: Readonly<Record<string, string>>;
  /** The longest silence, before the answer and within it. */
  timeoutMs: number;
  goneStatuses?: readonly number[];
  /** Some stores label every file as a stream of bytes. */
  fallbackContentType?: string;
}): Promise<OpenRecording | null> => {
  const opened = await openOnce({ url, headers, timeoutMs });
  if (opened.kind === "no_response") throw new CarrierUnavailableError(`${carrier}: ${opened.detail}`);
  const { status, stream } = opened;
  if (status === 200) {
    const contentType = opened.headers["content-type"];
    const sizeBytes = Number(opened.headers["content-length"] ?? Number.NaN);
    return {
      contentType: contentType?.startsWith("audio/") ? contentType : fallbackContentType,
      sizeBytes: Number.isSafeInteger(sizeBytes) ? sizeBytes : null,
      stream,
    };
  }
  stream.destroy();
  if (goneStatuses.includes(status)) return null;
  throw new CarrierUnavailableError(`${carrier}: the recording cannot be fetched (HTTP ${status})`);
};
