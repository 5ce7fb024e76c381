import { createOrganizationShares, type OrganizationShares } from "../../infra/organization-shares.ts";

/** The tool calls that one worker has under way or waiting: most of them wait for an answer and cost little. */
export const TOOL_CALLS_AT_A_TIME = 240;
/** A call that is looked up or refused needs a place of the worker for a moment, also when all others are held. */
const PLACES = TOOL_CALLS_AT_A_TIME - 20;

/**
 * An organization whose systems answer late, or after the whole time-out of its tools, has these places and no more, and
 * fewer when those of several do.
 * Somebody is on the line, so a call waits only a short time behind the others of its organization.
 */
const SHARE = {
  places: PLACES,
  atATime: 30,
  mostWaiting: { ofOrganization: 15, inAll: 45 },
  waitMs: 20_000,
};

/** A tool call that was not sent because too many of its organization are still waiting for their answers. */
export class ToolShareError extends Error {
  override readonly name = "ToolShareError";
}

const SENTENCE = "Too many requests of this organization's tools wait for their answers. This one was not sent.";

/** Creates the shares of one worker. */
export const createToolShares = (limits: Partial<typeof SHARE> = {}): OrganizationShares =>
  createOrganizationShares({ ...SHARE, ...limits, refuse: () => new ToolShareError(SENTENCE) });
