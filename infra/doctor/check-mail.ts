import type { Config } from "../config/config.ts";
import { openMailer } from "../mail/mailer.ts";
import { type Check, good, warning } from "./finding.ts";

/** Logs in to the mail server; nothing is sent. */
export const checkMail = (config: Config): Check => ({
  part: "Mail",
  look: async () => {
    const mailer = openMailer(config);
    if (!mailer)
      return [
        warning("No mail server is configured: links for new members are shown to who invites them", "Set SMTP_URL"),
      ];
    await mailer.verify();
    return [good("The mail server lets this login send")];
  },
});
