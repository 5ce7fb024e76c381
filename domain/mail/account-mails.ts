export interface MailText {
  subject: string;
  text: string;
}

/** The names are other people's words: they stand in sentences of one line, shortened. */
export const invitationMail = (invitation: {
  organization: string;
  inviter: string;
  role: string;
  link: string;
}): MailText => ({
  subject: `Invitation to ${nameOf(invitation.organization)}`,
  text: paragraphs(
    `${nameOf(invitation.inviter)} invites you to join ${nameOf(invitation.organization)} on Ringdown as ${invitation.role}.`,
    `Open this link within seven days to accept. It works once.\n${invitation.link}`,
    "If you do not know the sender, ignore this mail: nothing happens then.",
  ),
});

export const passwordResetMail = ({ link }: { link: string }): MailText => ({
  subject: "A new password for Ringdown",
  text: paragraphs(
    "Somebody asked for a new password for the Ringdown account of this address.",
    `Open this link within an hour to choose one. It works once, and all your sessions end.\n${link}`,
    "If it was not you, ignore this mail: your password stays as it is.",
  ),
});

const LONGEST_NAME = 80;

const nameOf = (name: string): string => {
  const line = name.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
  return line.length > LONGEST_NAME ? `${line.slice(0, LONGEST_NAME)}…` : line;
};

const paragraphs = (...texts: string[]): string => `${texts.join("\n\n")}\n`;
