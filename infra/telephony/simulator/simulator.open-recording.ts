import type { OpenRecording } from "../carrier.ts";
import { downloadRecording } from "../download-recording.ts";
import type { SimulatorClientOptions } from "./simulator.client.ts";

/** Opens a recording by its id alone; null when the simulator no longer has it. */
export const openSimulatorRecording = (
  { baseUrl, signingKey, readTimeoutMs }: SimulatorClientOptions,
  recordingId: string,
): Promise<OpenRecording | null> =>
  downloadRecording({
    carrier: "The simulator",
    url: `${baseUrl}/v1/recordings/${encodeURIComponent(recordingId)}`,
    headers: { authorization: `Bearer ${signingKey}` },
    timeoutMs: readTimeoutMs,
    goneStatuses: [404],
    fallbackContentType: "audio/wav",
  });
