import { z } from "zod";
import type { CarrierCredentials } from "../../../domain/call/carrier-credentials.ts";
import { type CarrierRecording, CarrierUnavailableError, type OpenRecording } from "../carrier.ts";
import { downloadRecording } from "../download-recording.ts";
import { buildAuthorization, type PlivoClient, readAnswer, requireDoneOrMissing } from "./plivo.client.ts";
import { isMissing } from "./plivo.fetch-call.ts";

const recordingResource = z.object({
  recording_id: z.string().min(1),
  recording_url: z.string().nullish(),
  recording_duration_ms: z.union([z.string(), z.number()]).nullish(),
});

const recordingList = z.object({ objects: z.array(recordingResource) });

/** Lists recordings of a call. Plivo searches the last week. */
export const listRecordings = async (
  client: PlivoClient,
  credentials: CarrierCredentials,
  callUuid: string,
): Promise<CarrierRecording[]> => {
  const search = new URLSearchParams({ call_uuid: callUuid, limit: "20" });
  const result = await client(credentials, { method: "GET", path: `/Recording/?${search.toString()}` });
  return readAnswer(result, recordingList).objects.map(toRecording);
};

const toRecording = (resource: z.infer<typeof recordingResource>): CarrierRecording => {
  const seconds = Math.round(Number(resource.recording_duration_ms ?? 0) / 1000);
  return {
    recordingId: resource.recording_id,
    url: resource.recording_url ?? null,
    durationSeconds: seconds > 0 ? seconds : null,
  };
};

/**
 * Opens a recording. The address from Plivo is tried first, if it is one of Plivo's own; when it returns nothing, Plivo
 * is asked whether the recording still exists. Accounts may protect recordings by their credentials.
 */
export const openRecording = async (
  { client, baseUrl }: { client: PlivoClient; baseUrl: string },
  credentials: CarrierCredentials,
  recording: CarrierRecording,
): Promise<OpenRecording | null> => {
  const told = isPlivos(recording.url, baseUrl) ? await download(recording.url, credentials) : null;
  if (told) return told;
  const path = `/Recording/${encodeURIComponent(recording.recordingId)}/`;
  const result = await client(credentials, { method: "GET", path });
  if (isMissing(result)) return null;
  const { url } = toRecording(readAnswer(result, recordingResource));
  if (!isPlivos(url, baseUrl))
    throw new CarrierUnavailableError("Plivo returned an address of another host for the recording");
  const opened = url === recording.url ? null : await download(url, credentials);
  if (!opened) throw new CarrierUnavailableError("Plivo: the recording is not ready yet");
  return opened;
};

/** Removes the recording with its file. */
export const removeRecording = async (
  client: PlivoClient,
  credentials: CarrierCredentials,
  { recordingId }: CarrierRecording,
): Promise<void> => {
  const path = `/Recording/${encodeURIComponent(recordingId)}/`;
  const result = await client(credentials, { method: "DELETE", path });
  if (!isMissing(result)) requireDoneOrMissing(result);
};

/** Accepts `media.plivo.com` and its regional hosts, or the test server. */
const isPlivos = (url: string | null, baseUrl: string): url is string => {
  if (url === null || !URL.canParse(url)) return false;
  const { protocol, hostname, origin } = new URL(url);
  const isOwnHost = hostname === "plivo.com" || hostname.endsWith(".plivo.com");
  return (protocol === "https:" && isOwnHost) || origin === new URL(baseUrl).origin;
};

const LONGEST_SILENCE_MS = 20_000;

/** Downloads a file; null: nothing is there. Redirects are not followed: they would lead to another host. */
const download = (url: string, credentials: CarrierCredentials): Promise<OpenRecording | null> =>
  downloadRecording({
    carrier: "Plivo",
    url,
    headers: { authorization: buildAuthorization(credentials) },
    timeoutMs: LONGEST_SILENCE_MS,
    goneStatuses: [403, 404, 410],
  });
