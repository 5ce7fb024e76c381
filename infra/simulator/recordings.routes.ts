import type { ApiRequest } from "./api-request.ts";
import { sendRefusal } from "./replies.ts";

/** Answers `GET` and `DELETE /v1/recordings/{id}`. */
export const answerRecordings = ({ exchange, response, url }: ApiRequest, method: string): void => {
  const id = decodeURIComponent(url.pathname.slice("/v1/recordings/".length));
  const wav = exchange.openRecording(id);
  if (!wav) return sendRefusal(response, 404, { code: "not_found", message: "There is no such recording." });
  if (method === "DELETE") {
    exchange.removeRecording(id);
    return void response.writeHead(204).end();
  }
  response.writeHead(200, { "content-type": "audio/wav", "content-length": wav.length }).end(wav);
};
