import type { Response } from "express";
import type { StreamEvent } from "./load/shared-readings.ts";

/** The interval of comments that keep proxies from closing an idle stream. */
const SIGN_OF_LIFE_EVERY_MS = 15_000;

/** Begins an answer of server-sent events; it shows signs of life until its connection closes. */
export const beginEvents = (response: Response): void => {
  response.set({
    "Content-Type": "text/event-stream; charset=utf-8",
    "Cache-Control": "no-cache, no-transform",
    // Tells buffering proxies to pass each event on at once.
    "X-Accel-Buffering": "no",
  });
  response.flushHeaders();
  const signs = setInterval(() => response.write(": \n\n"), SIGN_OF_LIFE_EVERY_MS);
  response.once("close", () => clearInterval(signs));
  if (response.closed) clearInterval(signs);
};

export const formatEvent = ({ id, event, data }: StreamEvent): string =>
  [...(id ? [`id: ${id}`] : []), ...(event ? [`event: ${event}`] : []), `data: ${JSON.stringify(data)}`, "", ""].join(
    "\n",
  );
