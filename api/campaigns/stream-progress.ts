import { setTimeout as delay } from "node:timers/promises";
import type { Response } from "express";
import type { z } from "zod";
import { isOver } from "../../domain/campaign/campaign.rules.ts";
import { rawAnswer } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import type { campaignParams } from "./campaigns.schemas.ts";
import { readProgress } from "./get-progress.ts";
import { progressAnswer } from "./progress.schemas.ts";

const EVERY_MS = 1000;

type Progress = Awaited<ReturnType<typeof readProgress>>;

/** Progress as server-sent events, until the campaign is over or the client goes; a process that stops ends it as well. */
export const streamProgress = async (
  context: OperationContext,
  { params }: { params: z.output<typeof campaignParams> },
) => {
  // Read before the answer begins: an unknown campaign is still a 404.
  const first = await readProgress(context, params.campaign_id);
  return rawAnswer((response) => sendEvents(context, response, first));
};

const sendEvents = async (context: OperationContext, response: Response, first: Progress): Promise<void> => {
  response.set({
    "Content-Type": "text/event-stream; charset=utf-8",
    "Cache-Control": "no-cache, no-transform",
    // Tells buffering proxies to pass each event on at once.
    "X-Accel-Buffering": "no",
  });
  response.flushHeaders();
  const closed = new AbortController();
  response.once("close", () => closed.abort());
  let progress = first;
  while (!response.writableEnded && !closed.signal.aborted) {
    response.write(`data: ${JSON.stringify(progressAnswer.parse(progress))}\n\n`);
    if (isOver(progress.state)) break;
    await delay(EVERY_MS, undefined, { signal: closed.signal }).catch(() => undefined);
    if (!closed.signal.aborted) progress = await readProgress(context, progress.campaign_id);
  }
  response.end();
};
