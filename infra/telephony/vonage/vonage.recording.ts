import { z } from "zod";
import type { CarrierCredentials } from "../../../domain/call/carrier-credentials.ts";
import { type CarrierRecording, CarrierRefusedError, type OpenRecording } from "../carrier.ts";
import { downloadRecording } from "../download-recording.ts";
import { callResource, toDate } from "./vonage.call.ts";
import { readAnswer, requireDone, signApplicationToken, type VonageClient } from "./vonage.client.ts";

/** Regions have their own hosts: `api-us.nexmo.com`, `api-eu-1.vonage.com`. */
const VONAGE_HOST = /^api(-[a-z0-9-]+)?\.(nexmo|vonage)\.com$/;

/** Converts a recording of an event. Its id is the file's, which the event and the list of events have in common. */
export const toRecording = (told: {
  url: string;
  startedAt: string | null | undefined;
  endedAt: string | null | undefined;
}): CarrierRecording => {
  const [began, ended] = [toDate(told.startedAt), toDate(told.endedAt)];
  const seconds = began && ended && Math.round((ended.getTime() - began.getTime()) / 1000);
  const path = URL.canParse(told.url) ? new URL(told.url).pathname : told.url;
  return { recordingId: path.split("/").at(-1) ?? "", url: told.url, durationSeconds: seconds };
};

/** Opens the file, from Vonage only: the request carries our token. null: the file no longer exists. */
export const openRecording = async (
  client: VonageClient,
  credentials: CarrierCredentials,
  recording: CarrierRecording,
): Promise<OpenRecording | null> =>
  downloadRecording({
    carrier: "Vonage",
    url: buildFileUrl(client.options.apiUrl, recording),
    headers: { authorization: `Bearer ${await signApplicationToken(credentials)}` },
    timeoutMs: client.options.readTimeoutMs,
    goneStatuses: [404, 410],
  });

/**
 * Removes the file by the Media API, the only one of Vonage's that removes files, which does not say that it has recordings of calls:
 * so the file is asked for afterwards, and what is still there counts as kept.
 */
export const removeRecording = async (
  client: VonageClient,
  credentials: CarrierCredentials,
  recording: CarrierRecording,
): Promise<void> => {
  const path = `/v3/media/${encodeURIComponent(recording.recordingId)}`;
  const result = await client.asApplication(credentials, { method: "DELETE", path });
  if (!(result.kind === "response" && [404, 410].includes(result.status))) requireDone(result);
  const left = await openRecording(client, credentials, recording);
  if (left === null) return;
  left.stream.destroy();
  throw new CarrierRefusedError("Vonage does not remove the recording, and keeps it until its time of storage is over");
};

/** Returns the address of a file: the event's, if that is Vonage's own; else one made of its id. */
export const buildFileUrl = (apiUrl: string, { recordingId, url }: CarrierRecording): string => {
  const told = url !== null && URL.canParse(url) ? new URL(url) : null;
  const isTheirs = told?.protocol === "https:" && told.port === "" && VONAGE_HOST.test(told.hostname);
  if (told && (isTheirs || told.origin === new URL(apiUrl).origin)) return told.href;
  return `${apiUrl}/v1/files/${encodeURIComponent(recordingId)}`;
};

const recorded = z.object({
  type: z.string(),
  body: z.object({ destination_url: z.string(), start_time: z.string().nullish(), end_time: z.string().nullish() }),
});
const eventPage = z.object({
  _embedded: z
    .union([z.array(z.unknown()), z.object({ events: z.array(z.unknown()) }).transform(({ events }) => events)])
    .nullish(),
});

/** Lists recordings from the events of the call's conversation, which Vonage stores. */
export const listRecordings = async (
  client: VonageClient,
  credentials: CarrierCredentials,
  uuid: string,
): Promise<CarrierRecording[]> => {
  const get = (path: string) => client.asApplication(credentials, { method: "GET", path });
  const looked = await get(`/v1/calls/${encodeURIComponent(uuid)}`);
  if (looked.kind === "response" && looked.status === 404) return [];
  const { conversation_uuid: conversation } = readAnswer(looked, callResource);
  if (!conversation) return [];
  const search = new URLSearchParams({ event_type: "audio:record:done", page_size: "100" });
  const listed = await get(`/v1/conversations/${encodeURIComponent(conversation)}/events?${search.toString()}`);
  if (listed.kind === "response" && listed.status === 404) return [];
  return (readAnswer(listed, eventPage)._embedded ?? []).flatMap((each) => {
    const event = recorded.safeParse(each).data;
    if (event?.type !== "audio:record:done") return [];
    const { destination_url: url, start_time: startedAt, end_time: endedAt } = event.body;
    return [toRecording({ url, startedAt, endedAt })];
  });
};
