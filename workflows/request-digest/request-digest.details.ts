/** Markdown for the Temporal UI; who is told what is in rows alone. */
export const digestDetails = ({ organizationId, nextAt }: { organizationId: number; nextAt: string }): string =>
  [
    `**Waits** until ${nextAt}: a member gets one mail about requests in ten minutes`,
    "",
    `Mail of organization ${organizationId}`,
  ].join("\n");
