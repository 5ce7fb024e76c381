import { type Resource, refuse, reply, replyPage } from "./answers.ts";

export interface StandInRecording {
  id: string;
  callUuid: string;
  seconds: number;
  url: string;
}

/** Stores recordings. */
export interface RecordingShelf {
  keep(recording: Omit<StandInRecording, "url">): StandInRecording;
  all: Map<string, StandInRecording>;
  bytes: Buffer;
}

export const createRecordingShelf = (baseUrl: () => string): RecordingShelf => {
  const all = new Map<string, StandInRecording>();
  return {
    all,
    bytes: Buffer.from("RIFF the words of two people"),
    keep: (recording) => {
      const kept = { ...recording, url: `${baseUrl()}/Recording/${recording.id}.wav` };
      all.set(recording.id, kept);
      return kept;
    },
  };
};

/** `Recording/`, and the media server, protected by the account's credentials. */
export const recordingsOf =
  (shelf: RecordingShelf): Resource =>
  (asked) => {
    const [, id, isMedia] = /^\/Recording\/(?:([0-9a-f-]+)(?:(\.wav)|\/))?$/.exec(asked.path) ?? [];
    if (asked.path === "/Recording/") {
      const unknown = [...asked.query.keys()].find((name) => !["call_uuid", "limit", "offset"].includes(name));
      if (unknown) return refuse(asked, 400, `${unknown} is not a known parameter`);
      const wanted = [...shelf.all.values()].filter(
        ({ callUuid }) => callUuid === (asked.query.get("call_uuid") ?? callUuid),
      );
      return replyPage(asked, wanted, present);
    }
    if (id === undefined) return false;
    const recording = shelf.all.get(id);
    if (!recording) return refuse(asked, 404, "recording not found");
    if (!isMedia && asked.method === "DELETE") {
      shelf.all.delete(id);
      asked.response.writeHead(204).end();
      return true;
    }
    if (!isMedia) return reply(asked, 200, present(recording));
    const headers = { "content-type": "audio/x-wav", "content-length": String(shelf.bytes.length) };
    asked.response.writeHead(200, headers).end(shelf.bytes);
    return true;
  };

const present = (recording: StandInRecording) => ({
  recording_id: recording.id,
  call_uuid: recording.callUuid,
  conference_name: null,
  recording_format: "wav",
  recording_type: "normal",
  recording_duration_ms: `${recording.seconds * 1000}.00000`,
  recording_url: recording.url,
  add_time: "2026-01-02 03:04:05.000000+05:30",
});
