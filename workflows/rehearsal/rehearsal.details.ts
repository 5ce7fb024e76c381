import { countPlayed, type RehearsalCounts } from "../../domain/rehearsal/rehearsal.rules.ts";
import type { RehearsalInput, RehearsalProgress } from "./rehearsal.contract.ts";

/** Markdown for the Temporal UI; the words of conversations are only in rows. */
export const describeRehearsal = (
  { organizationId, rehearsalUuid }: RehearsalInput,
  { state, counts }: RehearsalProgress,
): string =>
  [
    `**${state}**: ${countPlayed(counts)} of ${countAll(counts)} conversations played`,
    "",
    `${counts.green} green, ${counts.red} red, ${counts.failed} could not be played`,
    "",
    `Rehearsal \`${rehearsalUuid}\` of organization ${organizationId}. To hold it: send the signal \`pause\`, \`resume\` or \`cancel\`, no input.`,
  ].join("\n");

const countAll = (counts: RehearsalCounts): number =>
  Object.values<number>({ ...counts }).reduce((sum, count) => sum + count, 0);
