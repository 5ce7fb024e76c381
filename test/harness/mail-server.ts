import { SMTPServer } from "smtp-server";

export interface ReceivedMail {
  to: string[];
  subject: string;
  text: string;
}

export interface MailServer {
  /** The value for SMTP_URL. */
  url: string;
  /** The received mails in the order of arrival. */
  mails: ReceivedMail[];
  /** When each of them was taken; epoch milliseconds. */
  takenAtMs: number[];
  /** Refuses mail from now on, or accepts it again. */
  setRefusing(refusing: boolean): void;
  close(): Promise<void>;
}

const MAIL_USER = { name: "ringdown", password: "the mail password" };

/** Starts a real mail server, on a port of its own, that wants a log-in and keeps what it takes. */
export const startMailServer = async (): Promise<MailServer> => {
  const mails: ReceivedMail[] = [];
  const takenAtMs: number[] = [];
  let isRefusing = false;
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    onAuth: ({ username, password }, _session, done) =>
      username === MAIL_USER.name && password === MAIL_USER.password
        ? done(null, { user: username })
        : done(new Error("wrong password")),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        if (isRefusing) return done(new Error("no mail today"));
        const to = session.envelope.rcptTo.map(({ address }) => address);
        mails.push({ to, ...readMail(Buffer.concat(chunks).toString("utf8")) });
        takenAtMs.push(Date.now());
        done();
      });
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.on("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `smtp://${MAIL_USER.name}:${encodeURIComponent(MAIL_USER.password)}@127.0.0.1:${port}`,
    mails,
    takenAtMs,
    setRefusing: (refusing) => {
      isRefusing = refusing;
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
};

const readMail = (raw: string): Pick<ReceivedMail, "subject" | "text"> => {
  const [head = "", ...body] = raw.split("\r\n\r\n");
  const unfolded = head.replaceAll(/\r\n[ \t]+/g, " ");
  const subject = /^Subject: (.*)$/im.exec(unfolded)?.[1] ?? "";
  const isQuoted = /^Content-Transfer-Encoding: quoted-printable$/im.test(unfolded);
  const content = body.join("\r\n\r\n");
  return { subject, text: (isQuoted ? unquote(content) : content).replaceAll("\r\n", "\n") };
};

const unquote = (content: string): string => {
  const bytes = content
    .replaceAll(/=\r\n/g, "")
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
};
