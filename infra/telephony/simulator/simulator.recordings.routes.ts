import { recordingWav } from "./simulator.recording.ts";
import { refuse } from "./simulator.replies.ts";
import type { Visit } from "./simulator.visit.ts";

/** `GET` and `DELETE /v1/recordings/{id}`. */
export const answerRecordings = ({ exchange, response, url }: Visit, method: string): void => {
  const id = decodeURIComponent(url.pathname.slice("/v1/recordings/".length));
  if (!exchange.findRecording(id)) {
    return refuse(response, 404, { code: "not_found", message: "There is no such recording." });
  }
  if (method === "DELETE") {
    exchange.removeRecording(id);
    return void response.writeHead(204).end();
  }
  const wav = recordingWav();
  response.writeHead(200, { "content-type": "audio/wav", "content-length": wav.length }).end(wav);
};
