import { badRequest, conflict, notFound } from "../../http/http-error.ts";

export const noIdentityProvider = () => notFound("Identity provider");
export const noDirectoryToken = () => notFound("Directory token");
export const domainNotFound = () => notFound("Domain");
export const secretNeeded = () =>
  badRequest(
    "client_secret_needed",
    "Give the client_secret too: it is kept for the issuer and client it was given with alone",
  );
export const providerUnreachable = (reason: string) =>
  badRequest(
    "provider_unreachable",
    `The issuer does not answer as an OpenID provider: ${reason}. Check its address; its configuration stands below it under /.well-known/openid-configuration`,
  );
export const providerEndsNoSessions = () =>
  badRequest(
    "provider_ends_no_sessions",
    "The provider names no place where people log out (end_session_endpoint); set log_out_at_provider to false",
  );
export const domainExists = () => conflict("domain_exists", "This domain is there already");
export const domainInUse = () =>
  conflict(
    "domain_in_use",
    "Members have to sign in by the provider, and this is the last proved domain; let them use passwords first, or prove another domain",
  );
export const noProvedDomain = () =>
  conflict("no_proved_domain", "Nobody could sign in: prove a domain first, whose addresses the provider may sign in");
export const tooManyDomains = () => conflict("too_many_domains", "There are too many domains; remove one first");
export const domainNotProved = (name: string, text: string) =>
  badRequest(
    "domain_not_proved",
    `DNS does not say so yet: add a TXT record for ${name} with the text ${text}, wait until it is published, and check again`,
  );
export const dnsAway = () =>
  badRequest("dns_away", "The domain's name servers did not answer; check that the domain is right, and try again");
export const noMailServer = () =>
  conflict("no_mail_server", "This platform sends no mail; prove the domain by its DNS record instead");
