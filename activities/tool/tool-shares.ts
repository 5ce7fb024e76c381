import { TOO_MANY_TOOL_CALLS, TOOL_CALL_SHARE } from "../../domain/tool/tool-call-shares.ts";
import { createKeyedSemaphore, type KeyedSemaphore } from "../../infra/limits/keyed-semaphore.ts";

/** The tool calls that one worker has in progress or waiting: most of them wait for an answer and cost little. */
export const TOOL_CALLS_AT_A_TIME = 240;
/** The others are for calls that are only looked up or refused, which take a moment. */
const PERMITS = TOOL_CALLS_AT_A_TIME - 20;

/**
 * The limits for one organization, so that systems that answer late take these permits and no more, and fewer when several
 * organizations have such systems. Somebody is on the line, so a call waits only a short time behind others of its organization.
 */
const SHARE = {
  permits: PERMITS,
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
