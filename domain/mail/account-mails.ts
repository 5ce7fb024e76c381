export interface MailText {
  subject: string;
  text: string;
}

/** Names come from other people: they are cut and kept on one line. */
export const composeInvitationMail = (invitation: {
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

export const composePasswordResetMail = ({ link }: { link: string }): MailText => ({
  subject: "A new password for Ringdown",
  text: paragraphs(
    "Somebody asked for a new password for the Ringdown account of this address.",
    `Open this link within an hour to choose one. It works once, and all your sessions end.\n${link}`,
    "If it was not you, ignore this mail: your password stays as it is.",
  ),
});

export const composeSignUpMail = ({ link }: { link: string }): MailText => ({
  subject: "Your sign-up for Ringdown",
  text: paragraphs(
    "Somebody signed up for Ringdown with this address.",
    `Open this link within a day and type the password of the sign-up to make the account.\n${link}`,
    "If it was not you, ignore this mail: no account is made then.",
  ),
});

export const composeAlreadySignedUpMail = ({ link }: { link: string }): MailText => ({
  subject: "You have an account at Ringdown",
  text: paragraphs(
    "Somebody tried to sign up for Ringdown with this address, which has an account already.",
    `Log in with its password, or ask for a new one, here:\n${link}`,
    "If it was not you, ignore this mail: nothing has changed.",
  ),
});

export const composeSecondFactorResetMail = (reset: { organization: string; link: string }): MailText => ({
  subject: "Your second factor for Ringdown was reset",
  text: paragraphs(
    `An owner of ${nameOf(reset.organization)} has removed your authenticator app, your passkeys and your recovery codes.`,
    `Your next log-in needs your password alone. Set up a second factor again here:\n${reset.link}`,
    "If you did not ask for it, change your password and talk to the owner.",
  ),
});

export const composeDomainMail = (proof: { organization: string; domain: string; link: string }): MailText => ({
  subject: `${proof.domain} for ${nameOf(proof.organization)} on Ringdown`,
  text: paragraphs(
    `${nameOf(proof.organization)} says that ${proof.domain} is theirs, and wants people with addresses there to sign in to Ringdown by an identity provider of ${nameOf(proof.organization)}.`,
    `Whoever runs the domain opens this link within a day, if that is right.\n${proof.link}`,
    "If it is not, ignore this mail: nothing happens then.",
  ),
});

const LONGEST_NAME = 80;

const nameOf = (name: string): string => {
  const line = name.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
  return line.length > LONGEST_NAME ? `${line.slice(0, LONGEST_NAME)}…` : line;
};

const paragraphs = (...texts: string[]): string => `${texts.join("\n\n")}\n`;
