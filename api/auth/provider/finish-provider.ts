import { z } from "zod";
import { emailAddress, readDomain } from "../../../domain/access/email-address.ts";
import { applyRole, chooseRole, type ProvidedRole } from "../../../domain/access/identity-provider.ts";
import type { MemberRole } from "../../../domain/access/member-role.rules.ts";
import { readPublicBaseUrl } from "../../../infra/config/config.ts";
import { buildLoggedOutUri, buildProviderRedirectUri } from "../../../infra/config/provider-addresses.ts";
import {
  openIdentityProvider,
  type ProvidedPerson,
  ProviderAwayError,
  ProviderRefusedError,
} from "../../../infra/oidc/identity-provider-client.ts";
import type { IdentityProvider } from "../../../infra/postgres/access/identity-provider.entity.ts";
import {
  buildProviderSignInSealContext,
  findIdentity,
  findIdentityProvider,
  isProvedDomain,
  noteIdentity,
  openClientSecret,
  takeProviderSignIn,
} from "../../../infra/postgres/access/identity-provider.repository.ts";
import { addMember, findMember, setMemberRole } from "../../../infra/postgres/access/members.repository.ts";
import { createPerson, findPerson } from "../../../infra/postgres/access/person.repository.ts";
import type { ProviderSignIn } from "../../../infra/postgres/access/provider-sign-in.entity.ts";
import { findDirectoryPersonOf, listGroupsOfPerson } from "../../../infra/postgres/access/scim.repository.ts";
import type { OrganizationTransaction } from "../../../infra/postgres/database.ts";
import { recordTimelineAtCommit } from "../../../infra/postgres/timeline/timeline.repository.ts";
import { hashRandomPassword } from "../../../infra/secrets/password-hash.ts";
import type { OperationInput, WithRequest } from "../../http/operation.ts";
import type { OperationContext } from "../../http/operation-context.ts";
import type { RawAnswer } from "../../http/raw-answer.ts";
import { openSession } from "../open-session.ts";
import { setSessionCookie } from "../set-session-cookie.ts";
import type { finishProviderQuery } from "./provider.schemas.ts";
import { leadTo, leadToSignIn, type ProviderFault, providerBrowser, readProviderState } from "./provider-state.ts";

type Input = OperationInput<{ query: typeof finishProviderQuery }> & WithRequest;

/** A sign-in that comes to nothing, by its word for the console. */
class SignInFault extends Error {
  override readonly name = "SignInFault";
  readonly fault: ProviderFault;
  constructor(fault: ProviderFault) {
    super(fault);
    this.fault = fault;
  }
}

/** Opens the session of somebody whom the provider has sent back, and makes them a member where they are none. */
export const finishProvider = async (context: OperationContext, input: Input): Promise<RawAnswer> => {
  const { config, logger } = context;
  try {
    const { organizationId, provider, signIn } = await takeSignIn(context, input);
    const person = await askProvider(context, { provider, signIn, input });
    await enterByProvider(context, { organizationId, provider, person });
    return leadTo(chooseDestination(readPublicBaseUrl(config), signIn.destination));
  } catch (err) {
    const fault = nameFault(err);
    if (!fault) throw err;
    logger.warn({ err }, "a sign-in by an identity provider came to nothing");
    return leadToSignIn(config, fault);
  }
};

const nameFault = (error: unknown): ProviderFault | null => {
  if (error instanceof SignInFault) return error.fault;
  if (error instanceof ProviderAwayError) return "provider_away";
  return error instanceof ProviderRefusedError ? "provider_refused" : null;
};

/** Only pages of this console: the address came from whoever made the link. */
const chooseDestination = (base: string, to: string | null): string => {
  const address = URL.parse(to ?? "/console/", base);
  const isOurs = address?.origin === new URL(base).origin && address.pathname.startsWith("/console/");
  return isOurs ? address.href : `${base}/console/`;
};

interface Taken {
  organizationId: number;
  provider: IdentityProvider;
  signIn: ProviderSignIn;
}

const takeSignIn = async (context: OperationContext, { query, request }: Input): Promise<Taken> => {
  const named = query.state === undefined ? null : readProviderState(context, query.state);
  const browserHash = providerBrowser.identify(context.config, request.headers);
  if (!named || !browserHash) throw new SignInFault("provider_expired");
  const { organizationId, uuid } = named;
  const now = context.clock.now();
  const [signIn, provider] = await context.database.inOrganization(organizationId, async (tx) => [
    await takeProviderSignIn(tx, { uuid, browserHash, now }),
    await findIdentityProvider(tx),
  ]);
  const isSame = provider?.issuer === signIn?.issuer && provider?.client_id === signIn?.client_id;
  if (!signIn || !provider || !isSame) throw new SignInFault("provider_expired");
  return { organizationId, provider, signIn };
};

