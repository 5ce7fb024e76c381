import { CarrierUnavailableError, type OpenRecording } from "../carrier.ts";
import { openOnce } from "../carrier-request.ts";
import type { SimulatorClientOptions } from "./simulator.client.ts";

/** The bytes of a recording, found by its id alone; null when the simulator has none (any more). */
export const openSimulatorRecording = async (
  { baseUrl, signingKey, readTimeoutMs }: SimulatorClientOptions,
  recordingId: string,
): Promise<OpenRecording | null> => {
  const opened = await openOnce({
    url: `${baseUrl}/v1/recordings/${encodeURIComponent(recordingId)}`,
    headers: { authorization: `Bearer ${signingKey}` },
    timeoutMs: readTimeoutMs,
  });
  if (opened.kind === "no_response") throw new CarrierUnavailableError(`The simulator: ${opened.detail}`);
  const { status, headers, stream } = opened;
  if (status === 200) {
    const sizeBytes = Number(headers["content-length"] ?? Number.NaN);
    const contentType = headers["content-type"] ?? "audio/wav";
    return { contentType, sizeBytes: Number.isSafeInteger(sizeBytes) ? sizeBytes : null, stream };
  }
  stream.destroy();
  if (status === 404) return null;
  throw new CarrierUnavailableError(`The simulator: HTTP ${status}`);
};
