import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";

export interface ReceivedRequest {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A system of somebody else's, on a port of this machine. */
export interface HttpReceiver {
  url: string;
  requests: ReceivedRequest[];
  /** The answer from now on; 200 and `{}` at first. */
  answer: (request: ReceivedRequest, response: ServerResponse) => void;
  close(): Promise<void>;
}

export const startHttpReceiver = async (): Promise<HttpReceiver> => {
  const requests: ReceivedRequest[] = [];
  const server = createServer((message, response) => {
    readRequest(message).then(
      (request) => {
        requests.push(request);
        receiver.answer(request, response);
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const receiver: HttpReceiver = {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`,
    requests,
    answer: (_request, response) => respond(response, 200, {}),
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  return receiver;
};

export const respond = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
};

const readRequest = async (message: IncomingMessage): Promise<ReceivedRequest> => {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(Buffer.from(chunk));
  return {
    method: message.method ?? "",
    url: message.url ?? "",
    headers: message.headers,
    body: Buffer.concat(chunks).toString(),
  };
};
