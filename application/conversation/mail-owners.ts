import { composeModelOutageMail } from "../../domain/mail/model-outage-mail.ts";
import type { Adapters } from "../../infra/adapters.ts";
import type { ModelOutage } from "../../infra/postgres/conversation/failed-turns.repository.ts";

/** Mails the owners about an outage of their models. The timeline has told of it already, also where there is no mail server. */
export const mailOwners = async (
  { mailer, logger }: Pick<Adapters, "mailer" | "logger">,
  { owners, ...outage }: ModelOutage,
  publicBaseUrl: string,
): Promise<void> => {
  if (!mailer) return;
  const mail = composeModelOutageMail(outage, { link: `${publicBaseUrl}/console/models` });
  await Promise.all(
    owners.map((to) =>
      mailer
        .send({ to, ...mail })
        .catch((err: unknown) => logger.warn({ err }, "an owner could not be mailed about an outage of models")),
    ),
  );
};
