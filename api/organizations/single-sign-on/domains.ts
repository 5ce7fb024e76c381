import { randomBytes } from "node:crypto";
import { describeProof, MOST_DOMAINS, PROOF_LINK_HOURS } from "../../../domain/access/identity-provider.ts";
import { MAILS_PER_ADDRESS } from "../../../domain/access/login-slowdown.ts";
import { composeDomainMail } from "../../../domain/mail/account-mails.ts";
import { HOUR_MS } from "../../../domain/time/durations.rules.ts";
import { buildConsoleLink } from "../../../infra/config/console-link.ts";
import {
  removeDomain as deleteDomain,
  findDomain,
  findIdentityProvider,
  proveDomain,
  listDomains as readDomains,
  addDomain as writeDomain,
} from "../../../infra/postgres/access/identity-provider.repository.ts";
import { reserveAttempt } from "../../../infra/postgres/access/login-attempts.repository.ts";
import { readOrganizationName } from "../../../infra/postgres/access/members.repository.ts";
import type { OrganizationDomain } from "../../../infra/postgres/access/organization-domain.entity.ts";
import type { OrganizationTransaction } from "../../../infra/postgres/database.ts";
import { recordTimelineAtCommit } from "../../../infra/postgres/timeline/timeline.repository.ts";
import { signDomainLink } from "../../../infra/secrets/domain-link.ts";
import { tooManyRequests } from "../../http/http-error.ts";
import type { OperationInput } from "../../http/operation.ts";
import { formatActor, type OperationContext } from "../../http/operation-context.ts";
import { requireOwner } from "../../http/require-production.ts";
import {
  dnsAway,
  domainExists,
  domainInUse,
  domainNotFound,
  domainNotProved,
  noMailServer,
  tooManyDomains,
} from "./single-sign-on.errors.ts";
import type { domainBody, domainMailBody, domainParams } from "./single-sign-on.schemas.ts";

const TOKEN_BYTES = 20;

const present = ({ id, domain, token, proved_at, created_at }: OrganizationDomain) => {
  const { name, text } = describeProof(domain, token);
  return { id, domain, proved_at, created_at, dns_name: name, dns_text: text };
};

export const listDomains = async (context: OperationContext) => ({
  domains: (await context.inOrganization(readDomains)).map(present),
});

/** Adds a domain, which counts once it is proved. */
export const addDomain = (context: OperationContext, { body }: OperationInput<{ body: typeof domainBody }>) =>
  context.inOrganization(async (tx) => {
    requireOwner(context.actor, "change how members sign in");
    if ((await readDomains(tx)).length >= MOST_DOMAINS) throw tooManyDomains();
    const token = randomBytes(TOKEN_BYTES).toString("base64url");
    const { organizationId } = context.actor;
    const added = await writeDomain(tx, { organization_id: organizationId, domain: body.domain, token });
    if (!added) throw domainExists();
    tellOfSignIn(context, tx, `The domain ${added.domain} was added; it has yet to be proved`);
    return present(added);
  });

type OfDomain = OperationInput<{ params: typeof domainParams }>;

const requireDomain = async (tx: OrganizationTransaction, id: number): Promise<OrganizationDomain> => {
  const row = await findDomain(tx, id);
  if (!row) throw domainNotFound();
  return row;
};

/** Asks DNS whether the domain's TXT record says that it is the organization's. */
export const checkDomain = async (context: OperationContext, { params }: OfDomain) => {
  requireOwner(context.actor, "change how members sign in");
  const { organizationId } = context.actor;
  const row = await context.database.inOrganization(organizationId, (tx) => requireDomain(tx, params.domain_id));
  const { name, text } = describeProof(row.domain, row.token);
  const texts = await context.txtRecords(name).catch(() => {
    throw dnsAway();
  });
  if (!texts.includes(text)) throw domainNotProved(name, text);
  return context.inOrganization(async (tx) => {
    const proved = await proveDomain(tx, { id: row.id, token: row.token, at: context.clock.now() });
    if (!proved) throw domainNotFound();
    tellOfSignIn(context, tx, `The domain ${proved.domain} is proved, by DNS`);
    return present(proved);
  });
};

/** Mails who runs the domain a link that proves it; the fourth mail and later ones are slowed, whichever organizations ask for them. */
export const mailDomainLink = async (
  context: OperationContext,
  { params, body }: OfDomain & OperationInput<{ body: typeof domainMailBody }>,
) => {
  const { mailer, tokens, config, clock } = context;
  requireOwner(context.actor, "change how members sign in");
  const { organizationId } = context.actor;
  const { domain } = await context.database.inOrganization(organizationId, (tx) => requireDomain(tx, params.domain_id));
  if (!mailer) throw noMailServer();
  await slowMails(context, domain);
  return context.inOrganization(async (tx) => {
    const row = await requireDomain(tx, params.domain_id);
    const expiresAt = new Date(clock.now().getTime() + PROOF_LINK_HOURS * HOUR_MS);
    const token = signDomainLink(tokens, { organizationId, domainId: row.id, token: row.token, expiresAt });
    const to = `${body.mailbox}@${row.domain}`;
    tellOfSignIn(context, tx, `A link that proves ${row.domain} was mailed to ${to}`);
    const organization = await readOrganizationName(tx);
    const link = buildConsoleLink(config, "confirm-domain", token);
    await mailer.send({ to, ...composeDomainMail({ organization, domain: row.domain, link }) });
    return { mailed_to: to };
  });
};

/** Whoever runs a domain has asked for nothing. */
const slowMails = async ({ database, clock }: OperationContext, domain: string): Promise<void> => {
  const subject = `prove-domain:${domain}`;
  const waitSeconds = await reserveAttempt(database, subject, { now: clock.now(), ...MAILS_PER_ADDRESS });
  if (waitSeconds !== null)
    throw tooManyRequests("Too many links were mailed to this domain; wait, or prove it by DNS", waitSeconds);
};

/** Removes a domain: nobody new signs in with an address there. */
export const removeDomain = (context: OperationContext, { params }: OfDomain) =>
  context.inOrganization(async (tx) => {
    requireOwner(context.actor, "change how members sign in");
    const removed = await deleteDomain(tx, params.domain_id);
    if (!removed) throw domainNotFound();
    const isRequired = (await findIdentityProvider(tx))?.is_required === true;
    const left = await readDomains(tx);
    if (isRequired && !left.some(({ proved_at: at }) => at !== null)) throw domainInUse();
    tellOfSignIn(context, tx, `The domain ${removed.domain} was removed`);
    return { success: true };
  });

/** Tells the timeline that members sign in differently from now on. */
export const tellOfSignIn = ({ actor }: OperationContext, tx: OrganizationTransaction, summary: string): void =>
  recordTimelineAtCommit(tx, {
    organizationId: actor.organizationId,
    kind: "system",
    actor: formatActor(actor),
    summary,
  });
