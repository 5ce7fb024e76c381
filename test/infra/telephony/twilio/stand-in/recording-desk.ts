import { randomBytes } from "node:crypto";
import { type Desk, refuse, reply } from "./replies.ts";

const TYPES: Readonly<Record<string, string>> = { mp3: "audio/mpeg", wav: "audio/x-wav" };

/** Twilio's recordings. */
export const createRecordingDesk = () => {
  const bytes = randomBytes(200_000);
  const kept = new Map<string, { callSid: string; status: string }>();
  const present = (sid: string, { callSid, status }: { callSid: string; status: string }) => ({
    sid,
    call_sid: callSid,
    status,
    duration: status === "completed" ? "61" : "-1",
    channels: 2,
  });
  const desk: Desk = ({ method, path, query, response }) => {
    const callSid = /^\/Calls\/(CA\w+)\/Recordings\.json$/.exec(path)?.[1];
    if (callSid && method === "GET") {
      const recordings = [...kept].filter(([, each]) => each.callSid === callSid);
      reply(response, 200, { recordings: recordings.map(([sid, each]) => present(sid, each)) });
      return true;
    }
    const [, sid = "", format] = /^\/Recordings\/(RE\w+)\.(json|mp3|wav)$/.exec(path) ?? [];
    if (!format) return false;
    const recording = kept.get(sid);
    if (!recording || (format !== "json" && recording.status !== "completed")) {
      refuse(response, 404, 20404, `The requested resource ${path} was not found`);
    } else if (method === "DELETE") {
      kept.delete(sid);
      response.writeHead(204).end();
    } else if (format === "json") reply(response, 200, present(sid, recording));
    else if (![null, "1", "2"].includes(query.get("RequestedChannels")))
      refuse(response, 400, 20001, "Invalid channels");
    else response.writeHead(200, { "content-type": TYPES[format], "content-length": bytes.length }).end(bytes);
    return true;
  };
  return {
    desk,
    bytes,
    kept,
    record: (callSid: string): string => {
      const sid = `RE${randomBytes(16).toString("hex")}`;
      kept.set(sid, { callSid, status: "completed" });
      return sid;
    },
  };
};
