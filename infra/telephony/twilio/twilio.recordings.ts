import { z } from "zod";
import type { CarrierCredentials } from "../../../domain/call/carrier-credentials.ts";
import { type CarrierRecording, CarrierUnavailableError, type OpenRecording } from "../carrier.ts";
import { downloadRecording } from "../download-recording.ts";
import {
  buildAuthorization,
  buildResourceUrl,
  readAnswer,
  requireDoneOrMissing,
  type TwilioClient,
  type TwilioClientOptions,
} from "./twilio.client.ts";

const recordingResource = z.object({ sid: z.string(), status: z.string(), duration: z.string().nullish() });
const recordingList = z.object({ recordings: z.array(recordingResource) });

/** Too short, silent or removed: such a recording never gets any sound. */
const EMPTY = ["absent", "deleted", "failed"];

/** Lists the recordings of a call, unfinished ones included. */
export const listRecordings = async (
  client: TwilioClient,
  credentials: CarrierCredentials,
  callSid: string,
): Promise<CarrierRecording[]> => {
  const path = `/Calls/${encodeURIComponent(callSid)}/Recordings.json`;
  const result = await client(credentials, { method: "GET", path });
  if (result.kind === "response" && result.status === 404) return [];
  const { recordings } = readAnswer(result, recordingList);
  return recordings.filter(({ status }) => !EMPTY.includes(status)).map(toRecording);
};

const toRecording = ({ sid, duration }: z.infer<typeof recordingResource>): CarrierRecording => ({
  recordingId: sid,
  url: null,
  durationSeconds: toDuration(duration),
});

/** Returns whole seconds; Twilio writes -1 while it is still recording. */
export const toDuration = (value: string | null | undefined): number | null => {
  const seconds = Number.parseInt(value ?? "", 10);
  return seconds >= 0 ? seconds : null;
};

/**
 * Opens the recording as WAV, both sides in separate channels, the person's first. It is found by its id alone, never
 * by an address from a request. The resource is read first: the bytes of an unfinished recording answer 404 like those
 * of a deleted one.
 */
export const openRecording = async (
  { client, options }: { client: TwilioClient; options: TwilioClientOptions },
  credentials: CarrierCredentials,
  { recordingId }: CarrierRecording,
): Promise<OpenRecording | null> => {
  const path = `/Recordings/${encodeURIComponent(recordingId)}`;
  const result = await client(credentials, { method: "GET", path: `${path}.json` });
  if (result.kind === "response" && result.status === 404) return null;
  const { status } = readAnswer(result, recordingResource);
  if (EMPTY.includes(status)) return null;
  if (status !== "completed") throw new CarrierUnavailableError(`Twilio: the recording is not ready yet (${status})`);
  return downloadRecording({
    carrier: "Twilio",
    url: buildResourceUrl(options.baseUrl, credentials, `${path}.wav?RequestedChannels=2`),
    headers: { authorization: buildAuthorization(credentials) },
    timeoutMs: options.readTimeoutMs,
    fallbackContentType: "audio/wav",
  });
};

/** Removes the recording; Twilio keeps its metadata for 40 days, which hold no sound. */
export const removeRecording = async (
  client: TwilioClient,
  credentials: CarrierCredentials,
  { recordingId }: CarrierRecording,
): Promise<void> => {
  const path = `/Recordings/${encodeURIComponent(recordingId)}.json`;
  requireDoneOrMissing(await client(credentials, { method: "DELETE", path }));
};