const askProvider = async (
  { config, secrets, guardedRequests }: OperationContext,
  { provider, signIn, input: { query, request } }: Pick<Taken, "provider" | "signIn"> & { input: Input },
): Promise<ProvidedPerson> => {
  const clientSecret = openClientSecret(provider, secrets);
  const settings = { issuer: provider.issuer, clientId: provider.client_id, clientSecret };
  const client = await openIdentityProvider(settings, guardedRequests);
  const address = new URL(buildProviderRedirectUri(config));
  address.search = new URL(request.url, address).search;
  const verifier = secrets.open(signIn.verifier_sealed, buildProviderSignInSealContext(signIn.uuid));
  const loggedOutUri = buildLoggedOutUri(config);
  return client.finish(address, { state: query.state ?? "", nonce: signIn.nonce, verifier, loggedOutUri });
};

const readClaims = z.object({
  email: emailAddress,
  email_verified: z.union([z.boolean(), z.stringbool()]).optional(),
  name: z.string().trim().min(1).max(255).optional().catch(undefined),
});
const readGroups = z.array(z.string()).or(z.string().transform((group) => [group]));

interface Entering {
  organizationId: number;
  provider: IdentityProvider;
  person: ProvidedPerson;
}

const enterByProvider = async (context: OperationContext, entering: Entering): Promise<void> => {
  const { organizationId, provider, person } = entering;
  const told = readClaims.safeParse(person.claims).data;
  if (!told || told.email_verified === false) throw new SignInFault("provider_domain");
  const groups = readGroups.safeParse(person.claims[provider.groups_claim]).data ?? [];
  // Hashed before a connection is held: it takes a while.
  const passwordHash = await hashRandomPassword();
  await context.database.inOrganization(organizationId, async (tx) => {
    const userId = await findOrMakePerson(tx, {
      ...entering,
      email: told.email,
      name: told.name ?? null,
      passwordHash,
    });
    const provided = await decideRole(tx, { provider, groups, userId, email: told.email });
    const present = await findMember(tx, userId);
    const role: MemberRole = present ? applyRole(present.role, provided) : provided;
    if (!present) await addMember(tx, { organizationId, userId, role });
    else if (present.role !== role) await setMemberRole(tx, { userId, role });
    const identity = { organizationId, userId, issuer: provider.issuer, subject: person.subject };
    if (!(await noteIdentity(tx, { ...identity, at: context.clock.now() })))
      throw new SignInFault("provider_other_person");
    const member = await findMember(tx, userId);
    if (!member) throw new Error("a person who has joined is a member");
    tellOfChange(tx, { organizationId, userId, email: member.email, before: present?.role, role });
    const account = { userId, organizationId, email: member.email, name: member.name, role };
    const logOutUrl = provider.log_out_at_provider ? person.logOutUrl : null;
    const how = { method: "provider" as const, providerSession: person.session ?? null, logOutUrl };
    setSessionCookie(context, await openSession(context, tx, account, how), { cookie: true });
  });
};

interface Deciding {
  provider: IdentityProvider;
  groups: readonly string[];
  userId: number;
  email: string;
}

/** The groups are those that the token names, and those that the directory keeps here; who is deactivated there does not get in. */
const decideRole = async (
  tx: OrganizationTransaction,
  { provider, groups, userId, email }: Deciding,
): Promise<ProvidedRole> => {
  const { group_roles: groupRoles, default_role: defaultRole } = provider;
  const person = await findDirectoryPersonOf(tx, { userId, email });
  const kept = person ? await listGroupsOfPerson(tx, person.uuid) : [];
  const all = [...groups, ...kept.map(({ display_name: name }) => name)];
  const role = chooseRole(all, { groupRoles, defaultRole });
  if (!role || person?.active === false) throw new SignInFault("provider_no_role");
  return role;
};

interface NewPerson extends Entering {
  email: string;
  name: string | null;
  passwordHash: string;
}

/** Whom the provider knows already stays the same, whatever their address is now; others are known by an address of a proved domain. */
const findOrMakePerson = async (tx: OrganizationTransaction, person: NewPerson): Promise<number> => {
  const { email, name, passwordHash, provider, person: provided } = person;
  const identity = await findIdentity(tx, { issuer: provider.issuer, subject: provided.subject });
  if (identity) return identity.user_id;
  if (!(await isProvedDomain(tx, readDomain(email)))) throw new SignInFault("provider_domain");
  return (await findPerson(tx, email))?.user_id ?? createPerson(tx, { email, name, passwordHash });
};

interface Change {
  organizationId: number;
  userId: number;
  email: string;
  before: MemberRole | undefined;
  role: MemberRole;
}

const tellOfChange = (tx: OrganizationTransaction, { organizationId, userId, email, before, role }: Change): void => {
  if (before === role) return;
  const summary = before
    ? `${email} is ${role} now by the identity provider, and was ${before}`
    : `${email} joined as ${role} by the identity provider`;
  recordTimelineAtCommit(tx, { organizationId, kind: "system", actor: `user:${userId}`, summary });
};
