import { MailError, openMailer } from "../mail/mailer.ts";
import { describeError } from "./examine.ts";
import { type Check, fault, good, warning } from "./finding.ts";

/** Logs in to the mail server; nothing is sent. */
export const checkMail = (config: Parameters<typeof openMailer>[0]): Check => ({
  part: "mail",
  look: async () => {
    const mailer = openMailer(config);
    if (!mailer) return [warning("mail_unset")];
    try {
      await mailer.verify();
      return [good("mail_accepted")];
    } catch (error) {
      if (!(error instanceof MailError)) throw error;
      return [fault("mail_refused", { reason: describeError(error.cause) })];
    }
  },
});
