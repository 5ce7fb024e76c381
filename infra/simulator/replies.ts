import type { ServerResponse } from "node:http";
import { z } from "zod";

export const reply = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
};

export const refuse = (response: ServerResponse, status: number, error: { code: string; message: string }): void =>
  reply(response, status, { error });

export const invalid = (error: z.ZodError) => ({ code: "invalid_request", message: z.prettifyError(error) });
