import type { ServerResponse } from "node:http";
import { z } from "zod";

export const sendReply = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
};

export const sendRefusal = (response: ServerResponse, status: number, error: { code: string; message: string }): void =>
  sendReply(response, status, { error });

export const describeInvalidRequest = (error: z.ZodError) => ({
  code: "invalid_request",
  message: z.prettifyError(error),
});
