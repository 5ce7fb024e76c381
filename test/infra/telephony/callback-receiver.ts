import { createServer } from "node:http";
import type { CarrierDocument } from "../../../domain/call/call-instructions.ts";
import type { CallbackRequest } from "../../../infra/telephony/carrier.ts";

/** The platform's side of callbacks: keeps every request as it came, raw. */
export interface CallbackReceiver {
  /** The root of the addresses for carriers: `<baseUrl>/<run>/status`. */
  baseUrl: string;
  /** Requests whose path begins with the run, oldest first. */
  of(runUuid: string): CallbackRequest[];
  /** Sets the answer to callbacks from now on. */
  answerWith(status: number): void;
  close(): Promise<void>;
}

/** `answer` may give a document for a request; without one the answer is empty. */
export const startCallbackReceiver = async (
  answer: (request: CallbackRequest) => Promise<CarrierDocument | null> = async () => null,
): Promise<CallbackReceiver> => {
  const received: CallbackRequest[] = [];
  let status = 204;
  let baseUrl = "";
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const callback = {
      method: request.method ?? "",
      url: `${baseUrl}${request.url}`,
      headers,
      body: Buffer.concat(chunks),
    };
    received.push(callback);
    const document = await answer(callback);
    if (document) response.writeHead(200, { "content-type": document.contentType }).end(document.body);
    else response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the receiver has no port");
  baseUrl = `http://127.0.0.1:${address.port}`;
  return {
    baseUrl,
    of: (runUuid) => received.filter((each) => each.url.startsWith(`${baseUrl}/${runUuid}/`)),
    answerWith: (next) => {
      status = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
