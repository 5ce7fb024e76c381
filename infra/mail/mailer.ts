import { createTransport } from "nodemailer";
import { type Config, publicBaseUrl } from "../config/config.ts";

export interface Mail {
  /** One address. */
  to: string;
  subject: string;
  /** Plain text; there is no other form. */
  text: string;
}

/** Sends mail to people. */
export interface Mailer {
  /** Resolves when the mail server has taken the mail. Throws MailError when it has not within some 30 seconds. */
  send(mail: Mail): Promise<void>;
}

/** The mail server refused the mail or was not reached. */
export class MailError extends Error {
  override readonly name = "MailError";
}

const CONNECT_TIMEOUT_MS = 10_000;
const SILENCE_TIMEOUT_MS = 20_000;

type MailSettings = Pick<Config, "SMTP_URL" | "MAIL_FROM" | "PUBLIC_BASE_URL" | "HOST" | "PORT">;

/** Null without SMTP_URL: whoever would mail a link then shows it to the person who asked for it, where that is safe. */
export const openMailer = (config: MailSettings): Mailer | null => {
  if (!config.SMTP_URL) return null;
  const transport = createTransport({
    url: config.SMTP_URL,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    // A mail's text never names a file or an address to read from.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const from = config.MAIL_FROM ?? { name: "Ringdown", address: `ringdown@${new URL(publicBaseUrl(config)).hostname}` };
  return {
    send: async ({ to, subject, text }) => {
      try {
        await transport.sendMail({ from, to: { name: "", address: to }, subject, text });
      } catch (cause) {
        throw new MailError("the mail server did not take the mail", { cause });
      }
    },
  };
};
