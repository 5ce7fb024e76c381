import type { Restored } from "./restore-backup.ts";

/**
 * Returns the lines that an operator has to read after a restore: the calls that the old platform may have made after
 * the backup.
 */
export const describeUnknownCalls = ({ manifest, unknown }: Pick<Restored, "manifest" | "unknown">): string[] => {
  const { campaigns, drafts, waiting, underWay, requests, replies } = unknown;
  return [
    `Restored as it was at ${manifest.takenAt}. What happened after that is unknown, and these are not dialled again:`,
    `${campaigns.length} campaigns were under way and are canceled. They may have called some of these people since:`,
    ...campaigns.map(
      ({ organizationId, id, name, contacts }) =>
        `  organization ${organizationId}, campaign ${id}, "${name}": ${contacts} contacts`,
    ),
    `${drafts.length} campaigns were drafts and stay so. Somebody may have started them since:`,
    ...drafts.map(({ organizationId, id, name }) => `  organization ${organizationId}, campaign ${id}, "${name}"`),
    `${waiting.length} calls waited and are canceled. They may have been made since:`,
    ...waiting.map(({ organizationId, uuid }) => `  organization ${organizationId}, run ${uuid}`),
    `${underWay.length} calls were with a carrier, which is asked how they ended:`,
    ...underWay.map(({ organizationId, uuid, state }) => `  organization ${organizationId}, run ${uuid}, ${state}`),
    `${requests.length} requests to people were unfinished and are ended. What they asked for may have been done since:`,
    ...requests.map(
      ({ organizationId, eventId, kind, unknown: step }) =>
        `  organization ${organizationId}, event ${eventId}, ${kind}: ${step} unknown`,
    ),
    `${replies.length} messages waited for a reply, which may have come since, and get none:`,
    ...replies.map(({ organizationId, eventId }) => `  organization ${organizationId}, event ${eventId}`),
    "Compare them with the carrier's own record before anybody is called again.",
  ];
};
