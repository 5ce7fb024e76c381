import { z } from "zod";
import type { CarrierCredentials } from "../../../domain/call/carrier-credentials.ts";
import { type CarrierRecording, CarrierUnavailableError, type OpenRecording } from "../carrier.ts";
import { isRefusal } from "../carrier-answers.ts";
import { downloadRecording } from "../download-recording.ts";
import { LEG_PREFIX } from "./telnyx.callback.ts";
import { readAll, readAnswer, requireDoneOrMissing, type TelnyxClient } from "./telnyx.client.ts";

const recordingResource = z.object({
  id: z.string(),
  call_control_id: z.string().nullish(),
  call_leg_id: z.string().nullish(),
  duration_millis: z.number().nullish(),
  download_urls: z.object({ mp3: z.string().nullish(), wav: z.string().nullish() }).nullish(),
});

type RecordingResource = z.infer<typeof recordingResource>;

export interface RecordingOptions {
  client: TelnyxClient;
  baseUrl: string;
  readTimeoutMs: number;
}

/** Lists recordings of one call; filtered again here, because Telnyx ignores an unknown filter. */
export const listRecordings = async (
  { client }: RecordingOptions,
  credentials: CarrierCredentials,
  callControlId: string,
): Promise<CarrierRecording[]> => {
  const recordings = await listBy(client, credentials, { "filter[call_control_id]": callControlId });
  return recordings
    .filter((recording) => recording.call_control_id === callControlId)
    .map(({ id, duration_millis: ms }) => ({
      recordingId: id,
      url: null,
      durationSeconds: typeof ms === "number" ? Math.round(ms / 1000) : null,
    }));
};

/**
 * Opens a recording at the address that Telnyx issues for a few minutes on request: it is in Telnyx's store, which does
 * not get our key. Addresses from events are never followed.
 */
export const openRecording = async (
  { client, baseUrl, readTimeoutMs }: RecordingOptions,
  credentials: CarrierCredentials,
  { recordingId }: CarrierRecording,
): Promise<OpenRecording | null> => {
  const resource = await findRecording(client, credentials, recordingId);
  if (!resource) return null;
  const { mp3, wav } = resource.download_urls ?? {};
  const url = wav ?? mp3;
  if (!url || !isTrustworthy(url, baseUrl)) throw new CarrierUnavailableError("Telnyx: the recording is not ready yet");
  return downloadRecording({
    carrier: "Telnyx",
    url,
    timeoutMs: readTimeoutMs,
    fallbackContentType: wav ? "audio/wav" : "audio/mpeg",
  });
};

/** Removes the recording. Of one that is known by its leg alone, the id is asked for first. */
export const removeRecording = async (
  client: TelnyxClient,
  credentials: CarrierCredentials,
  { recordingId }: CarrierRecording,
): Promise<void> => {
  const resource = await findRecording(client, credentials, recordingId);
  if (!resource) return;
  const path = `/recordings/${encodeURIComponent(resource.id)}`;
  requireDoneOrMissing(await client(credentials, { method: "DELETE", path }));
};

const findRecording = async (
  client: TelnyxClient,
  credentials: CarrierCredentials,
  recordingId: string,
): Promise<RecordingResource | null> => {
  if (recordingId.startsWith(LEG_PREFIX)) {
    const legId = recordingId.slice(LEG_PREFIX.length);
    const recordings = await listBy(client, credentials, { "filter[call_leg_id]": legId });
    return recordings.find((recording) => recording.call_leg_id === legId) ?? null;
  }
  const result = await client(credentials, { method: "GET", path: `/recordings/${encodeURIComponent(recordingId)}` });
  if (result.kind === "response" && isRefusal(result) && ![401, 403].includes(result.status)) return null;
  return readAnswer(result, recordingResource);
};

const listBy = (client: TelnyxClient, credentials: CarrierCredentials, filter: Record<string, string>) =>
  readAll(
    (page) => client(credentials, { method: "GET", path: "/recordings", query: { ...filter, ...page } }),
    recordingResource,
  );

const isTrustworthy = (url: string, baseUrl: string): boolean =>
  URL.canParse(url) && (new URL(url).protocol === "https:" || new URL(url).origin === new URL(baseUrl).origin);
