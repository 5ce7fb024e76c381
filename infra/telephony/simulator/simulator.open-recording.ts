import { CarrierUnavailableError, type OpenRecording } from "../carrier.ts";
import { openDownload } from "../open-download.ts";
import type { SimulatorClientOptions } from "./simulator.client.ts";

/** The bytes of a recording, found by its id alone; null when the simulator has none (any more). */
export const openSimulatorRecording = async (
  { baseUrl, signingKey, readTimeoutMs }: SimulatorClientOptions,
  recordingId: string,
): Promise<OpenRecording | null> => {
  const download = await openDownload({
    url: `${baseUrl}/v1/recordings/${encodeURIComponent(recordingId)}`,
    headers: { authorization: `Bearer ${signingKey}` },
    idleTimeoutMs: readTimeoutMs,
  });
  if (download.kind === "no_response") throw new CarrierUnavailableError(`The simulator: ${download.detail}`);
  const { status, message } = download;
  if (status === 200) {
    const sizeBytes = Number(message.headers["content-length"] ?? Number.NaN);
    const contentType = message.headers["content-type"] ?? "audio/wav";
    return { contentType, sizeBytes: Number.isSafeInteger(sizeBytes) ? sizeBytes : null, stream: message };
  }
  message.resume();
  if (status === 404) return null;
  throw new CarrierUnavailableError(`The simulator: HTTP ${status}`);
};
