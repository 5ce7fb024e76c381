import { type IncomingMessage, request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";

export interface DownloadRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** Until the first byte of the answer, and between any two bytes after it. */
  idleTimeoutMs: number;
}

export type Download =
  | { kind: "response"; status: number; message: IncomingMessage }
  | { kind: "no_response"; detail: string };

/**
 * Begins a download and hands the body over as it comes, for what is too large to keep in memory. Follows no redirect:
 * where one leads is for the caller to judge. Never throws; the caller reads or destroys `message`.
 */
export const openDownload = ({ url, headers, idleTimeoutMs }: DownloadRequest): Promise<Download> =>
  new Promise((resolve) => {
    const lost = (error: unknown) =>
      resolve({ kind: "no_response", detail: error instanceof Error ? error.message : String(error) });
    try {
      const request = new URL(url).protocol === "https:" ? httpsRequest : httpRequest;
      const sent = request(url, { headers, timeout: idleTimeoutMs });
      sent.on("timeout", () => sent.destroy(new Error(`nothing came for ${idleTimeoutMs} ms`)));
      sent.on("error", lost);
      sent.on("response", (message) => resolve({ kind: "response", status: message.statusCode ?? 0, message }));
      sent.end();
    } catch (error) {
      lost(error);
    }
  });
