import { makeOnce } from "../../domain/time/make-once.ts";
import { type Config, readPublicBaseUrl } from "../config/config.ts";

export interface Mail {
  /** One address. */
  to: string;
  subject: string;
  /** Plain text only. */
  text: string;
}

/** Sends mail. */
export interface Mailer {
  /** Resolves when the mail server has accepted the mail. Throws MailError when it does not within about 30 seconds. */
  send(mail: Mail): Promise<void>;
  /** Logs in to the mail server and sends nothing. Throws MailError when it refuses or is not reachable. */
  verify(): Promise<void>;
}

/** The mail server refused the mail or was not reachable. */
export class MailError extends Error {
  override readonly name = "MailError";
}

const CONNECT_TIMEOUT_MS = 10_000;
const SILENCE_TIMEOUT_MS = 20_000;

type MailSettings = Pick<Config, "SMTP_URL" | "MAIL_FROM" | "PUBLIC_BASE_URL" | "HOST" | "PORT">;

/** Returns null without SMTP_URL: the caller then shows a link to the person who asked for it, where that is safe. */
export const openMailer = (config: MailSettings): Mailer | null => {
  if (!config.SMTP_URL) return null;
  const url = config.SMTP_URL;
  const open = makeOnce(() => openTransport(url));
  const from = config.MAIL_FROM ?? {
    name: "Ringdown",
    address: `ringdown@${new URL(readPublicBaseUrl(config)).hostname}`,
  };
  return {
    send: async ({ to, subject, text }) => {
      try {
        const transport = await open();
        await transport.sendMail({ from, to: { name: "", address: to }, subject, text });
      } catch (cause) {
        throw new MailError("the mail server refused the mail", { cause });
      }
    },
    verify: async () => {
      try {
        await (await open()).verify();
      } catch (cause) {
        throw new MailError("the mail server refused to be used", { cause });
      }
    },
  };
};

/** Loads the library with the first mail, because most processes never send one. */
const openTransport = async (url: string) => {
  const { createTransport } = await import("nodemailer");
  return createTransport({
    url,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    // The text of a mail never names a file or an address to read from.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
};
