import type { MailText } from "./account-mails.ts";

/** Tells an owner that the organization's agents cannot answer. */
export const composeModelOutageMail = (
  { organization, reason }: { organization: string; reason: string },
  { link }: { link: string },
): MailText => ({
  subject: "Your agents cannot answer: their language model fails",
  text: [
    `The last three answers that agents of ${organization} asked a language model for have failed: ${reason}.`,
    `Look at the models, their keys and their funds: ${link}`,
    "You get this mail as an owner, once until an answer succeeds again.\n",
  ].join("\n\n"),
});
