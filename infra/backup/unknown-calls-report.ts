import type { Restored } from "./restore-backup.ts";

/**
 * Returns the lines that an operator has to read after a restore: the calls that the old platform may have made after
 * the backup.
 */
export const describeUnknownCalls = ({ manifest, unknown }: Pick<Restored, "manifest" | "unknown">): string[] => {
  const { campaigns, waiting, underWay } = unknown;
  return [
    `Restored as it was at ${manifest.takenAt}. What happened after that is unknown, and these are not dialled again:`,
    `${campaigns.length} campaigns were under way and are canceled. They may have called some of these people since:`,
    ...campaigns.map(
      ({ organizationId, id, name, contacts }) =>
        `  organization ${organizationId}, campaign ${id}, "${name}": ${contacts} contacts`,
    ),
    `${waiting.length} calls waited and are canceled. They may have been made since:`,
    ...waiting.map(({ organizationId, uuid }) => `  organization ${organizationId}, run ${uuid}`),
    `${underWay.length} calls were with a carrier, which is asked how they ended:`,
    ...underWay.map(({ organizationId, uuid, state }) => `  organization ${organizationId}, run ${uuid}, ${state}`),
    "Compare them with the carrier's own record before anybody is called again.",
  ];
};
