import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import type { ListResult, PreparedRequest } from "./request-list.ts";

/** `node request-list.process.ts FILE CONNECTIONS`, with an IPC channel for the result. */
const [file = "", connections = ""] = process.argv.slice(2);
const requests: PreparedRequest[] = JSON.parse(readFileSync(file, "utf8"));
const agent = new Agent({ keepAlive: true, maxSockets: Number(connections) });

/** Returns the answer's status and text; a sentence when there was none. */
const send = ({ url, headers, body }: PreparedRequest): Promise<string> =>
  new Promise((resolve) => {
    const sent = request(url, { method: "POST", agent, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      response.on("end", () => resolve(`${response.statusCode} ${text}`));
    });
    sent.on("error", (error) => resolve(error.message));
    sent.end(body);
  });

let next = 0;
const failed: string[] = [];
const lane = async (): Promise<void> => {
  for (let each = requests[next++]; each; each = requests[next++]) {
    const answer = await send(each);
    if (!answer.startsWith("2")) failed.push(answer);
  }
};
const startedMs = performance.now();
await Promise.all(Array.from({ length: Number(connections) }, lane));
const result: ListResult = {
  perSecond: requests.length / ((performance.now() - startedMs) / 1000),
  failures: failed.length,
  firstFailure: failed[0] ?? null,
};
agent.destroy();
process.send?.(result, () => process.disconnect());
