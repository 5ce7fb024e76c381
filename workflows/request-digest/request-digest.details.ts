/** Markdown for the Temporal UI; only rows have the recipients. */
export const describeDigest = ({ organizationId, nextAt }: { organizationId: number; nextAt: string }): string =>
  [
    `**Waits** until ${nextAt}: a member gets one mail about requests in ten minutes`,
    "",
    `Mail of organization ${organizationId}`,
  ].join("\n");
