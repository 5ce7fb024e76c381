import type { Restored } from "./restore-backup.ts";

/**
 * Returns the lines that an operator has to read after a restore: the calls that the old platform may have made after
 * the backup.
 */
export const describeUnknownCalls = ({ manifest, unknown }: Pick<Restored, "manifest" | "unknown">): string[] => {
  const { campaigns, drafts, waiting, underWay, requests, replies } = unknown;
  const found = [
    ...listFound(
      campaigns,
      "campaign was under way and is canceled. It may have called some of its people since:",
      "campaigns were under way and are canceled. They may have called some of their people since:",
      ({ id, name, contacts }) => `campaign ${id}, "${name}": ${contacts} contacts`,
    ),
    ...listFound(
      drafts,
      "campaign was a draft and stays so. Somebody may have started it since:",
      "campaigns were drafts and stay so. Somebody may have started them since:",
      ({ id, name }) => `campaign ${id}, "${name}"`,
    ),
    ...listFound(
      waiting,
      "call waited and is canceled. It may have been made since:",
      "calls waited and are canceled. They may have been made since:",
      ({ uuid }) => `run ${uuid}`,
    ),
    ...listFound(
      underWay,
      "call was with a carrier, which is asked how it ended:",
      "calls were with a carrier, which is asked how they ended:",
      ({ uuid, state }) => `run ${uuid}, ${state}`,
    ),
    ...listFound(
      requests,
      "request to people was unfinished and is ended. What it asked for may have been done since:",
      "requests to people were unfinished and are ended. What they asked for may have been done since:",
      ({ eventId, kind, unknown: step }) => `event ${eventId}, ${kind}: ${step} unknown`,
    ),
    ...listFound(
      replies,
      "message waited for a reply, which may have come since, and gets none:",
      "messages waited for a reply, which may have come since, and get none:",
      ({ eventId }) => `event ${eventId}`,
    ),
  ];
  const takenAt = `Restored as it was at ${manifest.takenAt}.`;
  if (found.length === 0)
    return [
      `${takenAt} No campaign, call, request or reply was under way then. Nothing tells what was begun after that: compare the carrier's own record before anybody is called.`,
    ];
  return [
    `${takenAt} What happened after that is unknown, and these are not dialled again:`,
    ...found,
    "Compare them with the carrier's own record before anybody is called again.",
  ];
};

/** Returns a line that says how many there are, and one for each; none where there are none. `one` and `several` follow the number. */
const listFound = <Item extends { organizationId: number }>(
  items: readonly Item[],
  one: string,
  several: string,
  describe: (item: Item) => string,
): string[] =>
  items.length === 0
    ? []
    : [
        `${items.length} ${items.length === 1 ? one : several}`,
        ...items.map((item) => `  organization ${item.organizationId}, ${describe(item)}`),
      ];
