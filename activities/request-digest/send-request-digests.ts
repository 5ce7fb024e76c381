import { MAIL_EVERY_SECONDS } from "../../domain/mail/request-digest.rules.ts";
import { composeRequestDigestMail } from "../../domain/mail/request-digest-mail.ts";
import { MailError, type Mailer } from "../../infra/mail/mailer.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import {
  deleteAllMails,
  deleteSentMails,
  listMembersToMail,
  postponeMail,
  readMail,
  readSecondsToNextMail,
  reserveMail,
} from "../../infra/postgres/request/request-mails.repository.ts";
import type { RequestDigestInput } from "../../workflows/request-digest/request-digest.contract.ts";
import type { WorkerDependencies } from "../dependencies.ts";

type Dependencies = Pick<WorkerDependencies, "database" | "mailer" | "logger" | "publicBaseUrl">;

const RETRY_SECONDS = 60;
const MEMBERS_AT_A_TIME = 100;

export const sendRequestDigests = async (
  deps: Dependencies,
  { organizationId }: RequestDigestInput,
): Promise<{ nextInSeconds: number | null }> => {
  const { database, mailer } = deps;
  const inside = <T>(work: (tx: OrganizationTransaction) => Promise<T>) =>
    database.inOrganization(organizationId, work);
  if (!mailer) {
    await inside(deleteAllMails);
    return { nextInSeconds: null };
  }
  for (const userId of await inside((tx) => listMembersToMail(tx, MEMBERS_AT_A_TIME))) {
    await mailMember({ ...deps, mailer }, { inside, userId });
  }
  return { nextInSeconds: await inside(readSecondsToNextMail) };
};

interface Member {
  userId: number;
  inside<T>(work: (tx: OrganizationTransaction) => Promise<T>): Promise<T>;
}

/**
 * The interval begins before the mail is sent: a process that dies in between delays the mail, and never sends two
 * within the interval.
 */
const mailMember = async (
  { mailer, logger, publicBaseUrl }: Dependencies & { mailer: Mailer },
  { userId, inside }: Member,
): Promise<void> => {
  const mail = await inside(async (tx) => {
    const reserved = await reserveMail(tx, { userId, forSeconds: MAIL_EVERY_SECONDS });
    return reserved ? readMail(tx, userId) : null;
  });
  if (!mail) return;
  const requests = mail.requests.map(({ expires_at, ...request }) => ({ ...request, expiresAt: expires_at }));
  const text = composeRequestDigestMail(requests, { link: `${publicBaseUrl}/console/inbox` });
  try {
    if (text) await mailer.send({ to: mail.email, ...text });
  } catch (err) {
    if (!(err instanceof MailError)) throw err;
    logger.warn({ err, user_id: userId }, "a mail about requests was not sent; it is tried again in a minute");
    return inside((tx) => postponeMail(tx, { userId, bySeconds: RETRY_SECONDS }));
  }
  await inside(async (tx) => {
    await deleteSentMails(tx, userId, mail.told);
    // If no mail was needed, the next request is mailed at once.
    if (!text) await postponeMail(tx, { userId, bySeconds: 0 });
  });
};
