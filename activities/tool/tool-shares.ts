import { TOO_MANY_TOOL_CALLS, TOOL_CALL_SHARE, TOOL_CALLS_SENT_AT_A_TIME } from "../../domain/tool/tool-call-shares.ts";
import { createKeyedSemaphore, type KeyedSemaphore } from "../../infra/limits/keyed-semaphore.ts";

/** The share of one organization is smaller when several organizations have systems that answer late. */
const SHARE = {
  permits: TOOL_CALLS_SENT_AT_A_TIME,
  hasFairShares: true,
  permitsOfKey: TOOL_CALL_SHARE.atATime,
  mostWaiting: { ofKey: TOOL_CALL_SHARE.waiting, inAll: 45 },
  waitMs: TOOL_CALL_SHARE.waitSeconds * 1000,
};

/** Thrown for a tool call that was not sent, because too many calls of its organization still wait for their answers. */
export class ToolShareError extends Error {
  override readonly name = "ToolShareError";
}

/** Creates the shares of one worker. */
export const createToolShares = (limits: Partial<typeof SHARE> = {}): KeyedSemaphore<number> =>
  createKeyedSemaphore({ ...SHARE, ...limits, refuse: () => new ToolShareError(TOO_MANY_TOOL_CALLS) });
