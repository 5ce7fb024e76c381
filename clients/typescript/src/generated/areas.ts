// Written by `npm run clients` from the table of operations. `npm run check` fails when it is out of date.
import type { Connection } from "../connection.ts";
import type { EventStream } from "../event-stream.ts";
import type { Answer, Input, ItemOf } from "../inputs.ts";
import type { List } from "../list.ts";
import type { CallOptions } from "../settings.ts";
import { OPERATIONS } from "./operations.ts";

export interface ServiceArea {
  /**
   * Tell whether the API answers, and what it is
   * Tell whether the API answers, and what it is. Answers with: the API answers.
   * 
   * Needs no key.
   * `GET /health`
   */
  health(options?: CallOptions): Promise<Answer<"GET /health">>;
  /**
   * Create an account with its own organization
   * Create an account with its own organization. Answers with: a session of the new owner, where no mail is sent.
   * 
   * Needs no key.
   * 
   * Refuses with
   * 
   * - 403 (`provider_needed`, `signup_disabled`): Sign-up is switched off
   * - 409 (`email_taken`): The e-mail address has an account; answered only where no mail is sent
   * `POST /auth/signup`
   */
  signup(input: Input<"POST /auth/signup">, options?: CallOptions): Promise<Answer<"POST /auth/signup">>;
  /**
   * Open a session with e-mail and password
   * Open a session with e-mail and password. Answers with: a session.
   * 
   * Needs no key.
   * 
   * Refuses with
   * 
   * - 401 (`unauthorized`): E-mail or password is wrong
   * `POST /auth/login`
   */
  login(input: Input<"POST /auth/login">, options?: CallOptions): Promise<Answer<"POST /auth/login">>;
  /**
   * Tell who these credentials belong to
   * Tell who these credentials belong to. Answers with: the account, in the organization it works in.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * `GET /auth/me`
   */
  me(options?: CallOptions): Promise<Answer<"GET /auth/me">>;
  /**
   * End this session
   * End this session. Answers with: the session is over.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 400 (`no_session`): The request came with an API key, which has no session
   * `POST /auth/logout`
   */
  logout(options?: CallOptions): Promise<Answer<"POST /auth/logout">>;
}

export interface InstallationArea {
  /**
   * Show the state of the whole installation to its operator
   * Show the state of the whole installation to its operator. Answers with: its parts, versions, figures and last backup.
   * 
   * Needs the role owner or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 403 (`not_operator`): This organization is not the one that OPERATOR_ORGANIZATION_ID names
   * `GET /service/status`
   */
  get(input?: Input<"GET /service/status">, options?: CallOptions): Promise<Answer<"GET /service/status">>;
}

export interface AccountArea {
  /**
   * Create the account of a sign-up with the link in its mail and its password
   * Create the account of a sign-up with the link in its mail and its password. Answers with: a session of the new owner.
   * 
   * Needs no key.
   * 
   * Refuses with
   * 
   * - 400 (`signup_invalid`): The link is unknown or expired
   * - 403 (`provider_needed`, `signup_disabled`, `wrong_password`): The password is not that of the sign-up, or sign-up is switched off
   * - 409 (`email_taken`): The e-mail address has an account
   * `POST /auth/confirm-signup`
   */
  confirmSignUp(input: Input<"POST /auth/confirm-signup">, options?: CallOptions): Promise<Answer<"POST /auth/confirm-signup">>;
  /**
   * Join the organization that an invitation names; makes the account where the address has none
   * Join the organization that an invitation names; makes the account where the address has none. Answers with: a session in that organization.
   * 
   * Needs no key.
   * 
   * Refuses with
   * 
   * - 400 (`invitation_invalid`): The invitation is unknown, used or expired
   * - 403 (`provider_needed`, `wrong_password`): The address has an account, and this is not its password
   * - 409 (`account_made_meanwhile`): An account was made for the address at the same moment
   * `POST /auth/accept-invitation`
   */
  acceptInvitation(input: Input<"POST /auth/accept-invitation">, options?: CallOptions): Promise<Answer<"POST /auth/accept-invitation">>;
  /**
   * The organizations of the person who is logged in
   * The organizations of the person who is logged in. Answers with: the one that was joined first comes first.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 403 (`session_needed`): The request came with an API key, which has no session
   * `GET /auth/organizations`
   */
  organizations(options?: CallOptions): List<Answer<"GET /auth/organizations">, ItemOf<Answer<"GET /auth/organizations">, "organizations">>;
  /**
   * Open a session in another of one's organizations
   * Open a session in another of one's organizations. Answers with: the session.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 403 (`provider_needed`, `session_needed`, `sign_in_there`): The request came with an API key, which has no session
   * - 404 (`not_found`): The person belongs to no such organization
   * `POST /auth/select-organization`
   */
  selectOrganization(input: Input<"POST /auth/select-organization">, options?: CallOptions): Promise<Answer<"POST /auth/select-organization">>;
  /**
   * Change one's password; every other session ends
   * Change one's password; every other session ends. Answers with: how many other sessions ended.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 403 (`session_needed`, `wrong_password`): The request came with an API key, which has no session
   * `PUT /auth/password`
   */
  changePassword(input: Input<"PUT /auth/password">, options?: CallOptions): Promise<Answer<"PUT /auth/password">>;
  /**
   * Mail a link to a new password, if the address has an account
   * Mail a link to a new password, if the address has an account. Answers with: the same for every address.
   * 
   * Needs no key.
   * `POST /auth/forgot-password`
   */
  forgotPassword(input: Input<"POST /auth/forgot-password">, options?: CallOptions): Promise<Answer<"POST /auth/forgot-password">>;
  /**
   * Set a new password with the mailed link; every session ends
   * Set a new password with the mailed link; every session ends. Answers with: how many sessions ended.
   * 
   * Needs no key.
   * 
   * Refuses with
   * 
   * - 400 (`reset_invalid`): The link is unknown, used or expired
   * `POST /auth/reset-password`
   */
  resetPassword(input: Input<"POST /auth/reset-password">, options?: CallOptions): Promise<Answer<"POST /auth/reset-password">>;
  /**
   * One's own open sessions, in every organization
   * One's own open sessions, in every organization. Answers with: the newest 500, newest first.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 403 (`session_needed`): The request came with an API key, which has no session
   * `GET /auth/sessions`
   */
  sessions(options?: CallOptions): List<Answer<"GET /auth/sessions">, ItemOf<Answer<"GET /auth/sessions">, "sessions">>;
  /**
   * End every session of one's own but this one; with include_current=true this one too
   * End every session of one's own but this one; with include_current=true this one too. Answers with: how many ended.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 403 (`session_needed`): The request came with an API key, which has no session
   * `DELETE /auth/sessions`
   */
  endOtherSessions(input?: Input<"DELETE /auth/sessions">, options?: CallOptions): Promise<Answer<"DELETE /auth/sessions">>;
  /**
   * End one session of one's own
   * End one session of one's own. Answers with: the session is ended.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 403 (`session_needed`): The request came with an API key, which has no session
   * - 404 (`not_found`): No such session of one's own
   * `DELETE /auth/sessions/{session_id}`
   */
  endSession(input: Input<"DELETE /auth/sessions/{session_id}">, options?: CallOptions): Promise<Answer<"DELETE /auth/sessions/{session_id}">>;
  /**
   * One's own second factor: app, passkeys, and how many recovery codes are left
   * One's own second factor: app, passkeys, and how many recovery codes are left. Answers with: what is set up.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 403 (`session_needed`): The request came with an API key, which has no session
   * `GET /auth/second-factor`
   */
  secondFactor(options?: CallOptions): Promise<Answer<"GET /auth/second-factor">>;
  /**
   * Open the session of a log-in that needs a second factor: a code of the app, a passkey or a recovery code
   * Open the session of a log-in that needs a second factor: a code of the app, a passkey or a recovery code. Answers with: a session.
   * 
   * Needs no key.
   * 
   * Refuses with
   * 
   * - 400 (`log_in_expired`): The log-in is unknown, finished or too old
   * - 403 (`provider_needed`, `wrong_second_factor`): The second factor is wrong, or was used before
   * `POST /auth/second-factor`
   */
  proveSecondFactor(input: Input<"POST /auth/second-factor">, options?: CallOptions): Promise<Answer<"POST /auth/second-factor">>;
  /**
   * Make a secret for an authenticator app; it counts once a code of it was given
   * Make a secret for an authenticator app; it counts once a code of it was given. Answers with: the secret, shown this once.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 403 (`session_needed`, `wrong_password`): The password is wrong, or the request came with an API key, which has no session
   * - 409 (`app_exists`): An app is set up already
   * `POST /auth/second-factor/app`
   */
  startApp(input: Input<"POST /auth/second-factor/app">, options?: CallOptions): Promise<Answer<"POST /auth/second-factor/app">>;
  /**
   * Give the first code of an authenticator app; from then on log-ins need one, and every other session ends
   * Give the first code of an authenticator app; from then on log-ins need one, and every other session ends. Answers with: it is set up.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 403 (`session_needed`, `wrong_app_code`): The code is wrong or too old
   * - 409 (`no_app_started`): No app waits for its first code
   * `POST /auth/second-factor/app/confirm`
   */
  confirmApp(input: Input<"POST /auth/second-factor/app/confirm">, options?: CallOptions): Promise<Answer<"POST /auth/second-factor/app/confirm">>;
  /**
   * Begin a passkey: what a browser makes it from
   * Begin a passkey: what a browser makes it from. Answers with: good for ten minutes.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 403 (`session_needed`, `wrong_password`): The password is wrong, or the request came with an API key, which has no session
   * - 409 (`passkeys_need_name`, `too_many_passkeys`): There are too many, or the platform's address has no name
   * `POST /auth/second-factor/passkey`
   */
  startPasskey(input: Input<"POST /auth/second-factor/passkey">, options?: CallOptions): Promise<Answer<"POST /auth/second-factor/passkey">>;
  /**
   * Keep the passkey that the browser has made; log-ins need it from then on, and every other session ends
   * Keep the passkey that the browser has made; log-ins need it from then on, and every other session ends. Answers with: it is set up.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 400 (`passkey_invalid`): It was not made for this platform, or too late
   * - 403 (`session_needed`): The request came with an API key, which has no session
   * - 409 (`passkey_exists`, `passkeys_need_name`): It is set up already
   * `POST /auth/second-factor/passkey/confirm`
   */
  confirmPasskey(input: Input<"POST /auth/second-factor/passkey/confirm">, options?: CallOptions): Promise<Answer<"POST /auth/second-factor/passkey/confirm">>;
  /**
   * Remove the authenticator app or a passkey; recovery codes go with the last of them
   * Remove the authenticator app or a passkey; recovery codes go with the last of them. Answers with: it is removed.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 403 (`session_needed`, `wrong_password`): The password is wrong, or the request came with an API key, which has no session
   * - 404 (`not_found`): Nothing of the kind is set up
   * `POST /auth/second-factor/remove`
   */
  removeSecondFactor(input: Input<"POST /auth/second-factor/remove">, options?: CallOptions): Promise<Answer<"POST /auth/second-factor/remove">>;
  /**
   * Make new recovery codes; those before no longer work
   * Make new recovery codes; those before no longer work. Answers with: the codes, shown this once.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 403 (`session_needed`, `wrong_password`): The password is wrong, or the request came with an API key, which has no session
   * - 404 (`not_found`): There is no second factor
   * `POST /auth/second-factor/recovery-codes`
   */
  renewRecoveryCodes(input: Input<"POST /auth/second-factor/recovery-codes">, options?: CallOptions): Promise<Answer<"POST /auth/second-factor/recovery-codes">>;
  /**
   * The identity providers of an e-mail address's domain; it tells nothing about the address itself
   * The identity providers of an e-mail address's domain; it tells nothing about the address itself. Answers with: empty where only a password opens an account.
   * 
   * Needs no key.
   * `POST /auth/ways-in`
   */
  waysIn(input: Input<"POST /auth/ways-in">, options?: CallOptions): Promise<Answer<"POST /auth/ways-in">>;
  /**
   * Lead a browser to the organization's identity provider
   * Lead a browser to the organization's identity provider. Answers with: a browser is led on.
   * 
   * Needs no key.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such organization, or it has no identity provider
   * `GET /auth/provider/start`
   */
  startProvider(input: Input<"GET /auth/provider/start">, options?: CallOptions): Promise<void>;
  /**
   * Where an identity provider sends people back: opens their session in a cookie
   * Where an identity provider sends people back: opens their session in a cookie. Answers with: a browser is led on.
   * 
   * Needs no key.
   * `GET /auth/provider/callback`
   */
  finishProvider(input?: Input<"GET /auth/provider/callback">, options?: CallOptions): Promise<void>;
  /**
   * An identity provider reports a log-out (OIDC Back-Channel Logout 1.0): the sessions that it opened end
   * An identity provider reports a log-out (OIDC Back-Channel Logout 1.0): the sessions that it opened end. Answers with: they have ended.
   * 
   * Needs no key.
   * 
   * Refuses with
   * 
   * - 400 (`log_out_invalid`): No log-out token of this provider
   * - 404 (`not_found`): The organization has no identity provider
   * `POST /auth/provider/log-out/{organization_id}`
   */
  endByProvider(input: Input<"POST /auth/provider/log-out/{organization_id}">, options?: CallOptions): Promise<void>;
  /**
   * Prove a domain by the link that was mailed to who runs it
   * Prove a domain by the link that was mailed to who runs it. Answers with: the domain is the organization's.
   * 
   * Needs no key.
   * 
   * Refuses with
   * 
   * - 400 (`domain_link_invalid`): The link is unknown or expired
   * `POST /auth/confirm-domain`
   */
  confirmDomain(input: Input<"POST /auth/confirm-domain">, options?: CallOptions): Promise<Answer<"POST /auth/confirm-domain">>;
}

export interface AuditArea {
  /**
   * Who did what, newest first: log-ins, looks at people, downloads, changes
   * Who did what, newest first: log-ins, looks at people, downloads, changes. Answers with: a page of acts; of everybody for admins, else one's own.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * `GET /audit`
   */
  list(input?: Input<"GET /audit">, options?: CallOptions): List<Answer<"GET /audit">, ItemOf<Answer<"GET /audit">, "acts">>;
  /**
   * The same as JSON lines, all of it
   * The same as JSON lines, all of it. Answers with: one act on each line.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * `GET /audit/export`
   */
  export(input?: Input<"GET /audit/export">, options?: CallOptions): Promise<Blob>;
}

export interface OrganizationsSignInArea {
  /**
   * How members of the organization have to sign in
   * How members of the organization have to sign in. Answers with: the rules.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * `GET /organizations/sign-in`
   */
  get(options?: CallOptions): Promise<Answer<"GET /organizations/sign-in">>;
  /**
   * Ask members for a second factor, after a grace of some days, or no longer
   * Ask members for a second factor, after a grace of some days, or no longer. Answers with: the rules as they are now.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * `PUT /organizations/sign-in`
   */
  set(input: Input<"PUT /organizations/sign-in">, options?: CallOptions): Promise<Answer<"PUT /organizations/sign-in">>;
}

export interface OrganizationsPreferencesArea {
  /**
   * The organization's name, place and limits
   * The organization's name, place and limits. Answers with: the preferences.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * `GET /organizations/preferences`
   */
  get(options?: CallOptions): Promise<Answer<"GET /organizations/preferences">>;
  /**
   * Replace the preferences: what is left out is cleared, but name, concurrent_call_limit and artifact_link_days stay; organizations.preferences.update changes some of them
   * Replace the preferences: what is left out is cleared, but name, concurrent_call_limit and artifact_link_days stay; organizations.preferences.update changes some of them. Answers with: the preferences as they are now.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * `PUT /organizations/preferences`
   */
  set(input?: Input<"PUT /organizations/preferences">, options?: CallOptions): Promise<Answer<"PUT /organizations/preferences">>;
  /**
   * Change some preferences: an absent one stays, null clears one, an object is replaced whole
   * Change some preferences: an absent one stays, null clears one, an object is replaced whole. Answers with: the preferences as they are now.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * `PATCH /organizations/preferences`
   */
  update(input?: Input<"PATCH /organizations/preferences">, options?: CallOptions): Promise<Answer<"PATCH /organizations/preferences">>;
}

export interface OrganizationsRulePacksArea {
  /**
   * The rule packs that there are: what each rule says, by what law, whom it concerns, and what is in force
   * The rule packs that there are: what each rule says, by what law, whom it concerns, and what is in force. Answers with: every version of every pack.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * `GET /organizations/rule-packs`
   */
  list(options?: CallOptions): List<Answer<"GET /organizations/rule-packs">, ItemOf<Answer<"GET /organizations/rule-packs">, "rule_packs">>;
  /**
   * Whom other rule packs would stop: of the contacts that open campaigns have yet to call, and of the calls of the last days
   * Whom other rule packs would stop: of the contacts that open campaigns have yet to call, and of the calls of the last days. Answers with: contacts that wait or are refused, by rule and campaign, and past calls by rule.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: refused (403).
   * `POST /organizations/rule-packs/preview`
   */
  preview(input?: Input<"POST /organizations/rule-packs/preview">, options?: CallOptions): Promise<Answer<"POST /organizations/rule-packs/preview">>;
}

export interface OrganizationsIdentityProviderArea {
  /**
   * The organization's identity provider, by which members may sign in
   * The organization's identity provider, by which members may sign in. Answers with: without its secret.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * `GET /organizations/identity-provider`
   */
  get(options?: CallOptions): Promise<Answer<"GET /organizations/identity-provider">>;
  /**
   * Set the identity provider (OIDC): who signs in there becomes a member, in the role of their groups
   * Set the identity provider (OIDC): who signs in there becomes a member, in the role of their groups. Answers with: the provider as it is now.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 400 (`client_secret_needed`, `provider_ends_no_sessions`, `provider_unreachable`): It does not answer, or the secret is missing
   * - 409 (`no_proved_domain`): No domain is proved
   * `PUT /organizations/identity-provider`
   */
  set(input: Input<"PUT /organizations/identity-provider">, options?: CallOptions): Promise<Answer<"PUT /organizations/identity-provider">>;
  /**
   * Remove the identity provider; the sessions that it has opened end
   * Remove the identity provider; the sessions that it has opened end. Answers with: members log in with passwords.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): There is none
   * `DELETE /organizations/identity-provider`
   */
  remove(options?: CallOptions): Promise<Answer<"DELETE /organizations/identity-provider">>;
}

export interface OrganizationsDirectoryTokenArea {
  /**
   * Make the token with which the organization's directory keeps its people (SCIM 2.0); the former one ends
   * Make the token with which the organization's directory keeps its people (SCIM 2.0); the former one ends. Answers with: the token, shown this once.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * `POST /organizations/directory-token`
   */
  make(options?: CallOptions): Promise<Answer<"POST /organizations/directory-token">>;
  /**
   * Remove the token of the organization's directory; members stay as they are
   * Remove the token of the organization's directory; members stay as they are. Answers with: the directory changes nothing more.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): There is none
   * `DELETE /organizations/directory-token`
   */
  remove(options?: CallOptions): Promise<Answer<"DELETE /organizations/directory-token">>;
}

export interface OrganizationsDomainsArea {
  /**
   * The organization's domains, and what proves each
   * The organization's domains, and what proves each. Answers with: by name.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * `GET /organizations/domains`
   */
  list(options?: CallOptions): List<Answer<"GET /organizations/domains">, ItemOf<Answer<"GET /organizations/domains">, "domains">>;
  /**
   * Add a domain of e-mail addresses; it counts once it is proved, by DNS or a mailed link
   * Add a domain of e-mail addresses; it counts once it is proved, by DNS or a mailed link. Answers with: the domain, with the DNS record that proves it.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 409 (`domain_exists`, `too_many_domains`): It is there already
   * `POST /organizations/domains`
   */
  add(input: Input<"POST /organizations/domains">, options?: CallOptions): Promise<Answer<"POST /organizations/domains">>;
  /**
   * Look whether the domain's DNS record is there
   * Look whether the domain's DNS record is there. Answers with: it is proved.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 400 (`dns_away`, `domain_not_proved`): DNS does not say so yet
   * - 404 (`not_found`): No such domain
   * `POST /organizations/domains/{domain_id}/check`
   */
  check(input: Input<"POST /organizations/domains/{domain_id}/check">, options?: CallOptions): Promise<Answer<"POST /organizations/domains/{domain_id}/check">>;
  /**
   * Mail who runs the domain a link that proves it
   * Mail who runs the domain a link that proves it. Answers with: it is on its way.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such domain
   * - 409 (`no_mail_server`): This platform sends no mail
   * - 502: The mail server refused the mail
   * `POST /organizations/domains/{domain_id}/mail`
   */
  mail(input: Input<"POST /organizations/domains/{domain_id}/mail">, options?: CallOptions): Promise<Answer<"POST /organizations/domains/{domain_id}/mail">>;
  /**
   * Remove a domain: nobody new signs in with an address there
   * Remove a domain: nobody new signs in with an address there. Answers with: it is gone.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such domain
   * - 409 (`domain_in_use`): Members have to sign in by the provider, and it is the last proved one
   * `DELETE /organizations/domains/{domain_id}`
   */
  remove(input: Input<"DELETE /organizations/domains/{domain_id}">, options?: CallOptions): Promise<Answer<"DELETE /organizations/domains/{domain_id}">>;
}

export interface OrganizationsArea {
  readonly signIn: OrganizationsSignInArea;
  readonly preferences: OrganizationsPreferencesArea;
  readonly rulePacks: OrganizationsRulePacksArea;
  readonly identityProvider: OrganizationsIdentityProviderArea;
  readonly directoryToken: OrganizationsDirectoryTokenArea;
  readonly domains: OrganizationsDomainsArea;
  /**
   * The calls in progress, the calls a second of each account and the open requests, at this moment
   * The calls in progress, the calls a second of each account and the open requests, at this moment. Answers with: the figures.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * `GET /organizations/live`
   */
  live(options?: CallOptions): Promise<Answer<"GET /organizations/live">>;
  /**
   * The same figures as server-sent events, once a second
   * The same figures as server-sent events, once a second. Answers with: events whose data is `LiveFigures`.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * `GET /organizations/stream`
   */
  stream(options?: CallOptions): EventStream<Answer<"GET /organizations/stream">>;
  /**
   * The share of all calls that were started within a minute, what waits, and why
   * The share of all calls that were started within a minute, what waits, and why. Answers with: the share and what waits.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * `GET /organizations/fair-share`
   */
  fairShare(options?: CallOptions): Promise<Answer<"GET /organizations/fair-share">>;
  /**
   * What takes the room of the organization's rows in the database, and how to make some
   * What takes the room of the organization's rows in the database, and how to make some. Answers with: the last measurement, the largest kind first.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * `GET /organizations/usage/rows`
   */
  rows(options?: CallOptions): Promise<Answer<"GET /organizations/usage/rows">>;
  /**
   * How long each kind of data is kept, and how much of it is removed next
   * How long each kind of data is kept, and how much of it is removed next. Answers with: each kind, with what is due now and within a week.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * `GET /organizations/retention`
   */
  retention(options?: CallOptions): Promise<Answer<"GET /organizations/retention">>;
}

export interface KeysArea {
  /**
   * Every key, by prefix
   * Every key, by prefix. Answers with: the keys, newest first; of archived ones the newest 1,000.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * `GET /users/api-keys`
   */
  list(input?: Input<"GET /users/api-keys">, options?: CallOptions): List<Answer<"GET /users/api-keys">, ItemOf<Answer<"GET /users/api-keys">, "">>;
  /**
   * Create a key; its value is shown once
   * Create a key; its value is shown once. Answers with: the key with its value.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 402 (`too_many`, `too_much`): The organization has as many as it may, or as much; the answer says how to make room
   * `POST /users/api-keys`
   */
  create(input: Input<"POST /users/api-keys">, options?: CallOptions): Promise<Answer<"POST /users/api-keys">>;
  /**
   * Move a key's end
   * Move a key's end. Answers with: the key with its new end.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such key in the organization
   * `PATCH /users/api-keys/{api_key_id}`
   */
  update(input: Input<"PATCH /users/api-keys/{api_key_id}">, options?: CallOptions): Promise<Answer<"PATCH /users/api-keys/{api_key_id}">>;
  /**
   * Stop a key
   * Stop a key. Answers with: the archived key.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such key in the organization
   * `DELETE /users/api-keys/{api_key_id}`
   */
  archive(input: Input<"DELETE /users/api-keys/{api_key_id}">, options?: CallOptions): Promise<Answer<"DELETE /users/api-keys/{api_key_id}">>;
  /**
   * Start a stopped key again
   * Start a stopped key again. Answers with: the active key.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 402 (`too_many`, `too_much`): The organization has as many as it may, or as much; the answer says how to make room
   * - 404 (`not_found`): No such key in the organization
   * - 409 (`client_signs_in`, `key_expired`, `key_maker_left`): Its maker is no longer a member, it has expired, or it is of a program that signs in
   * `PUT /users/api-keys/{api_key_id}/reactivate`
   */
  reactivate(input: Input<"PUT /users/api-keys/{api_key_id}/reactivate">, options?: CallOptions): Promise<Answer<"PUT /users/api-keys/{api_key_id}/reactivate">>;
  /**
   * Which program asks to be let in, and what may be given to it
   * Which program asks to be let in, and what may be given to it. Answers with: what the page of consent shows.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 400 (`client_request_over`, `client_unknown`): The request is none of ours, is older than half an hour, or its client is unknown
   * - 403 (`session_needed`): The request came with an API key, and these are programs of a person
   * `GET /oauth/sign-in`
   */
  readSignIn(input: Input<"GET /oauth/sign-in">, options?: CallOptions): Promise<Answer<"GET /oauth/sign-in">>;
  /**
   * Let a program in that signs in by OAuth; it is a key from then on
   * Let a program in that signs in by OAuth; it is a key from then on. Answers with: where the browser brings the code.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 400 (`client_request_over`, `client_unknown`): The request is none of ours, is older than half an hour, or its client is unknown
   * - 402 (`too_many`, `too_much`): The organization has as many as it may, or as much; the answer says how to make room
   * - 403 (`mcp_not_live`, `role_insufficient`, `session_needed`): A person lets programs in, none further than their own role; live ones are an admin's, where MCP_LIVE is set
   * `POST /oauth/sign-in`
   */
  letClientIn(input: Input<"POST /oauth/sign-in">, options?: CallOptions): Promise<Answer<"POST /oauth/sign-in">>;
  /**
   * The programs that oneself has let in
   * The programs that oneself has let in. Answers with: those that are not stopped, newest first.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 403 (`session_needed`): The request came with an API key, and these are programs of a person
   * `GET /oauth/programs`
   */
  ownPrograms(options?: CallOptions): List<Answer<"GET /oauth/programs">, ItemOf<Answer<"GET /oauth/programs">, "programs">>;
  /**
   * Stop a program that oneself has let in
   * Stop a program that oneself has let in. Answers with: the stopped program.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 403 (`session_needed`): The request came with an API key, and these are programs of a person
   * - 404 (`not_found`): The person has let no such program in
   * `DELETE /oauth/programs/{api_key_id}`
   */
  endOwnProgram(input: Input<"DELETE /oauth/programs/{api_key_id}">, options?: CallOptions): Promise<Answer<"DELETE /oauth/programs/{api_key_id}">>;
}

export interface TelephonyConfigsArea {
  /**
   * How many accounts lack the settings that authenticate their carrier's requests
   * How many accounts lack the settings that authenticate their carrier's requests. Answers with: counts by missing setting.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * `GET /organizations/telephony-config-warnings`
   */
  warnings(options?: CallOptions): Promise<Answer<"GET /organizations/telephony-config-warnings">>;
  /**
   * Every carrier account
   * Every carrier account. Answers with: the accounts, oldest first.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * `GET /organizations/telephony-configs`
   */
  list(options?: CallOptions): List<Answer<"GET /organizations/telephony-configs">, ItemOf<Answer<"GET /organizations/telephony-configs">, "configurations">>;
  /**
   * Connect a carrier account
   * Connect a carrier account. Answers with: the account, secrets masked.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 400 (`agent_not_ready`, `carrier_sends_no_texts`, `credentials_refused`, `provider_unavailable`): The carrier refuses the credentials
   * - 402 (`too_many`, `too_much`): The organization has as many as it may, or as much; the answer says how to make room
   * - 409 (`made_in_sandbox`, `name_taken`, `number_taken`): The name is taken
   * `POST /organizations/telephony-configs`
   */
  create(input: Input<"POST /organizations/telephony-configs">, options?: CallOptions): Promise<Answer<"POST /organizations/telephony-configs">>;
  /**
   * One carrier account
   * One carrier account. Answers with: the account, secrets masked.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such telephony configuration in the organization
   * `GET /organizations/telephony-configs/{config_id}`
   */
  get(input: Input<"GET /organizations/telephony-configs/{config_id}">, options?: CallOptions): Promise<Answer<"GET /organizations/telephony-configs/{config_id}">>;
  /**
   * Change a carrier account
   * Change a carrier account. Answers with: the changed account.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 400 (`agent_not_ready`, `carrier_sends_no_texts`, `credentials_refused`, `provider_fixed`): Another provider, or the carrier refuses the credentials
   * - 404 (`not_found`): No such telephony configuration in the organization
   * - 409 (`changed_meanwhile`, `configuration_in_use`, `made_in_sandbox`, `name_taken`, `number_taken`): The name is taken, somebody else changed the account meanwhile, or calls or rented numbers are on it and it would become another account of the carrier
   * `PUT /organizations/telephony-configs/{config_id}`
   */
  update(input: Input<"PUT /organizations/telephony-configs/{config_id}">, options?: CallOptions): Promise<Answer<"PUT /organizations/telephony-configs/{config_id}">>;
  /**
   * Disconnect a carrier account
   * Disconnect a carrier account. Answers with: it is deleted with its numbers.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such telephony configuration in the organization
   * - 409 (`configuration_in_use`, `last_simulator`): A campaign, a call or a rented number uses it, or it is the last simulator
   * `DELETE /organizations/telephony-configs/{config_id}`
   */
  delete(input: Input<"DELETE /organizations/telephony-configs/{config_id}">, options?: CallOptions): Promise<Answer<"DELETE /organizations/telephony-configs/{config_id}">>;
  /**
   * Make this the account used by outbound calls
   * Make this the account used by outbound calls. Answers with: the default account.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such telephony configuration in the organization
   * `POST /organizations/telephony-configs/{config_id}/set-default-outbound`
   */
  setDefaultOutbound(input: Input<"POST /organizations/telephony-configs/{config_id}/set-default-outbound">, options?: CallOptions): Promise<Answer<"POST /organizations/telephony-configs/{config_id}/set-default-outbound">>;
  /**
   * Reactivate an account that its carrier refused
   * Reactivate an account that its carrier refused. Answers with: the account, which the carrier accepts.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 400 (`credentials_refused`): The carrier still refuses it
   * - 404 (`not_found`): No such telephony configuration in the organization
   * - 502 (`carrier_unreachable`): The carrier cannot be asked
   * `POST /organizations/telephony-configs/{config_id}/reactivate`
   */
  reactivate(input: Input<"POST /organizations/telephony-configs/{config_id}/reactivate">, options?: CallOptions): Promise<Answer<"POST /organizations/telephony-configs/{config_id}/reactivate">>;
}

export interface TelephonySandboxSimulatorArea {
  /**
   * How the simulated carrier of the organization's sandbox behaves
   * How the simulated carrier of the organization's sandbox behaves. Answers with: its manners.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * `GET /sandbox/simulator`
   */
  get(options?: CallOptions): Promise<Answer<"GET /sandbox/simulator">>;
  /**
   * Set what the simulated carrier of the organization's sandbox does wrong, and who answers
   * Set what the simulated carrier of the organization's sandbox does wrong, and who answers. Answers with: its manners, which bind calls of the sandbox from now on.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * `PUT /sandbox/simulator`
   */
  set(input: Input<"PUT /sandbox/simulator">, options?: CallOptions): Promise<Answer<"PUT /sandbox/simulator">>;
}

export interface TelephonyPhoneNumbersArea {
  /**
   * Numbers on a carrier account
   * Numbers on a carrier account. Answers with: the numbers, oldest first.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such telephony configuration in the organization
   * `GET /organizations/telephony-configs/{config_id}/phone-numbers`
   */
  list(input: Input<"GET /organizations/telephony-configs/{config_id}/phone-numbers">, options?: CallOptions): List<Answer<"GET /organizations/telephony-configs/{config_id}/phone-numbers">, ItemOf<Answer<"GET /organizations/telephony-configs/{config_id}/phone-numbers">, "phone_numbers">>;
  /**
   * Add a number and point it at an agent
   * Add a number and point it at an agent. Answers with: the number.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 400 (`agent_not_ready`, `carrier_sends_no_texts`, `inactive_caller_id`, `number_not_owned`): The number is neither on the account nor verified, or an inactive number shall be the default caller id
   * - 402 (`too_many`, `too_much`): The organization has as many as it may, or as much; the answer says how to make room
   * - 404 (`not_found`): No such telephony configuration or agent in the organization
   * - 409 (`made_in_sandbox`, `name_taken`, `number_taken`): The number is connected already
   * - 502 (`number_lookup_failed`): The carrier could not say whether the number is on the account
   * `POST /organizations/telephony-configs/{config_id}/phone-numbers`
   */
  create(input: Input<"POST /organizations/telephony-configs/{config_id}/phone-numbers">, options?: CallOptions): Promise<Answer<"POST /organizations/telephony-configs/{config_id}/phone-numbers">>;
  /**
   * One number
   * One number. Answers with: the number.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such number on that configuration in the organization
   * `GET /organizations/telephony-configs/{config_id}/phone-numbers/{phone_number_id}`
   */
  get(input: Input<"GET /organizations/telephony-configs/{config_id}/phone-numbers/{phone_number_id}">, options?: CallOptions): Promise<Answer<"GET /organizations/telephony-configs/{config_id}/phone-numbers/{phone_number_id}">>;
  /**
   * Repoint or rename a number
   * Repoint or rename a number. Answers with: the changed number.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 400 (`agent_not_ready`, `carrier_sends_no_texts`, `number_not_verified`): The number is no longer verified
   * - 402 (`too_many`, `too_much`): The organization has as many as it may, or as much; the answer says how to make room
   * - 404 (`not_found`): No such number on that configuration, or no such agent, in the organization
   * - 409 (`made_in_sandbox`, `number_released`): The number was given back
   * `PUT /organizations/telephony-configs/{config_id}/phone-numbers/{phone_number_id}`
   */
  update(input: Input<"PUT /organizations/telephony-configs/{config_id}/phone-numbers/{phone_number_id}">, options?: CallOptions): Promise<Answer<"PUT /organizations/telephony-configs/{config_id}/phone-numbers/{phone_number_id}">>;
  /**
   * Remove a number
   * Remove a number. Answers with: it is deleted.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such number on that configuration in the organization
   * - 409 (`number_rented`): It is rented through the platform: release it
   * - 502 (`number_detach_failed`): The carrier could not be updated, so the number stays
   * `DELETE /organizations/telephony-configs/{config_id}/phone-numbers/{phone_number_id}`
   */
  delete(input: Input<"DELETE /organizations/telephony-configs/{config_id}/phone-numbers/{phone_number_id}">, options?: CallOptions): Promise<Answer<"DELETE /organizations/telephony-configs/{config_id}/phone-numbers/{phone_number_id}">>;
  /**
   * Make this the default caller id
   * Make this the default caller id. Answers with: the default caller id.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 400 (`inactive_caller_id`): The number is inactive
   * - 404 (`not_found`): No such number on that configuration in the organization
   * `POST /organizations/telephony-configs/{config_id}/phone-numbers/{phone_number_id}/set-default-caller`
   */
  setDefaultCaller(input: Input<"POST /organizations/telephony-configs/{config_id}/phone-numbers/{phone_number_id}/set-default-caller">, options?: CallOptions): Promise<Answer<"POST /organizations/telephony-configs/{config_id}/phone-numbers/{phone_number_id}/set-default-caller">>;
}

export interface TelephonyArea {
  readonly configs: TelephonyConfigsArea;
  readonly sandboxSimulator: TelephonySandboxSimulatorArea;
  readonly phoneNumbers: TelephonyPhoneNumbersArea;
  /**
   * The carriers, and what each needs
   * The carriers, and what each needs. Answers with: the carriers.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * `GET /organizations/telephony-providers/metadata`
   */
  providers(options?: CallOptions): List<Answer<"GET /organizations/telephony-providers/metadata">, ItemOf<Answer<"GET /organizations/telephony-providers/metadata">, "providers">>;
}

export interface NumbersVerifiedArea {
  /**
   * Numbers that the business has declared, or a carrier has found, to be its own
   * Numbers that the business has declared, or a carrier has found, to be its own. Answers with: the numbers, oldest first.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * `GET /verified-numbers`
   */
  list(options?: CallOptions): List<Answer<"GET /verified-numbers">, ItemOf<Answer<"GET /verified-numbers">, "verified_numbers">>;
  /**
   * How a number can be verified
   * How a number can be verified. Answers with: the methods.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * `GET /verified-numbers/options`
   */
  options(options?: CallOptions): List<Answer<"GET /verified-numbers/options">, ItemOf<Answer<"GET /verified-numbers/options">, "methods">>;
  /**
   * Start verifying a number, by a call
   * Start verifying a number, by a call. Answers with: the number is being called.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 400 (`invalid_number`, `telephony_not_configured`, `telephony_not_ready`, `verification_not_offered`): The account or the number prevents it; code says which
   * - 404 (`telephony_configuration_not_found`, `verification_not_found`): No such telephony configuration in the organization
   * - 409 (`already_verified`): It is verified already
   * - 502 (`call_failed`, `call_rejected`): The carrier refused, in its own words
   * - 503 (`unavailable`): The workflow engine is not reachable; nobody was called
   * `POST /verified-numbers/start`
   */
  start(input: Input<"POST /verified-numbers/start">, options?: CallOptions): Promise<Answer<"POST /verified-numbers/start">>;
  /**
   * Confirm a number with the code
   * Confirm a number with the code. Answers with: it is verified.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 400 (`carrier_refused`, `not_verified_yet`, `wrong_code`): The code is wrong
   * - 404 (`telephony_configuration_not_found`, `verification_not_found`): No verification of this number was started
   * - 409 (`too_many_tries`, `verification_expired`, `verification_over`): The verification is over: expired, or too many tries
   * - 502 (`carrier_failed`): The carrier cannot be asked
   * `POST /verified-numbers/confirm`
   */
  confirm(input: Input<"POST /verified-numbers/confirm">, options?: CallOptions): Promise<Answer<"POST /verified-numbers/confirm">>;
  /**
   * Remove a verified number; it is no caller id from then on
   * Remove a verified number; it is no caller id from then on. Answers with: it is removed.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such verified number in the organization
   * `DELETE /verified-numbers/{phone_number}`
   */
  remove(input: Input<"DELETE /verified-numbers/{phone_number}">, options?: CallOptions): Promise<Answer<"DELETE /verified-numbers/{phone_number}">>;
}

export interface NumbersMissedArea {
  /**
   * Callers who rang and were not answered
   * Callers who rang and were not answered. Answers with: one page, newest first.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * `GET /missed-calls`
   */
  list(input?: Input<"GET /missed-calls">, options?: CallOptions): List<Answer<"GET /missed-calls">, ItemOf<Answer<"GET /missed-calls">, "missed_calls">>;
}

export interface NumbersArea {
  readonly verified: NumbersVerifiedArea;
  readonly missed: NumbersMissedArea;
  /**
   * Find numbers that the account's carrier rents out
   * Find numbers that the account's carrier rents out. Answers with: the numbers that can be rented now.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 400 (`carrier_refused`, `numbers_not_offered`, `telephony_not_configured`, `telephony_not_ready`): No account, or its carrier has no numbers
   * - 404 (`telephony_configuration_not_found`): No such telephony configuration in the organization
   * - 502 (`carrier_failed`): The carrier cannot be asked
   * `POST /managed-numbers/search`
   */
  search(input: Input<"POST /managed-numbers/search">, options?: CallOptions): Promise<Answer<"POST /managed-numbers/search">>;
  /**
   * The numbers that the organization rents, on all of its accounts
   * The numbers that the organization rents, on all of its accounts. Answers with: the numbers, oldest first.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * `GET /managed-numbers`
   */
  list(input?: Input<"GET /managed-numbers">, options?: CallOptions): List<Answer<"GET /managed-numbers">, ItemOf<Answer<"GET /managed-numbers">, "phone_numbers">>;
  /**
   * Rent a number; repeating the request rents nothing twice
   * Rent a number; repeating the request rents nothing twice. Answers with: the number, also when it was rented before.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 400 (`carrier_refused`, `numbers_not_offered`, `telephony_not_configured`, `telephony_not_ready`): No account, or its carrier has no numbers
   * - 402 (`rent_refused`): The carrier does not rent it to this account: funds, permission, documents
   * - 404 (`not_found`, `telephony_configuration_not_found`): No such telephony configuration or agent in the organization
   * - 409 (`made_in_sandbox`, `number_owned`, `number_taken`, `number_unavailable`): Somebody else has it, or it is on the account already
   * - 502 (`carrier_failed`, `rent_failed`, `rent_undecided`): The carrier cannot be asked, or has not said yet whether it rented the number
   * - 503 (`unavailable`): The workflow engine is not reachable; nothing was rented
   * `POST /managed-numbers`
   */
  provision(input: Input<"POST /managed-numbers">, options?: CallOptions): Promise<Answer<"POST /managed-numbers">>;
  /**
   * Give a rented number back; it takes no calls from then on
   * Give a rented number back; it takes no calls from then on. Answers with: the number; `released_at` is null until its carrier has confirmed the release.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such number in the organization
   * - 409 (`number_not_rented`): It was not rented through the platform
   * - 502 (`release_refused`): The carrier keeps it, in its own words
   * - 503 (`unavailable`): The workflow engine is not reachable; ask again
   * `POST /managed-numbers/{phone_number_id}/release`
   */
  release(input: Input<"POST /managed-numbers/{phone_number_id}/release">, options?: CallOptions): Promise<Answer<"POST /managed-numbers/{phone_number_id}/release">>;
}

export interface AgentsArea {
  /**
   * Create an agent from a definition; version 1 is published at once
   * Create an agent from a definition; version 1 is published at once. Answers with: the agent.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 402 (`too_many`, `too_much`): The organization has as many as it may, or as much; the answer says how to make room
   * - 404 (`not_found`): No such channel in the organization
   * - 409 (`invalid_definition`, `trigger_path_taken`): The trigger path is in use
   * - 422 (`invalid_definition`, `validation_error`): Validation error, or the definition cannot take calls
   * `POST /workflows/create/definition`
   */
  create(input: Input<"POST /workflows/create/definition">, options?: CallOptions): Promise<Answer<"POST /workflows/create/definition">>;
  /**
   * Every agent, without its definition
   * Every agent, without its definition. Answers with: the agents, newest first; of archived ones the newest 1,000.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * `GET /workflows`
   */
  list(input?: Input<"GET /workflows">, options?: CallOptions): List<Answer<"GET /workflows">, ItemOf<Answer<"GET /workflows">, "">>;
  /**
   * How many agents there are
   * How many agents there are. Answers with: the counts.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * `GET /workflows/count`
   */
  count(options?: CallOptions): Promise<Answer<"GET /workflows/count">>;
  /**
   * Every agent by id and name
   * Every agent by id and name. Answers with: the names, newest first.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * `GET /workflows/summary`
   */
  summary(input?: Input<"GET /workflows/summary">, options?: CallOptions): List<Answer<"GET /workflows/summary">, ItemOf<Answer<"GET /workflows/summary">, "">>;
  /**
   * One agent, with its draft or else its published version
   * One agent, with its draft or else its published version. Answers with: the agent.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such agent in the organization
   * `GET /workflows/{workflow_id}`
   */
  get(input: Input<"GET /workflows/{workflow_id}">, options?: CallOptions): Promise<Answer<"GET /workflows/{workflow_id}">>;
  /**
   * Rename an agent, or write its draft
   * Rename an agent, or write its draft. Answers with: the agent.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such agent in the organization
   * - 409 (`definition_changed`, `invalid_definition`, `settings_changed`, `trigger_path_taken`): The definition cannot take calls, its trigger path is in use, or somebody has changed it since
   * `PUT /workflows/{workflow_id}`
   */
  update(input: Input<"PUT /workflows/{workflow_id}">, options?: CallOptions): Promise<Answer<"PUT /workflows/{workflow_id}">>;
  /**
   * Make the draft the version that calls run
   * Make the draft the version that calls run. Answers with: the agent.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 402 (`too_many`, `too_much`): The organization has as many as it may, or as much; the answer says how to make room
   * - 403 (`owner_needed`, `sandbox_key`): Only an owner may publish without the rehearsal that the agent needs
   * - 404 (`not_found`): No such agent in the organization
   * - 409 (`definition_changed`, `invalid_definition`, `rehearsal_needed`, `rehearsal_red`, `settings_changed`, `trigger_path_taken`): The version has to be rehearsed or is red, the trigger path is in use, or somebody has changed the agent since
   * - 422 (`invalid_definition`, `validation_error`): Validation error, or the definition cannot take calls
   * `POST /workflows/{workflow_id}/publish`
   */
  publish(input: Input<"POST /workflows/{workflow_id}/publish">, options?: CallOptions): Promise<Answer<"POST /workflows/{workflow_id}/publish">>;
  /**
   * The draft; a copy of the published version when there is none
   * The draft; a copy of the published version when there is none. Answers with: the draft.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such agent in the organization
   * `POST /workflows/{workflow_id}/create-draft`
   */
  createDraft(input: Input<"POST /workflows/{workflow_id}/create-draft">, options?: CallOptions): Promise<Answer<"POST /workflows/{workflow_id}/create-draft">>;
  /**
   * The versions of an agent
   * The versions of an agent. Answers with: the versions, newest first; a page ends early where their definitions come to more than 8 MB: ask on with `offset`.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such agent in the organization
   * `GET /workflows/{workflow_id}/versions`
   */
  versions(input: Input<"GET /workflows/{workflow_id}/versions">, options?: CallOptions): List<Answer<"GET /workflows/{workflow_id}/versions">, ItemOf<Answer<"GET /workflows/{workflow_id}/versions">, "">>;
  /**
   * Check the definition in the body, or else the agent's own; nothing is changed
   * Check the definition in the body, or else the agent's own; nothing is changed. Answers with: whether it can take calls, and every fault.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such agent in the organization
   * `POST /workflows/{workflow_id}/validate`
   */
  validate(input: Input<"POST /workflows/{workflow_id}/validate">, options?: CallOptions): Promise<Answer<"POST /workflows/{workflow_id}/validate">>;
  /**
   * Copy an agent
   * Copy an agent. Answers with: the new agent.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 402 (`too_many`, `too_much`): The organization has as many as it may, or as much; the answer says how to make room
   * - 404 (`not_found`): No such agent in the organization
   * - 422 (`invalid_definition`, `validation_error`): Validation error, or the definition cannot take calls
   * `POST /workflows/{workflow_id}/duplicate`
   */
  duplicate(input: Input<"POST /workflows/{workflow_id}/duplicate">, options?: CallOptions): Promise<Answer<"POST /workflows/{workflow_id}/duplicate">>;
  /**
   * Archive an agent, or bring it back
   * Archive an agent, or bring it back. Answers with: the agent.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 402 (`too_many`, `too_much`): The organization has as many as it may, or as much; the answer says how to make room
   * - 404 (`not_found`): No such agent in the organization
   * `PUT /workflows/{workflow_id}/status`
   */
  setStatus(input: Input<"PUT /workflows/{workflow_id}/status">, options?: CallOptions): Promise<Answer<"PUT /workflows/{workflow_id}/status">>;
  /**
   * Put an agent into a channel, or into none
   * Put an agent into a channel, or into none. Answers with: the agent, without its definition.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such agent or channel in the organization
   * `PUT /workflows/{workflow_id}/folder`
   */
  move(input: Input<"PUT /workflows/{workflow_id}/folder">, options?: CallOptions): Promise<Answer<"PUT /workflows/{workflow_id}/folder">>;
  /**
   * The secret that webhooks of the agent's nodes are signed with
   * The secret that webhooks of the agent's nodes are signed with. Answers with: the secret.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such agent in the organization
   * `GET /workflows/{workflow_id}/webhook-secret`
   */
  webhookSecret(input: Input<"GET /workflows/{workflow_id}/webhook-secret">, options?: CallOptions): Promise<Answer<"GET /workflows/{workflow_id}/webhook-secret">>;
  /**
   * The node types of which a definition is made
   * The node types of which a definition is made. Answers with: the node types.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * `GET /node-types`
   */
  nodeTypes(options?: CallOptions): Promise<Answer<"GET /node-types">>;
  /**
   * One node type
   * One node type. Answers with: the node type.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): There is no such node type
   * `GET /node-types/{name}`
   */
  nodeType(input: Input<"GET /node-types/{name}">, options?: CallOptions): Promise<Answer<"GET /node-types/{name}">>;
}

export interface ScenariosArea {
  /**
   * The scenarios of an agent, and what playing all of them may be expected to cost
   * The scenarios of an agent, and what playing all of them may be expected to cost. Answers with: the scenarios, oldest first.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such agent in the organization
   * `GET /workflows/{workflow_id}/scenarios`
   */
  list(input: Input<"GET /workflows/{workflow_id}/scenarios">, options?: CallOptions): List<Answer<"GET /workflows/{workflow_id}/scenarios">, ItemOf<Answer<"GET /workflows/{workflow_id}/scenarios">, "scenarios">>;
  /**
   * Add a scenario to an agent: a caller, what its tools answer, and what is expected
   * Add a scenario to an agent: a caller, what its tools answer, and what is expected. Answers with: the scenario.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 402 (`too_many`): The agent has as many scenarios as it may
   * - 404 (`not_found`): No such agent in the organization
   * - 409 (`scenario_name_taken`): The agent has another scenario with this name
   * `POST /workflows/{workflow_id}/scenarios`
   */
  create(input: Input<"POST /workflows/{workflow_id}/scenarios">, options?: CallOptions): Promise<Answer<"POST /workflows/{workflow_id}/scenarios">>;
  /**
   * Make a scenario of a call or a test in writing; people and their numbers are replaced by made-up ones
   * Make a scenario of a call or a test in writing; people and their numbers are replaced by made-up ones. Answers with: the scenario.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 402 (`too_many`): The agent has as many scenarios as it may
   * - 404 (`not_found`): No such agent, or no such run of it
   * - 409 (`no_conversation`, `scenario_name_taken`): The agent has another scenario with this name, or the run has no words to make it of
   * `POST /workflows/{workflow_id}/scenarios/from-run/{run_id}`
   */
  createFromRun(input: Input<"POST /workflows/{workflow_id}/scenarios/from-run/{run_id}">, options?: CallOptions): Promise<Answer<"POST /workflows/{workflow_id}/scenarios/from-run/{run_id}">>;
  /**
   * Make scenarios of the questions that callers ask about a document; a language model writes them
   * Make scenarios of the questions that callers ask about a document; a language model writes them. Answers with: what was made, ten at most.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 402 (`too_many`): The agent would have more scenarios than it may
   * - 404 (`not_found`): No such agent in the organization
   * - 409 (`document_not_readable`, `model_needed`): There is no language model, or the agent does not read the document
   * - 502 (`model_invalid_answer`, `model_rate_limited`, `model_refused`, `model_timeout`, `model_unauthorized`, `model_unavailable`): The model did not answer, in its own words
   * `POST /workflows/{workflow_id}/scenarios/from-document/{document_uuid}`
   */
  createFromDocument(input: Input<"POST /workflows/{workflow_id}/scenarios/from-document/{document_uuid}">, options?: CallOptions): Promise<Answer<"POST /workflows/{workflow_id}/scenarios/from-document/{document_uuid}">>;
  /**
   * Take scenarios from YAML: one with the name of another of the agent's rewrites it
   * Take scenarios from YAML: one with the name of another of the agent's rewrites it. Answers with: what is there now.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 402 (`too_many`): The agent would have more scenarios than it may
   * - 404 (`not_found`): No such agent in the organization
   * `POST /workflows/{workflow_id}/scenarios/import`
   */
  import(input: Input<"POST /workflows/{workflow_id}/scenarios/import">, options?: CallOptions): Promise<Answer<"POST /workflows/{workflow_id}/scenarios/import">>;
  /**
   * The scenarios of an agent as YAML, to be kept beside its code
   * The scenarios of an agent as YAML, to be kept beside its code. Answers with: one document for each scenario, oldest first.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such agent in the organization
   * `GET /workflows/{workflow_id}/scenarios/export`
   */
  export(input: Input<"GET /workflows/{workflow_id}/scenarios/export">, options?: CallOptions): Promise<Blob>;
  /**
   * The callers that are ready to use: a scenario names one, and a language model plays it
   * The callers that are ready to use: a scenario names one, and a language model plays it. Answers with: the ready personas.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * `GET /personas`
   */
  personas(options?: CallOptions): List<Answer<"GET /personas">, ItemOf<Answer<"GET /personas">, "personas">>;
  /**
   * One scenario
   * One scenario. Answers with: the scenario.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such agent or scenario in the organization
   * `GET /workflows/{workflow_id}/scenarios/{scenario_id}`
   */
  get(input: Input<"GET /workflows/{workflow_id}/scenarios/{scenario_id}">, options?: CallOptions): Promise<Answer<"GET /workflows/{workflow_id}/scenarios/{scenario_id}">>;
  /**
   * Rewrite a scenario
   * Rewrite a scenario. Answers with: the scenario.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such agent or scenario in the organization
   * - 409 (`scenario_name_taken`): The agent has another scenario with this name
   * `PUT /workflows/{workflow_id}/scenarios/{scenario_id}`
   */
  update(input: Input<"PUT /workflows/{workflow_id}/scenarios/{scenario_id}">, options?: CallOptions): Promise<Answer<"PUT /workflows/{workflow_id}/scenarios/{scenario_id}">>;
  /**
   * Delete a scenario; its results stay
   * Delete a scenario; its results stay. Answers with: it is deleted.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such agent or scenario in the organization
   * `DELETE /workflows/{workflow_id}/scenarios/{scenario_id}`
   */
  delete(input: Input<"DELETE /workflows/{workflow_id}/scenarios/{scenario_id}">, options?: CallOptions): Promise<Answer<"DELETE /workflows/{workflow_id}/scenarios/{scenario_id}">>;
}

export interface RehearsalsArea {
  /**
   * The rehearsals of an agent
   * The rehearsals of an agent. Answers with: a page of the rehearsals, newest first.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such agent in the organization
   * `GET /workflows/{workflow_id}/rehearsals`
   */
  list(input: Input<"GET /workflows/{workflow_id}/rehearsals">, options?: CallOptions): List<Answer<"GET /workflows/{workflow_id}/rehearsals">, ItemOf<Answer<"GET /workflows/{workflow_id}/rehearsals">, "rehearsals">>;
  /**
   * Rehearse an agent: play its scenarios; nothing is dialled or sent
   * Rehearse an agent: play its scenarios; nothing is dialled or sent. Answers with: the rehearsal, which goes on.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such agent in the organization
   * - 409 (`invalid_definition`, `model_needed`, `nothing_to_rehearse`, `rehearsals_under_way`): There is no scenario, too many rehearsals are under way, or the version cannot take calls
   * `POST /workflows/{workflow_id}/rehearsals`
   */
  create(input: Input<"POST /workflows/{workflow_id}/rehearsals">, options?: CallOptions): Promise<Answer<"POST /workflows/{workflow_id}/rehearsals">>;
  /**
   * One rehearsal with its conversations and their checks
   * One rehearsal with its conversations and their checks. Answers with: the rehearsal.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such agent or rehearsal in the organization
   * `GET /workflows/{workflow_id}/rehearsals/{rehearsal_id}`
   */
  get(input: Input<"GET /workflows/{workflow_id}/rehearsals/{rehearsal_id}">, options?: CallOptions): Promise<Answer<"GET /workflows/{workflow_id}/rehearsals/{rehearsal_id}">>;
  /**
   * One conversation of a rehearsal with every word
   * One conversation of a rehearsal with every word. Answers with: the conversation.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such agent, rehearsal or conversation in the organization
   * `GET /workflows/{workflow_id}/rehearsals/{rehearsal_id}/conversations/{conversation_id}`
   */
  conversation(input: Input<"GET /workflows/{workflow_id}/rehearsals/{rehearsal_id}/conversations/{conversation_id}">, options?: CallOptions): Promise<Answer<"GET /workflows/{workflow_id}/rehearsals/{rehearsal_id}/conversations/{conversation_id}">>;
  /**
   * A rehearsal as JUnit XML, for continuous integration
   * A rehearsal as JUnit XML, for continuous integration. Answers with: the report, one test case for each conversation.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such agent or rehearsal in the organization
   * `GET /workflows/{workflow_id}/rehearsals/{rehearsal_id}/junit`
   */
  junit(input: Input<"GET /workflows/{workflow_id}/rehearsals/{rehearsal_id}/junit">, options?: CallOptions): Promise<Blob>;
  /**
   * Rehearse again what was not green, as it is now
   * Rehearse again what was not green, as it is now. Answers with: the new rehearsal, which goes on.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such agent or rehearsal in the organization
   * - 409 (`invalid_definition`, `model_needed`, `nothing_red`, `rehearsals_under_way`): Nothing was red, too many rehearsals are under way, or the agent cannot take calls
   * `POST /workflows/{workflow_id}/rehearsals/{rehearsal_id}/run-again`
   */
  runAgain(input: Input<"POST /workflows/{workflow_id}/rehearsals/{rehearsal_id}/run-again">, options?: CallOptions): Promise<Answer<"POST /workflows/{workflow_id}/rehearsals/{rehearsal_id}/run-again">>;
  /**
   * Begin no further conversation of a rehearsal
   * Begin no further conversation of a rehearsal. Answers with: the rehearsal.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such agent or rehearsal in the organization
   * - 409 (`rehearsal_over`): The rehearsal is over
   * - 503 (`unavailable`): The rehearsal has not answered in time
   * `POST /workflows/{workflow_id}/rehearsals/{rehearsal_id}/pause`
   */
  pause(input: Input<"POST /workflows/{workflow_id}/rehearsals/{rehearsal_id}/pause">, options?: CallOptions): Promise<Answer<"POST /workflows/{workflow_id}/rehearsals/{rehearsal_id}/pause">>;
  /**
   * Go on with a paused rehearsal
   * Go on with a paused rehearsal. Answers with: the rehearsal.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such agent or rehearsal in the organization
   * - 409 (`rehearsal_over`): The rehearsal is over
   * - 503 (`unavailable`): The rehearsal has not answered in time
   * `POST /workflows/{workflow_id}/rehearsals/{rehearsal_id}/resume`
   */
  resume(input: Input<"POST /workflows/{workflow_id}/rehearsals/{rehearsal_id}/resume">, options?: CallOptions): Promise<Answer<"POST /workflows/{workflow_id}/rehearsals/{rehearsal_id}/resume">>;
  /**
   * End a rehearsal; results stay
   * End a rehearsal; results stay. Answers with: the rehearsal.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such agent or rehearsal in the organization
   * - 409 (`rehearsal_over`): The rehearsal is over
   * - 503 (`unavailable`): The rehearsal has not answered in time
   * `POST /workflows/{workflow_id}/rehearsals/{rehearsal_id}/cancel`
   */
  cancel(input: Input<"POST /workflows/{workflow_id}/rehearsals/{rehearsal_id}/cancel">, options?: CallOptions): Promise<Answer<"POST /workflows/{workflow_id}/rehearsals/{rehearsal_id}/cancel">>;
}

export interface ChannelsMembersArea {
  /**
   * The people and agents of a channel
   * The people and agents of a channel. Answers with: people in the order in which they joined, agents by name.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such channel in the organization
   * `GET /folders/{folder_id}/members`
   */
  get(input: Input<"GET /folders/{folder_id}/members">, options?: CallOptions): Promise<Answer<"GET /folders/{folder_id}/members">>;
  /**
   * Set the people and agents of a channel; they see its requests first and are notified of them
   * Set the people and agents of a channel; they see its requests first and are notified of them. Answers with: the channel's people and agents.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such channel in the organization
   * `PUT /folders/{folder_id}/members`
   */
  set(input: Input<"PUT /folders/{folder_id}/members">, options?: CallOptions): Promise<Answer<"PUT /folders/{folder_id}/members">>;
}

export interface ChannelsArea {
  readonly members: ChannelsMembersArea;
  /**
   * Every channel
   * Every channel. Answers with: the channels, by name.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * `GET /folders/`
   */
  list(options?: CallOptions): List<Answer<"GET /folders/">, ItemOf<Answer<"GET /folders/">, "">>;
  /**
   * Create a channel
   * Create a channel. Answers with: the channel.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 402 (`too_many`, `too_much`): The organization has as many as it may, or as much; the answer says how to make room
   * - 409 (`channel_name_taken`): There is a channel of that name
   * `POST /folders/`
   */
  create(input: Input<"POST /folders/">, options?: CallOptions): Promise<Answer<"POST /folders/">>;
  /**
   * Rename a channel
   * Rename a channel. Answers with: the channel.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such channel in the organization
   * - 409 (`channel_name_taken`): There is a channel of that name
   * `PUT /folders/{folder_id}`
   */
  rename(input: Input<"PUT /folders/{folder_id}">, options?: CallOptions): Promise<Answer<"PUT /folders/{folder_id}">>;
  /**
   * Delete a channel; its agents stay, without one
   * Delete a channel; its agents stay, without one. Answers with: it is deleted.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such channel in the organization
   * `DELETE /folders/{folder_id}`
   */
  delete(input: Input<"DELETE /folders/{folder_id}">, options?: CallOptions): Promise<Answer<"DELETE /folders/{folder_id}">>;
  /**
   * Everything that happened, newest first; a single call oldest first
   * Everything that happened, newest first; a single call oldest first. Answers with: one page of events.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such agent, call or channel in the organization
   * `GET /timeline`
   */
  timeline(input?: Input<"GET /timeline">, options?: CallOptions): List<Answer<"GET /timeline">, ItemOf<Answer<"GET /timeline">, "events">>;
  /**
   * New events as server-sent events; with Last-Event-ID the stream continues after that event
   * New events as server-sent events; with Last-Event-ID the stream continues after that event. Answers with: events whose data is an event of the timeline; the first is `begin`, which says where the stream starts.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such agent, call or channel in the organization
   * `GET /timeline/stream`
   */
  timelineStream(input?: Input<"GET /timeline/stream">, options?: CallOptions): EventStream<Answer<"GET /timeline/stream">>;
  /**
   * Write to an agent, a channel or the built-in assistant; the reply is an event of the same thread
   * Write to an agent, a channel or the built-in assistant; the reply is an event of the same thread. Answers with: the message is in the timeline.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 400 (`agent_not_ready`): The agent is archived, or nothing of it is published
   * - 404 (`not_found`): No such agent, channel or thread in the organization
   * `POST /timeline/message`
   */
  post(input: Input<"POST /timeline/message">, options?: CallOptions): Promise<Answer<"POST /timeline/message">>;
  /**
   * The reply forming while an agent is thinking
   * The reply forming while an agent is thinking. Answers with: as far as it is written.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such agent, channel or thread in the organization
   * `GET /timeline/draft`
   */
  draft(input?: Input<"GET /timeline/draft">, options?: CallOptions): Promise<Answer<"GET /timeline/draft">>;
  /**
   * The reply as server-sent events while it forms, each with everything that is written of it
   * The reply as server-sent events while it forms, each with everything that is written of it. Answers with: events whose data is the draft.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such agent, channel or thread in the organization
   * `GET /timeline/draft/stream`
   */
  draftStream(input?: Input<"GET /timeline/draft/stream">, options?: CallOptions): EventStream<Answer<"GET /timeline/draft/stream">>;
  /**
   * What agents ask of people: the open requests by their deadline, or those that are over
   * What agents ask of people: the open requests by their deadline, or those that are over. Answers with: a page of the requests.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * `GET /timeline/requests`
   */
  listRequests(input?: Input<"GET /timeline/requests">, options?: CallOptions): List<Answer<"GET /timeline/requests">, ItemOf<Answer<"GET /timeline/requests">, "requests">>;
  /**
   * The arguments of a proposed action, for people who may confirm it
   * The arguments of a proposed action, for people who may confirm it. Answers with: the arguments.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such proposed action in the organization
   * `GET /timeline/actions/{action_event_id}/arguments`
   */
  actionArguments(input: Input<"GET /timeline/actions/{action_event_id}/arguments">, options?: CallOptions): Promise<Answer<"GET /timeline/actions/{action_event_id}/arguments">>;
  /**
   * Answer a question an agent asked; the first valid answer wins
   * Answer a question an agent asked; the first valid answer wins. Answers with: the request as it is now.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such question in the organization
   * - 409 (`request_expired`, `request_settled`): Somebody else was first, or it has expired
   * `POST /timeline/decide`
   */
  decide(input: Input<"POST /timeline/decide">, options?: CallOptions): Promise<Answer<"POST /timeline/decide">>;
  /**
   * Confirm, decline or undo an action an agent proposed
   * Confirm, decline or undo an action an agent proposed. Answers with: the request as it is now.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such proposed action in the organization
   * - 409 (`action_not_undoable`, `action_undone`, `request_expired`, `request_settled`): Somebody else was first, it has expired, or it cannot be undone
   * `POST /timeline/actions/settle`
   */
  settleAction(input: Input<"POST /timeline/actions/settle">, options?: CallOptions): Promise<Answer<"POST /timeline/actions/settle">>;
  /**
   * Publish or discard a change an agent proposed to itself
   * Publish or discard a change an agent proposed to itself. Answers with: the request as it is now.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 402 (`too_many`, `too_much`): The organization has as many as it may, or as much; the answer says how to make room
   * - 404 (`not_found`): No such proposed edit in the organization
   * - 409 (`draft_faulty`, `draft_moved`, `rehearsal_needed`, `rehearsal_red`, `request_expired`, `request_settled`): Somebody else was first, it has expired, or the draft has changed
   * `POST /timeline/edits/settle`
   */
  settleEdit(input: Input<"POST /timeline/edits/settle">, options?: CallOptions): Promise<Answer<"POST /timeline/edits/settle">>;
  /**
   * Give an agent the key it asked for, into the credential store
   * Give an agent the key it asked for, into the credential store. Answers with: the request, and the credential.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 402 (`too_many`, `too_much`): The organization has as many as it may, or as much; the answer says how to make room
   * - 404 (`not_found`): No such request in the organization
   * - 409 (`request_expired`, `request_settled`): Somebody else was first, or it has expired
   * `POST /timeline/secrets/provide`
   */
  provideSecret(input: Input<"POST /timeline/secrets/provide">, options?: CallOptions): Promise<Answer<"POST /timeline/secrets/provide">>;
}

export interface ContactsListsArea {
  /**
   * Every list
   * Every list. Answers with: the lists, newest first.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * `GET /contact-lists`
   */
  list(options?: CallOptions): List<Answer<"GET /contact-lists">, ItemOf<Answer<"GET /contact-lists">, "contact_lists">>;
  /**
   * Create a list
   * Create a list. Answers with: the empty list.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 402 (`too_many`, `too_much`): The organization has as many as it may, or as much; the answer says how to make room
   * `POST /contact-lists`
   */
  create(input: Input<"POST /contact-lists">, options?: CallOptions): Promise<Answer<"POST /contact-lists">>;
  /**
   * Rename a list
   * Rename a list. Answers with: the changed list.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such contact list in the organization
   * `PATCH /contact-lists/{contact_list_id}`
   */
  update(input: Input<"PATCH /contact-lists/{contact_list_id}">, options?: CallOptions): Promise<Answer<"PATCH /contact-lists/{contact_list_id}">>;
  /**
   * Delete a list with its contacts
   * Delete a list with its contacts. Answers with: it is deleted.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such contact list in the organization
   * - 409 (`contact_list_in_use`): A campaign uses it: a draft, running or paused one, or one that failed before it took its contacts
   * `DELETE /contact-lists/{contact_list_id}`
   */
  delete(input: Input<"DELETE /contact-lists/{contact_list_id}">, options?: CallOptions): Promise<Answer<"DELETE /contact-lists/{contact_list_id}">>;
}

export interface ContactsImportsArea {
  /**
   * One import, with its state and how many rows it has read
   * One import, with its state and how many rows it has read. Answers with: status, counters, the bad rows.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such import of this list
   * `GET /contact-lists/{contact_list_id}/imports/{import_id}`
   */
  get(input: Input<"GET /contact-lists/{contact_list_id}/imports/{import_id}">, options?: CallOptions): Promise<Answer<"GET /contact-lists/{contact_list_id}/imports/{import_id}">>;
  /**
   * Every import of a list
   * Every import of a list. Answers with: the newest first.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such contact list in the organization
   * `GET /contact-lists/{contact_list_id}/imports`
   */
  list(input: Input<"GET /contact-lists/{contact_list_id}/imports">, options?: CallOptions): List<Answer<"GET /contact-lists/{contact_list_id}/imports">, ItemOf<Answer<"GET /contact-lists/{contact_list_id}/imports">, "imports">>;
}

export interface ContactsSegmentsArea {
  /**
   * The segments of a list
   * The segments of a list. Answers with: the segments, oldest first.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such contact list or segment in the organization
   * `GET /contact-lists/{contact_list_id}/segments`
   */
  list(input: Input<"GET /contact-lists/{contact_list_id}/segments">, options?: CallOptions): List<Answer<"GET /contact-lists/{contact_list_id}/segments">, ItemOf<Answer<"GET /contact-lists/{contact_list_id}/segments">, "segments">>;
  /**
   * Keep a part of a list under a name, as an expression
   * Keep a part of a list under a name, as an expression. Answers with: the segment.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such contact list or segment in the organization
   * - 409 (`segment_name_taken`, `too_many_segments`): The name is another segment's, or the list has as many as it may have
   * `POST /contact-lists/{contact_list_id}/segments`
   */
  create(input: Input<"POST /contact-lists/{contact_list_id}/segments">, options?: CallOptions): Promise<Answer<"POST /contact-lists/{contact_list_id}/segments">>;
  /**
   * Count whom of a list an expression is true of, with five of them
   * Count whom of a list an expression is true of, with five of them. Answers with: how many, and the first five.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such contact list or segment in the organization
   * `POST /contact-lists/{contact_list_id}/segments/preview`
   */
  preview(input: Input<"POST /contact-lists/{contact_list_id}/segments/preview">, options?: CallOptions): Promise<Answer<"POST /contact-lists/{contact_list_id}/segments/preview">>;
  /**
   * Delete a segment; its contacts stay, and campaigns keep it as they took it
   * Delete a segment; its contacts stay, and campaigns keep it as they took it. Answers with: it is deleted.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such contact list or segment in the organization
   * `DELETE /contact-lists/{contact_list_id}/segments/{segment_id}`
   */
  delete(input: Input<"DELETE /contact-lists/{contact_list_id}/segments/{segment_id}">, options?: CallOptions): Promise<Answer<"DELETE /contact-lists/{contact_list_id}/segments/{segment_id}">>;
}

export interface ContactsIntakesArea {
  /**
   * The intakes of a list, and the newest payloads or calls that they could not take
   * The intakes of a list, and the newest payloads or calls that they could not take. Answers with: the intakes, oldest first.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such contact list or intake in the organization
   * `GET /contact-lists/{contact_list_id}/intakes`
   */
  list(input: Input<"GET /contact-lists/{contact_list_id}/intakes">, options?: CallOptions): List<Answer<"GET /contact-lists/{contact_list_id}/intakes">, ItemOf<Answer<"GET /contact-lists/{contact_list_id}/intakes">, "intakes">>;
  /**
   * Make an address that a form or a program sends contacts of a list to, or a rule that takes those of ended calls
   * Make an address that a form or a program sends contacts of a list to, or a rule that takes those of ended calls. Answers with: the intake; with the secret of an address, which is not shown again.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such contact list or intake in the organization
   * - 409 (`too_many_intakes`): The list has as many as it may have
   * - 422 (`validation_error`): The organization has no such agent or campaign
   * `POST /contact-lists/{contact_list_id}/intakes`
   */
  create(input: Input<"POST /contact-lists/{contact_list_id}/intakes">, options?: CallOptions): Promise<Answer<"POST /contact-lists/{contact_list_id}/intakes">>;
  /**
   * Change an intake, or make it a new secret
   * Change an intake, or make it a new secret. Answers with: the intake; with the secret where it is new.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such contact list or intake in the organization
   * `PATCH /contact-lists/{contact_list_id}/intakes/{intake_id}`
   */
  update(input: Input<"PATCH /contact-lists/{contact_list_id}/intakes/{intake_id}">, options?: CallOptions): Promise<Answer<"PATCH /contact-lists/{contact_list_id}/intakes/{intake_id}">>;
  /**
   * Delete an intake: it takes nothing any more
   * Delete an intake: it takes nothing any more. Answers with: it is deleted; its contacts stay.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such contact list or intake in the organization
   * `DELETE /contact-lists/{contact_list_id}/intakes/{intake_id}`
   */
  delete(input: Input<"DELETE /contact-lists/{contact_list_id}/intakes/{intake_id}">, options?: CallOptions): Promise<Answer<"DELETE /contact-lists/{contact_list_id}/intakes/{intake_id}">>;
  /**
   * Send a contact to an intake, signed with its secret
   * Send a contact to an intake, signed with its secret. Answers with: what became of it.
   * 
   * Needs no key.
   * 
   * Refuses with
   * 
   * - 402 (`row_quota`): The organization's rows have reached their limit
   * - 403 (`signature_refused`): Not signed with the secret, or not lately
   * - 404 (`not_found`): No such intake, or it is not active
   * - 413 (`payload_too_large`): Larger than 64 KB
   * - 422 (`payload_refused`): No contact can be made of it; it is kept with the reason
   * `POST /public/intakes/{organization_id}/{intake_uuid}`
   */
  take(input: Input<"POST /public/intakes/{organization_id}/{intake_uuid}">, options?: CallOptions): Promise<Answer<"POST /public/intakes/{organization_id}/{intake_uuid}">>;
}

export interface ContactsConsentsArea {
  /**
   * A number's consent and its history
   * A number's consent and its history. Answers with: what holds now, and every change, newest first.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * `GET /consents`
   */
  get(input: Input<"GET /consents">, options?: CallOptions): List<Answer<"GET /consents">, ItemOf<Answer<"GET /consents">, "history">>;
  /**
   * Record a person's consent to be called, or its withdrawal, which is in force when this has answered
   * Record a person's consent to be called, or its withdrawal, which is in force when this has answered. Answers with: what holds for the number now.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 409 (`consent_withdrawn`): `unknown` does not end a withdrawal
   * `POST /consents`
   */
  record(input: Input<"POST /consents">, options?: CallOptions): Promise<Answer<"POST /consents">>;
}

export interface ContactsNationalListsArea {
  /**
   * National do-not-call lists, in force and former ones
   * National do-not-call lists, in force and former ones. Answers with: one page, the newest first.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * `GET /do-not-call/national`
   */
  list(input?: Input<"GET /do-not-call/national">, options?: CallOptions): List<Answer<"GET /do-not-call/national">, ItemOf<Answer<"GET /do-not-call/national">, "national_lists">>;
  /**
   * Load a national do-not-call list from an uploaded file
   * Load a national do-not-call list from an uploaded file. Answers with: it is being loaded; it takes effect when its state is in_force.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such file of the organization
   * - 409 (`newer_list_in_force`): A newer list of the source is in force
   * `POST /do-not-call/national`
   */
  create(input: Input<"POST /do-not-call/national">, options?: CallOptions): Promise<Answer<"POST /do-not-call/national">>;
  /**
   * The state of a national list
   * The state of a national list. Answers with: its state and figures.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such list
   * `GET /do-not-call/national/{national_list_id}`
   */
  get(input: Input<"GET /do-not-call/national/{national_list_id}">, options?: CallOptions): Promise<Answer<"GET /do-not-call/national/{national_list_id}">>;
  /**
   * Take a national list out of force
   * Take a national list out of force. Answers with: it no longer prevents calls.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such list, or it is no longer in force
   * `DELETE /do-not-call/national/{national_list_id}`
   */
  remove(input: Input<"DELETE /do-not-call/national/{national_list_id}">, options?: CallOptions): Promise<Answer<"DELETE /do-not-call/national/{national_list_id}">>;
}

export interface ContactsDoNotCallArea {
  /**
   * Numbers the account never dials
   * Numbers the account never dials. Answers with: one page, in the order of numbers.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * `GET /do-not-call`
   */
  list(input?: Input<"GET /do-not-call">, options?: CallOptions): List<Answer<"GET /do-not-call">, ItemOf<Answer<"GET /do-not-call">, "do_not_call">>;
  /**
   * Add numbers; binding when this has answered
   * Add numbers; binding when this has answered. Answers with: how many are new, and which are no numbers.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * `POST /do-not-call`
   */
  add(input: Input<"POST /do-not-call">, options?: CallOptions): Promise<Answer<"POST /do-not-call">>;
  /**
   * Tell whether a number may be dialled at this moment, and why not
   * Tell whether a number may be dialled at this moment, and why not. Answers with: the result of each rule of admission for a call outside campaigns to this number.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * `GET /do-not-call/check`
   */
  check(input: Input<"GET /do-not-call/check">, options?: CallOptions): Promise<Answer<"GET /do-not-call/check">>;
  /**
   * Upload a file of numbers; binding when this has answered
   * Upload a file of numbers; binding when this has answered. Answers with: how many are new, and which are no numbers.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such file of the organization
   * - 413 (`file_too_large`): Larger than 100 MB
   * - 415 (`unsupported_media_type`): Neither a form nor JSON
   * `POST /do-not-call/upload`
   */
  upload(input: Input<"POST /do-not-call/upload">, options?: CallOptions): Promise<Answer<"POST /do-not-call/upload">>;
  /**
   * Remove a number
   * Remove a number. Answers with: it may be dialled again.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): The number is not on the list
   * `DELETE /do-not-call/{phone_number}`
   */
  remove(input: Input<"DELETE /do-not-call/{phone_number}">, options?: CallOptions): Promise<Answer<"DELETE /do-not-call/{phone_number}">>;
}

export interface ContactsArea {
  readonly lists: ContactsListsArea;
  readonly imports: ContactsImportsArea;
  readonly segments: ContactsSegmentsArea;
  readonly intakes: ContactsIntakesArea;
  readonly consents: ContactsConsentsArea;
  readonly nationalLists: ContactsNationalListsArea;
  readonly doNotCall: ContactsDoNotCallArea;
  /**
   * Signed URL to upload a contacts file before importing
   * Signed URL to upload a contacts file before importing. Answers with: where and how to send the file.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 402 (`upload_quota`): The organization's uploaded files have reached their size limit
   * `POST /object-store/presigned-upload-url`
   */
  uploadUrl(input: Input<"POST /object-store/presigned-upload-url">, options?: CallOptions): Promise<Answer<"POST /object-store/presigned-upload-url">>;
  /**
   * Import contacts from an uploaded file
   * Import contacts from an uploaded file. Answers with: the import was accepted.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such list, or no such file of the organization
   * `POST /contact-lists/{contact_list_id}/import`
   */
  import(input: Input<"POST /contact-lists/{contact_list_id}/import">, options?: CallOptions): Promise<Answer<"POST /contact-lists/{contact_list_id}/import">>;
  /**
   * Make a list from an uploaded file: the list and its import, or neither
   * Make a list from an uploaded file: the list and its import, or neither. Answers with: the import was accepted.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 402 (`too_many`, `too_much`): The organization has as many as it may, or as much; the answer says how to make room
   * - 404 (`not_found`): No such file of the organization
   * `POST /contact-lists/import`
   */
  importIntoNewList(input: Input<"POST /contact-lists/import">, options?: CallOptions): Promise<Answer<"POST /contact-lists/import">>;
  /**
   * Contacts in a list
   * Contacts in a list. Answers with: one page, in the order of import.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such contact list in the organization
   * `GET /contact-lists/{contact_list_id}/contacts`
   */
  list(input: Input<"GET /contact-lists/{contact_list_id}/contacts">, options?: CallOptions): List<Answer<"GET /contact-lists/{contact_list_id}/contacts">, ItemOf<Answer<"GET /contact-lists/{contact_list_id}/contacts">, "contacts">>;
  /**
   * Add up to 1,000 contacts to a list, or change those whose numbers it has
   * Add up to 1,000 contacts to a list, or change those whose numbers it has. Answers with: the result for each, in the order of the request.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such contact list in the organization
   * `POST /contact-lists/{contact_list_id}/contacts`
   */
  send(input: Input<"POST /contact-lists/{contact_list_id}/contacts">, options?: CallOptions): Promise<Answer<"POST /contact-lists/{contact_list_id}/contacts">>;
  /**
   * Add the contact of a number to a list, or replace it
   * Add the contact of a number to a list, or replace it. Answers with: the contact as it is now.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such contact list in the organization
   * - 409 (`consent_withdrawn`): `unknown` does not end a withdrawal of consent
   * `PUT /contact-lists/{contact_list_id}/contacts/by-number/{phone_number}`
   */
  put(input: Input<"PUT /contact-lists/{contact_list_id}/contacts/by-number/{phone_number}">, options?: CallOptions): Promise<Answer<"PUT /contact-lists/{contact_list_id}/contacts/by-number/{phone_number}">>;
  /**
   * Change a contact's name, time zone, attributes or consent
   * Change a contact's name, time zone, attributes or consent. Answers with: the changed contact.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such contact in this list
   * - 409 (`consent_withdrawn`): `unknown` does not end a withdrawal of consent
   * `PATCH /contact-lists/{contact_list_id}/contacts/{contact_id}`
   */
  update(input: Input<"PATCH /contact-lists/{contact_list_id}/contacts/{contact_id}">, options?: CallOptions): Promise<Answer<"PATCH /contact-lists/{contact_list_id}/contacts/{contact_id}">>;
  /**
   * Remove a contact
   * Remove a contact. Answers with: the contact is removed from the list; the message names the campaigns that have taken it and will still call it.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such contact in this list
   * `DELETE /contact-lists/{contact_list_id}/contacts/{contact_id}`
   */
  delete(input: Input<"DELETE /contact-lists/{contact_list_id}/contacts/{contact_id}">, options?: CallOptions): Promise<Answer<"DELETE /contact-lists/{contact_list_id}/contacts/{contact_id}">>;
}

export interface PeopleExportsArea {
  /**
   * The exports of the organization, newest first; they name nobody
   * The exports of the organization, newest first; they name nobody. Answers with: a page of exports.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * `GET /people/exports`
   */
  list(input?: Input<"GET /people/exports">, options?: CallOptions): List<Answer<"GET /people/exports">, ItemOf<Answer<"GET /people/exports">, "exports">>;
  /**
   * Write everything that is known of a person into one file, with the recordings of their calls
   * Write everything that is known of a person into one file, with the recordings of their calls. Answers with: the export, which goes on.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 409 (`erasure_under_way`, `own_number`): The person is being erased, or the number is one of the organization's own
   * `POST /people/exports`
   */
  create(input: Input<"POST /people/exports">, options?: CallOptions): Promise<Answer<"POST /people/exports">>;
  /**
   * How far an export is, what its file holds, and when the file goes
   * How far an export is, what its file holds, and when the file goes. Answers with: the export.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such export in the organization
   * `GET /people/exports/{export_id}`
   */
  get(input: Input<"GET /people/exports/{export_id}">, options?: CallOptions): Promise<Answer<"GET /people/exports/{export_id}">>;
  /**
   * Cancel an export that is under way; nothing of it is kept
   * Cancel an export that is under way; nothing of it is kept. Answers with: the export.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such export in the organization
   * - 409 (`export_not_under_way`): The export is over
   * `POST /people/exports/{export_id}/cancel`
   */
  cancel(input: Input<"POST /people/exports/{export_id}/cancel">, options?: CallOptions): Promise<Answer<"POST /people/exports/{export_id}/cancel">>;
  /**
   * A link to the file of an export, good for five minutes; who asked for it is noted
   * A link to the file of an export, good for five minutes; who asked for it is noted. Answers with: the link.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such export in the organization
   * - 409 (`export_not_done`): There is no file, or none yet
   * `GET /people/exports/{export_id}/download`
   */
  download(input: Input<"GET /people/exports/{export_id}/download">, options?: CallOptions): Promise<Answer<"GET /people/exports/{export_id}/download">>;
}

export interface PeopleErasuresArea {
  /**
   * The erasures of the organization, newest first; they name nobody
   * The erasures of the organization, newest first; they name nobody. Answers with: a page of erasures.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * `GET /people/erasures`
   */
  list(input?: Input<"GET /people/erasures">, options?: CallOptions): List<Answer<"GET /people/erasures">, ItemOf<Answer<"GET /people/erasures">, "erasures">>;
  /**
   * Erase a person: calls under way end, and everything about them goes, for good
   * Erase a person: calls under way end, and everything about them goes, for good. Answers with: the erasure, which goes on.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 409 (`erasure_under_way`, `own_number`): The person is being erased already, or the number is one of the organization's own
   * `POST /people/erasures`
   */
  create(input: Input<"POST /people/erasures">, options?: CallOptions): Promise<Answer<"POST /people/erasures">>;
  /**
   * How far an erasure is, and its receipt: what was removed where
   * How far an erasure is, and its receipt: what was removed where. Answers with: the erasure.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such erasure in the organization
   * `GET /people/erasures/{erasure_id}`
   */
  get(input: Input<"GET /people/erasures/{erasure_id}">, options?: CallOptions): Promise<Answer<"GET /people/erasures/{erasure_id}">>;
}

export interface PeopleArea {
  readonly exports: PeopleExportsArea;
  readonly erasures: PeopleErasuresArea;
  /**
   * Who has a number, and what may happen next with them: which campaigns still call, when, and why not now
   * Who has a number, and what may happen next with them: which campaigns still call, when, and why not now. Answers with: the person, as the organization knows them.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * `GET /people`
   */
  get(input: Input<"GET /people">, options?: CallOptions): Promise<Answer<"GET /people">>;
  /**
   * Everything that happened with a person, newest first, across campaigns, lists and carriers
   * Everything that happened with a person, newest first, across campaigns, lists and carriers. Answers with: one page; exports and erasures are in it for admins.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * `GET /people/history`
   */
  history(input: Input<"GET /people/history">, options?: CallOptions): List<Answer<"GET /people/history">, ItemOf<Answer<"GET /people/history">, "events">>;
  /**
   * What is known of a person, place by place; nothing is changed
   * What is known of a person, place by place; nothing is changed. Answers with: what was found, and where.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 409 (`own_number`): The number is one of the organization's own
   * `POST /people/preview`
   */
  preview(input: Input<"POST /people/preview">, options?: CallOptions): Promise<Answer<"POST /people/preview">>;
}

export interface CampaignsJourneyArea {
  /**
   * What follows a campaign's calls
   * What follows a campaign's calls. Answers with: the journey, without steps where there is none.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such campaign in the organization, or its journey has no such version
   * `GET /campaigns/{campaign_id}/journey`
   */
  get(input: Input<"GET /campaigns/{campaign_id}/journey">, options?: CallOptions): Promise<Answer<"GET /campaigns/{campaign_id}/journey">>;
  /**
   * Say what follows a campaign's calls; also while it runs, as a new version
   * Say what follows a campaign's calls; also while it runs, as a new version. Answers with: the newest version.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 400 (`agent_not_ready`): An agent of a step is not ready; the sentence says what to do
   * - 404 (`not_found`): No such campaign, agent, channel or webhook in the organization
   * - 409 (`campaign_state`, `made_in_sandbox`): The campaign is over, or an agent was made in the sandbox
   * `PUT /campaigns/{campaign_id}/journey`
   */
  put(input: Input<"PUT /campaigns/{campaign_id}/journey">, options?: CallOptions): Promise<Answer<"PUT /campaigns/{campaign_id}/journey">>;
  /**
   * What would follow for the first twenty people, if their call ended so
   * What would follow for the first twenty people, if their call ended so. Answers with: for each of them the steps, with their times.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 400 (`agent_not_ready`): An agent of a step is not ready; the sentence says what to do
   * - 404 (`not_found`): No such campaign, agent, channel or webhook in the organization
   * - 409 (`made_in_sandbox`): An agent was made in the sandbox
   * `POST /campaigns/{campaign_id}/journey/preview`
   */
  preview(input: Input<"POST /campaigns/{campaign_id}/journey/preview">, options?: CallOptions): Promise<Answer<"POST /campaigns/{campaign_id}/journey/preview">>;
  /**
   * How many people went along each edge of a journey, and what became of them
   * How many people went along each edge of a journey, and what became of them. Answers with: the counts.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such campaign in the organization
   * `GET /campaigns/{campaign_id}/journey/progress`
   */
  progress(input: Input<"GET /campaigns/{campaign_id}/journey/progress">, options?: CallOptions): Promise<Answer<"GET /campaigns/{campaign_id}/journey/progress">>;
}

export interface CampaignsArea {
  readonly journey: CampaignsJourneyArea;
  /**
   * Create from a contact list and an agent
   * Create from a contact list and an agent. Answers with: the draft.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 400 (`agent_not_ready`, `carrier_sends_no_texts`, `telephony_not_configured`): The agent or the carrier account is not ready; the sentence says what to do
   * - 404 (`not_found`, `telephony_configuration_not_found`): No such agent, contact list, uploaded file or carrier account in the organization
   * `POST /campaigns/create`
   */
  create(input: Input<"POST /campaigns/create">, options?: CallOptions): Promise<Answer<"POST /campaigns/create">>;
  /**
   * Every campaign in the account
   * Every campaign in the account. Answers with: campaigns without their logs, newest first.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * `GET /campaigns`
   */
  list(input?: Input<"GET /campaigns">, options?: CallOptions): List<Answer<"GET /campaigns">, ItemOf<Answer<"GET /campaigns">, "campaigns">>;
  /**
   * One campaign
   * One campaign. Answers with: the campaign with its newest 200 log entries.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such campaign in the organization
   * `GET /campaigns/{campaign_id}`
   */
  get(input: Input<"GET /campaigns/{campaign_id}">, options?: CallOptions): Promise<Answer<"GET /campaigns/{campaign_id}">>;
  /**
   * Change a draft, scheduled or paused campaign; what is not sent stays, and only schedule_config is replaced whole
   * Change a draft, scheduled or paused campaign; what is not sent stays, and only schedule_config is replaced whole. Answers with: the campaign; a paused one takes it up when it resumes.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`, `telephony_configuration_not_found`): No such campaign in the organization
   * - 409 (`campaign_state`, `made_in_sandbox`): The campaign is neither draft nor scheduled nor paused
   * `PATCH /campaigns/{campaign_id}`
   */
  update(input: Input<"PATCH /campaigns/{campaign_id}">, options?: CallOptions): Promise<Answer<"PATCH /campaigns/{campaign_id}">>;
  /**
   * Delete a draft, or a campaign that is over with all its calls
   * Delete a draft, or a campaign that is over with all its calls. Answers with: it is gone; its calls go by a removal.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such campaign in the organization
   * - 409 (`campaign_state`): The campaign goes on, has calls that were not asked about, or others need it
   * `DELETE /campaigns/{campaign_id}`
   */
  delete(input: Input<"DELETE /campaigns/{campaign_id}">, options?: CallOptions): Promise<Answer<"DELETE /campaigns/{campaign_id}">>;
  /**
   * Create a draft with the agent, account and settings of a campaign
   * Create a draft with the agent, account and settings of a campaign. Answers with: the draft.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 400 (`agent_not_ready`, `carrier_sends_no_texts`, `telephony_not_configured`): Its carrier account is gone
   * - 404 (`not_found`, `telephony_configuration_not_found`): No such campaign in the organization
   * - 409 (`contact_list_gone`, `made_in_sandbox`): Its contact list is gone
   * `POST /campaigns/{campaign_id}/clone`
   */
  clone(input: Input<"POST /campaigns/{campaign_id}/clone">, options?: CallOptions): Promise<Answer<"POST /campaigns/{campaign_id}/clone">>;
  /**
   * Start dialling, at once or at the campaign's own start
   * Start dialling, at once or at the campaign's own start. Answers with: the campaign, which is running, or scheduled until its start.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 400 (`agent_not_ready`, `telephony_not_configured`, `telephony_not_ready`): The agent or the carrier account is not ready; the sentence says what to do
   * - 404 (`not_found`): No such campaign in the organization
   * - 409 (`campaign_state`, `contact_list_gone`, `import_under_way`): The campaign's state forbids it, or an import into its list is under way
   * - 503 (`unavailable`): The campaign's workflow did not answer in time; repeating the command is harmless
   * `POST /campaigns/{campaign_id}/start`
   */
  start(input: Input<"POST /campaigns/{campaign_id}/start">, options?: CallOptions): Promise<Answer<"POST /campaigns/{campaign_id}/start">>;
  /**
   * Make a scheduled campaign a draft again; it does not begin by itself
   * Make a scheduled campaign a draft again; it does not begin by itself. Answers with: the draft.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such campaign in the organization
   * - 409 (`campaign_state`): The campaign's state forbids it
   * - 503 (`unavailable`): The campaign's workflow did not answer in time; repeating the command is harmless
   * `POST /campaigns/{campaign_id}/unschedule`
   */
  unschedule(input: Input<"POST /campaigns/{campaign_id}/unschedule">, options?: CallOptions): Promise<Answer<"POST /campaigns/{campaign_id}/unschedule">>;
  /**
   * Pause; calls in progress finish, and after this answer none is dialled
   * Pause; calls in progress finish, and after this answer none is dialled. Answers with: the paused campaign.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such campaign in the organization
   * - 409 (`campaign_state`): The campaign's state forbids it
   * - 503 (`unavailable`): The campaign's workflow did not answer in time; repeating the command is harmless
   * `POST /campaigns/{campaign_id}/pause`
   */
  pause(input: Input<"POST /campaigns/{campaign_id}/pause">, options?: CallOptions): Promise<Answer<"POST /campaigns/{campaign_id}/pause">>;
  /**
   * Resume a paused campaign, or a failed one after repair
   * Resume a paused campaign, or a failed one after repair. Answers with: the running campaign.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 400 (`agent_not_ready`, `telephony_not_configured`, `telephony_not_ready`): The agent or the carrier account is not ready; the sentence says what to do
   * - 404 (`not_found`): No such campaign in the organization
   * - 409 (`campaign_state`, `contact_list_gone`, `import_under_way`): The campaign's state forbids it
   * - 503 (`unavailable`): The campaign's workflow did not answer in time; repeating the command is harmless
   * `POST /campaigns/{campaign_id}/resume`
   */
  resume(input: Input<"POST /campaigns/{campaign_id}/resume">, options?: CallOptions): Promise<Answer<"POST /campaigns/{campaign_id}/resume">>;
  /**
   * End a draft, scheduled or paused campaign for good
   * End a draft, scheduled or paused campaign for good. Answers with: the canceled campaign.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such campaign in the organization
   * - 409 (`campaign_state`): The campaign's state forbids it
   * - 503 (`unavailable`): The campaign's workflow did not answer in time; repeating the command is harmless
   * `POST /campaigns/{campaign_id}/cancel`
   */
  cancel(input: Input<"POST /campaigns/{campaign_id}/cancel">, options?: CallOptions): Promise<Answer<"POST /campaigns/{campaign_id}/cancel">>;
  /**
   * Let nobody join a live campaign any more; it completes when those in it are done
   * Let nobody join a live campaign any more; it completes when those in it are done. Answers with: the campaign.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such campaign in the organization
   * - 409 (`campaign_state`): The campaign is not live, has not begun, or is over
   * `POST /campaigns/{campaign_id}/finish`
   */
  finish(input: Input<"POST /campaigns/{campaign_id}/finish">, options?: CallOptions): Promise<Answer<"POST /campaigns/{campaign_id}/finish">>;
  /**
   * How many people joined a campaign each day, were called and reached, and waited too long
   * How many people joined a campaign each day, were called and reached, and waited too long. Answers with: the figures of each day.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such campaign in the organization
   * `GET /campaigns/{campaign_id}/days`
   */
  days(input: Input<"GET /campaigns/{campaign_id}/days">, options?: CallOptions): Promise<Answer<"GET /campaigns/{campaign_id}/days">>;
  /**
   * Dial numbers not reached again, once, in a campaign of their own
   * Dial numbers not reached again, once, in a campaign of their own. Answers with: the new campaign.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 400 (`agent_not_ready`, `telephony_not_configured`, `telephony_not_ready`): The agent or the carrier account is not ready; the sentence says what to do
   * - 404 (`not_found`): No such campaign in the organization
   * - 409 (`campaign_state`, `contact_list_gone`): The campaign is not over, has calls under way, or was redialled already
   * - 503 (`unavailable`): The campaign's workflow did not answer in time; repeating the command is harmless
   * `POST /campaigns/{campaign_id}/redial`
   */
  redial(input: Input<"POST /campaigns/{campaign_id}/redial">, options?: CallOptions): Promise<Answer<"POST /campaigns/{campaign_id}/redial">>;
  /**
   * Whom a back-fill would call: those whom an outage kept from being dialled
   * Whom a back-fill would call: those whom an outage kept from being dialled. Answers with: the counts, and why a back-fill would be refused.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such campaign in the organization
   * `GET /campaigns/{campaign_id}/back-fill`
   */
  previewBackFill(input: Input<"GET /campaigns/{campaign_id}/back-fill">, options?: CallOptions): Promise<Answer<"GET /campaigns/{campaign_id}/back-fill">>;
  /**
   * Dial those whom an outage kept from being dialled, in a campaign of their own; once for each span
   * Dial those whom an outage kept from being dialled, in a campaign of their own; once for each span. Answers with: the new campaign, or the one that was made for this span.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 400 (`agent_not_ready`, `telephony_not_configured`, `telephony_not_ready`): The agent or the carrier account is not ready; the sentence says what to do
   * - 404 (`not_found`): No such campaign in the organization
   * - 409 (`campaign_state`, `contact_list_gone`): The campaign is a draft, has calls of that span under way, or the outage kept nobody from being dialled
   * - 503 (`unavailable`): The campaign's workflow did not answer in time; repeating the command is harmless
   * `POST /campaigns/{campaign_id}/back-fill`
   */
  backFill(input: Input<"POST /campaigns/{campaign_id}/back-fill">, options?: CallOptions): Promise<Answer<"POST /campaigns/{campaign_id}/back-fill">>;
  /**
   * The newest 20 questions that were asked about what a campaign would have done
   * The newest 20 questions that were asked about what a campaign would have done. Answers with: the questions, newest first.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such campaign in the organization
   * `GET /campaigns/{campaign_id}/what-if`
   */
  whatIfs(input: Input<"GET /campaigns/{campaign_id}/what-if">, options?: CallOptions): List<Answer<"GET /campaigns/{campaign_id}/what-if">, ItemOf<Answer<"GET /campaigns/{campaign_id}/what-if">, "what_ifs">>;
  /**
   * Ask what a campaign would have done by other settings; nobody is called
   * Ask what a campaign would have done by other settings; nobody is called. Answers with: the question, which is worked on.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such campaign in the organization
   * - 409 (`no_past`, `what_ifs_under_way`): The campaign is a draft, or too many questions are worked on
   * `POST /campaigns/{campaign_id}/what-if`
   */
  whatIf(input: Input<"POST /campaigns/{campaign_id}/what-if">, options?: CallOptions): Promise<Answer<"POST /campaigns/{campaign_id}/what-if">>;
  /**
   * What is planned in a span: starts, ends, times of recurring campaigns, and calls that people asked for
   * What is planned in a span: starts, ends, times of recurring campaigns, and calls that people asked for. Answers with: the events in their order, and the campaigns that dial.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * `GET /calendar`
   */
  calendar(input: Input<"GET /calendar">, options?: CallOptions): Promise<Answer<"GET /calendar">>;
  /**
   * How many contacts of a campaign were dialled and answered, and how many remain
   * How many contacts of a campaign were dialled and answered, and how many remain. Answers with: the figures, from the running workflow or the database.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such campaign in the organization
   * - 409 (`past_not_kept`): What was true at the instant is not kept
   * `GET /campaigns/{campaign_id}/progress`
   */
  progress(input: Input<"GET /campaigns/{campaign_id}/progress">, options?: CallOptions): Promise<Answer<"GET /campaigns/{campaign_id}/progress">>;
  /**
   * The progress as server-sent events, at most one a second, until the campaign is over
   * The progress as server-sent events, at most one a second, until the campaign is over. Answers with: events whose data is the progress; after the last one of a campaign that is over comes `end`.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such campaign in the organization
   * `GET /campaigns/{campaign_id}/progress/stream`
   */
  progressStream(input: Input<"GET /campaigns/{campaign_id}/progress/stream">, options?: CallOptions): EventStream<Answer<"GET /campaigns/{campaign_id}/progress/stream">>;
  /**
   * Calls that ended in each of the last minutes, by outcome
   * Calls that ended in each of the last minutes, by outcome. Answers with: one entry for each minute.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such campaign in the organization
   * `GET /campaigns/{campaign_id}/activity`
   */
  activity(input: Input<"GET /campaigns/{campaign_id}/activity">, options?: CallOptions): Promise<Answer<"GET /campaigns/{campaign_id}/activity">>;
  /**
   * Outcomes and cost so far
   * Outcomes and cost so far. Answers with: counts of calls and contacts.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such campaign in the organization
   * - 409 (`past_not_kept`): What was true at the instant is not kept
   * `GET /campaigns/{campaign_id}/summary`
   */
  summary(input: Input<"GET /campaigns/{campaign_id}/summary">, options?: CallOptions): Promise<Answer<"GET /campaigns/{campaign_id}/summary">>;
  /**
   * Forecast what happens when a draft is started now: whom it calls, when, and for how much at most
   * Forecast what happens when a draft is started now: whom it calls, when, and for how much at most. Answers with: estimates; they start nothing.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such campaign in the organization
   * - 409 (`forecast_impossible`): It was started already, or the contacts of its file are not read yet
   * `GET /campaigns/{campaign_id}/forecast`
   */
  forecast(input: Input<"GET /campaigns/{campaign_id}/forecast">, options?: CallOptions): Promise<Answer<"GET /campaigns/{campaign_id}/forecast">>;
  /**
   * Every call the campaign placed
   * Every call the campaign placed. Answers with: a page of runs.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 400 (`invalid_filter`): The filters are not JSON of the documented form
   * - 403 (`filter_not_allowed`): An attribute by which this list cannot be filtered
   * - 404 (`not_found`): No such campaign in the organization
   * `GET /campaigns/{campaign_id}/runs`
   */
  runs(input: Input<"GET /campaigns/{campaign_id}/runs">, options?: CallOptions): List<Answer<"GET /campaigns/{campaign_id}/runs">, ItemOf<Answer<"GET /campaigns/{campaign_id}/runs">, "runs">>;
  /**
   * Download the report as CSV or XLSX: every call that ended, or every contact and why it was not reached
   * Download the report as CSV or XLSX: every call that ended, or every contact and why it was not reached. Answers with: the file.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such campaign in the organization
   * `GET /campaigns/{campaign_id}/report`
   */
  report(input: Input<"GET /campaigns/{campaign_id}/report">, options?: CallOptions): Promise<Blob>;
  /**
   * The contacts that the campaign took at its start, and where it has each of them
   * The contacts that the campaign took at its start, and where it has each of them. Answers with: a page of contacts, in the order of their numbers.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such campaign in the organization
   * - 409 (`past_not_kept`): What was true at the instant is not kept
   * `GET /campaigns/{campaign_id}/contacts`
   */
  contacts(input: Input<"GET /campaigns/{campaign_id}/contacts">, options?: CallOptions): List<Answer<"GET /campaigns/{campaign_id}/contacts">, ItemOf<Answer<"GET /campaigns/{campaign_id}/contacts">, "contacts">>;
  /**
   * Why a contact is not dialled at this moment, and when it may be
   * Why a contact is not dialled at this moment, and when it may be. Answers with: the result of each rule of admission; nothing is reserved.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such campaign in the organization, or the campaign does not call this contact
   * `GET /campaigns/{campaign_id}/contacts/{contact_id}/outlook`
   */
  contactOutlook(input: Input<"GET /campaigns/{campaign_id}/contacts/{contact_id}/outlook">, options?: CallOptions): Promise<Answer<"GET /campaigns/{campaign_id}/contacts/{contact_id}/outlook">>;
  /**
   * What a campaign would have done by other settings, beside what it did
   * What a campaign would have done by other settings, beside what it did. Answers with: the question, and its answer when there is one.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such question in the campaign
   * `GET /campaigns/{campaign_id}/what-if/{what_if_id}`
   */
  getWhatIf(input: Input<"GET /campaigns/{campaign_id}/what-if/{what_if_id}">, options?: CallOptions): Promise<Answer<"GET /campaigns/{campaign_id}/what-if/{what_if_id}">>;
  /**
   * Download the signed record of a campaign, which anybody can check with the public key
   * Download the signed record of a campaign, which anybody can check with the public key. Answers with: a ZIP archive: entries, proofs, checkpoint, policies and report.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such campaign in the organization, or nothing is sealed yet
   * - 409 (`record_in_motion`, `record_refused`): Calls begin and end faster than they are sealed, or the database does not continue the record that was signed
   * `GET /campaigns/{campaign_id}/record`
   */
  record(input: Input<"GET /campaigns/{campaign_id}/record">, options?: CallOptions): Promise<Blob>;
}

export interface CallsRemovalsArea {
  /**
   * How many runs a removal would take; nothing is changed
   * How many runs a removal would take; nothing is changed. Answers with: the runs, and those of them in use.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such agent or campaign, or none of the runs
   * `POST /calls/removals/preview`
   */
  preview(input: Input<"POST /calls/removals/preview">, options?: CallOptions): Promise<Answer<"POST /calls/removals/preview">>;
  /**
   * The removals of the organization, newest first
   * The removals of the organization, newest first. Answers with: a page of removals.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * `GET /calls/removals`
   */
  list(input?: Input<"GET /calls/removals">, options?: CallOptions): List<Answer<"GET /calls/removals">, ItemOf<Answer<"GET /calls/removals">, "removals">>;
  /**
   * Remove runs that are over, by their ids or by conditions; figures, budgets and limits count them on
   * Remove runs that are over, by their ids or by conditions; figures, budgets and limits count them on. Answers with: the removal, which goes on.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such agent or campaign, or none of the runs
   * - 409 (`unexpected_runs`): There are more or fewer runs than `expected_runs`
   * `POST /calls/removals`
   */
  create(input: Input<"POST /calls/removals">, options?: CallOptions): Promise<Answer<"POST /calls/removals">>;
  /**
   * How far a removal is, and what it has removed
   * How far a removal is, and what it has removed. Answers with: the removal.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such removal in the organization
   * `GET /calls/removals/{removal_id}`
   */
  get(input: Input<"GET /calls/removals/{removal_id}">, options?: CallOptions): Promise<Answer<"GET /calls/removals/{removal_id}">>;
}

export interface CallsArchivesArea {
  /**
   * Days of calls that were archived, newest first, and what is due next
   * Days of calls that were archived, newest first, and what is due next. Answers with: a page of archives.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * `GET /calls/archives`
   */
  list(input?: Input<"GET /calls/archives">, options?: CallOptions): List<Answer<"GET /calls/archives">, ItemOf<Answer<"GET /calls/archives">, "archives">>;
  /**
   * An archive with its files and their checksums
   * An archive with its files and their checksums. Answers with: the archive.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such archive in the organization
   * `GET /calls/archives/{archive_id}`
   */
  get(input: Input<"GET /calls/archives/{archive_id}">, options?: CallOptions): Promise<Answer<"GET /calls/archives/{archive_id}">>;
  /**
   * A link to a file of an archive, which works for five minutes
   * A link to a file of an archive, which works for five minutes. Answers with: the link.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such archive or file in the organization
   * `GET /calls/archives/{archive_id}/files/{file_id}`
   */
  download(input: Input<"GET /calls/archives/{archive_id}/files/{file_id}">, options?: CallOptions): Promise<Answer<"GET /calls/archives/{archive_id}/files/{file_id}">>;
}

export interface CallsArea {
  readonly removals: CallsRemovalsArea;
  readonly archives: CallsArchivesArea;
  /**
   * Place a test call by workflow id, which runs the draft
   * Place a test call by workflow id, which runs the draft. Answers with: the call is on its way.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 400 (`from_phone_number_not_found`, `invalid_number`, `phone_number_missing`, `telephony_not_configured`, `telephony_not_ready`, `test_phone_number_invalid`): The carrier account, the caller id or the number prevents it; code says which
   * - 402 (`blocked_budget`): The organization's budget has no room for what the call may cost
   * - 404 (`not_found`, `telephony_configuration_not_found`): No such agent, or it is archived or not published
   * - 502 (`call_failed`, `call_rejected`): The carrier refused the call, in its own words
   * - 503 (`unavailable`): The workflow engine is not reachable; nothing was dialled
   * `POST /public/agent/test/workflow/{workflow_uuid}`
   */
  startTestByWorkflow(input: Input<"POST /public/agent/test/workflow/{workflow_uuid}">, options?: CallOptions): Promise<Answer<"POST /public/agent/test/workflow/{workflow_uuid}">>;
  /**
   * Place a test call, which runs the draft
   * Place a test call, which runs the draft. Answers with: the call is on its way.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 400 (`from_phone_number_not_found`, `invalid_number`, `phone_number_missing`, `telephony_not_configured`, `telephony_not_ready`, `test_phone_number_invalid`): The carrier account, the caller id or the number prevents it; code says which
   * - 402 (`blocked_budget`): The organization's budget has no room for what the call may cost
   * - 404 (`not_found`, `telephony_configuration_not_found`): No such agent, or it is archived or not published
   * - 502 (`call_failed`, `call_rejected`): The carrier refused the call, in its own words
   * - 503 (`unavailable`): The workflow engine is not reachable; nothing was dialled
   * `POST /public/agent/test/{uuid}`
   */
  startTest(input: Input<"POST /public/agent/test/{uuid}">, options?: CallOptions): Promise<Answer<"POST /public/agent/test/{uuid}">>;
  /**
   * Place a call by workflow id
   * Place a call by workflow id. Answers with: the call is on its way.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 400 (`from_phone_number_not_found`, `invalid_number`, `phone_number_missing`, `telephony_not_configured`, `telephony_not_ready`, `test_phone_number_invalid`): The carrier account, the caller id or the number prevents it; code says which
   * - 402 (`blocked_budget`): The organization's budget has no room for what the call may cost
   * - 404 (`not_found`, `telephony_configuration_not_found`): No such agent, or it is archived or not published
   * - 502 (`call_failed`, `call_rejected`): The carrier refused the call, in its own words
   * - 503 (`unavailable`): The workflow engine is not reachable; nothing was dialled
   * `POST /public/agent/workflow/{workflow_uuid}`
   */
  startByWorkflow(input: Input<"POST /public/agent/workflow/{workflow_uuid}">, options?: CallOptions): Promise<Answer<"POST /public/agent/workflow/{workflow_uuid}">>;
  /**
   * Place a call with an agent by its public id
   * Place a call with an agent by its public id. Answers with: the call is on its way.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 400 (`from_phone_number_not_found`, `invalid_number`, `phone_number_missing`, `telephony_not_configured`, `telephony_not_ready`, `test_phone_number_invalid`): The carrier account, the caller id or the number prevents it; code says which
   * - 402 (`blocked_budget`): The organization's budget has no room for what the call may cost
   * - 404 (`not_found`, `telephony_configuration_not_found`): No such agent, or it is archived or not published
   * - 502 (`call_failed`, `call_rejected`): The carrier refused the call, in its own words
   * - 503 (`unavailable`): The workflow engine is not reachable; nothing was dialled
   * `POST /public/agent/{uuid}`
   */
  start(input: Input<"POST /public/agent/{uuid}">, options?: CallOptions): Promise<Answer<"POST /public/agent/{uuid}">>;
  /**
   * Dial a number with an agent; it runs the draft
   * Dial a number with an agent; it runs the draft. Answers with: the call is on its way.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 400 (`agent_not_ready`, `from_phone_number_not_found`, `invalid_number`, `phone_number_missing`, `telephony_not_configured`, `telephony_not_ready`, `test_phone_number_invalid`, `workflow_run_not_a_call`, `workflow_run_workflow_mismatch`): The carrier account, the caller id or the number prevents it; code says which
   * - 402 (`blocked_budget`): The organization's budget has no room for what the call may cost
   * - 404 (`not_found`, `telephony_configuration_not_found`): No such agent, run or account
   * - 409 (`idempotency_key_reused`, `made_in_sandbox`, `workflow_run_active`, `workflow_run_over`): The run has an active call or has ended
   * - 502 (`call_failed`, `call_rejected`): The carrier refused the call, in its own words
   * - 503 (`unavailable`): The workflow engine is not reachable; nothing was dialled
   * `POST /telephony/initiate-call`
   */
  initiate(input: Input<"POST /telephony/initiate-call">, options?: CallOptions): Promise<Answer<"POST /telephony/initiate-call">>;
  /**
   * Runs of one agent, newest first
   * Runs of one agent, newest first. Answers with: one page of runs.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 400 (`invalid_filter`): Unreadable filters
   * - 404 (`not_found`): No such agent
   * `GET /workflows/{workflow_id}/runs`
   */
  list(input: Input<"GET /workflows/{workflow_id}/runs">, options?: CallOptions): List<Answer<"GET /workflows/{workflow_id}/runs">, ItemOf<Answer<"GET /workflows/{workflow_id}/runs">, "runs">>;
  /**
   * Create a run of an agent; nobody is called yet
   * Create a run of an agent; nobody is called yet. Answers with: the queued run.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 400 (`agent_not_ready`): The agent is archived or has no version
   * - 404 (`not_found`): No such agent
   * - 503 (`unavailable`): The conversation would have audio, and every media process is full, or none runs
   * `POST /workflows/{workflow_id}/runs`
   */
  create(input: Input<"POST /workflows/{workflow_id}/runs">, options?: CallOptions): Promise<Answer<"POST /workflows/{workflow_id}/runs">>;
  /**
   * One run
   * One run. Answers with: the run, with everything that its carrier has reported.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such run of this agent
   * `GET /workflows/{workflow_id}/runs/{run_id}`
   */
  get(input: Input<"GET /workflows/{workflow_id}/runs/{run_id}">, options?: CallOptions): Promise<Answer<"GET /workflows/{workflow_id}/runs/{run_id}">>;
  /**
   * Remove a run that is over, with everything that hangs on it; figures, budgets and limits count it on
   * Remove a run that is over, with everything that hangs on it; figures, budgets and limits count it on. Answers with: the removal, which goes on.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such run of this agent
   * - 409 (`run_in_use`): The run is not over
   * `DELETE /workflows/{workflow_id}/runs/{run_id}`
   */
  delete(input: Input<"DELETE /workflows/{workflow_id}/runs/{run_id}">, options?: CallOptions): Promise<Answer<"DELETE /workflows/{workflow_id}/runs/{run_id}">>;
  /**
   * End a run: hang up its call, or end its session
   * End a run: hang up its call, or end its session. Answers with: the run; its end follows in a moment.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such run of this agent
   * - 409 (`workflow_run_over`): The run has ended already
   * - 503 (`unavailable`): The workflow engine is not reachable, or the run is being taken up again after a crash
   * `POST /workflows/{workflow_id}/runs/{run_id}/hang-up`
   */
  hangUp(input: Input<"POST /workflows/{workflow_id}/runs/{run_id}/hang-up">, options?: CallOptions): Promise<Answer<"POST /workflows/{workflow_id}/runs/{run_id}/hang-up">>;
  /**
   * What was said so far, also while the call lasts
   * What was said so far, also while the call lasts. Answers with: everything said and done, in order.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such run of this agent
   * `GET /workflows/{workflow_id}/runs/{run_id}/transcript`
   */
  transcript(input: Input<"GET /workflows/{workflow_id}/runs/{run_id}/transcript">, options?: CallOptions): Promise<Answer<"GET /workflows/{workflow_id}/runs/{run_id}/transcript">>;
  /**
   * The loudness of a run's recording, interval by interval, from which a waveform is drawn
   * The loudness of a run's recording, interval by interval, from which a waveform is drawn. Answers with: for each channel 0 to 100.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such run of this agent, or no recording of it is kept
   * - 503 (`unavailable`): Too many recordings are being measured right now
   * `GET /workflows/{workflow_id}/runs/{run_id}/peaks`
   */
  peaks(input: Input<"GET /workflows/{workflow_id}/runs/{run_id}/peaks">, options?: CallOptions): Promise<Answer<"GET /workflows/{workflow_id}/runs/{run_id}/peaks">>;
  /**
   * Every run in the account with its cost
   * Every run in the account with its cost. Answers with: one page of runs, and what all of them cost.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 400 (`invalid_filter`): Unreadable filters
   * - 404 (`not_found`): No such agent or campaign
   * `GET /organizations/usage/runs`
   */
  listAll(input?: Input<"GET /organizations/usage/runs">, options?: CallOptions): List<Answer<"GET /organizations/usage/runs">, ItemOf<Answer<"GET /organizations/usage/runs">, "runs">>;
  /**
   * Search what was said in calls and conversations in writing, by words and by meaning
   * Search what was said in calls and conversations in writing, by words and by meaning. Answers with: the calls that fit best, each once, with the words that fit.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such agent or campaign
   * - 503 (`unavailable`): The search is not available now
   * `GET /calls/search`
   */
  search(input: Input<"GET /calls/search">, options?: CallOptions): Promise<Answer<"GET /calls/search">>;
  /**
   * Download a recording or transcript with a signed token
   * Download a recording or transcript with a signed token. Answers with: a redirect to the file, valid for one hour.
   * 
   * Needs no key.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): The token is not valid; the answer never says why
   * `GET /public/download/workflow/{token}/{artifact_type}`
   */
  artifact(input: Input<"GET /public/download/workflow/{token}/{artifact_type}">, options?: CallOptions): Promise<Blob>;
  /**
   * Revoke all links to a run's recording and transcript
   * Revoke all links to a run's recording and transcript. Answers with: the run with new links.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such run of this agent
   * `POST /workflows/{workflow_id}/runs/{run_id}/revoke-links`
   */
  revokeArtifactLinks(input: Input<"POST /workflows/{workflow_id}/runs/{run_id}/revoke-links">, options?: CallOptions): Promise<Answer<"POST /workflows/{workflow_id}/runs/{run_id}/revoke-links">>;
  /**
   * The words and variables of a call as they were before redaction; each look is noted in the audit
   * The words and variables of a call as they were before redaction; each look is noted in the audit. Answers with: what was said, with what redaction has left out.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such run of this agent, or no original of it is kept
   * `GET /workflows/{workflow_id}/runs/{run_id}/original`
   */
  original(input: Input<"GET /workflows/{workflow_id}/runs/{run_id}/original">, options?: CallOptions): Promise<Answer<"GET /workflows/{workflow_id}/runs/{run_id}/original">>;
  /**
   * A call's recording before it was silenced; each look is noted in the audit
   * A call's recording before it was silenced; each look is noted in the audit. Answers with: the sound.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such run of this agent, or no such part of its recording is kept
   * `GET /workflows/{workflow_id}/runs/{run_id}/original/recording`
   */
  originalRecording(input: Input<"GET /workflows/{workflow_id}/runs/{run_id}/original/recording">, options?: CallOptions): Promise<Blob>;
  /**
   * Download every call of an agent that ended, as CSV or XLSX
   * Download every call of an agent that ended, as CSV or XLSX. Answers with: the file.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such agent
   * `GET /workflows/{workflow_id}/report`
   */
  report(input: Input<"GET /workflows/{workflow_id}/report">, options?: CallOptions): Promise<Blob>;
  /**
   * Download every call of the account that ended, as CSV or XLSX, with the filters of the usage list
   * Download every call of the account that ended, as CSV or XLSX, with the filters of the usage list. Answers with: the file.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 400 (`invalid_filter`): Unreadable filters
   * - 404 (`not_found`): No such agent or campaign
   * `GET /organizations/usage/runs/report`
   */
  usageReport(input?: Input<"GET /organizations/usage/runs/report">, options?: CallOptions): Promise<Blob>;
  /**
   * Calls, minutes, cost and tokens of the last days, in the organization's zone
   * Calls, minutes, cost and tokens of the last days, in the organization's zone. Answers with: the days, and their sum.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * `GET /organizations/usage/daily`
   */
  dailyUsage(input?: Input<"GET /organizations/usage/daily">, options?: CallOptions): Promise<Answer<"GET /organizations/usage/daily">>;
  /**
   * Ask rules of all calls of a span: how many would not have been made, by rule
   * Ask rules of all calls of a span: how many would not have been made, by rule. Answers with: the counts.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * `POST /policy/what-if`
   */
  policyWhatIf(input: Input<"POST /policy/what-if">, options?: CallOptions): Promise<Answer<"POST /policy/what-if">>;
  /**
   * Download the calls of a span that rules would have stopped, with the rule, as CSV or XLSX
   * Download the calls of a span that rules would have stopped, with the rule, as CSV or XLSX. Answers with: the file.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * `POST /policy/what-if/report`
   */
  policyWhatIfReport(input: Input<"POST /policy/what-if/report">, options?: CallOptions): Promise<Blob>;
}

export interface AnalyticsViewsArea {
  /**
   * Questions that are kept under a name: one's own, and those that are shared
   * Questions that are kept under a name: one's own, and those that are shared. Answers with: the views, by name, each with what it names and is gone.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * `GET /analytics/views`
   */
  list(options?: CallOptions): List<Answer<"GET /analytics/views">, ItemOf<Answer<"GET /analytics/views">, "views">>;
  /**
   * Keep a question under a name, for oneself or for everybody
   * Keep a question under a name, for oneself or for everybody. Answers with: the view.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 400 (`days_and_dates`, `invalid_filter`): Unreadable filters; more rows than an answer has; a variable that is free text; or more calls than there is time for
   * - 402 (`too_many`, `too_much`): The organization has as many views as it may
   * - 403 (`filter_not_allowed`, `role_insufficient`): Viewers keep views for themselves
   * - 404 (`not_found`): No such agent or campaign
   * `POST /analytics/views`
   */
  create(input: Input<"POST /analytics/views">, options?: CallOptions): Promise<Answer<"POST /analytics/views">>;
  /**
   * Rename a view, share it or not, or keep another question in it
   * Rename a view, share it or not, or keep another question in it. Answers with: the view.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 400 (`days_and_dates`, `invalid_filter`): Unreadable filters; more rows than an answer has; a variable that is free text; or more calls than there is time for
   * - 403 (`filter_not_allowed`, `role_insufficient`): It is shared by somebody else
   * - 404 (`not_found`): No such view, agent or campaign
   * `PATCH /analytics/views/{view_id}`
   */
  update(input: Input<"PATCH /analytics/views/{view_id}">, options?: CallOptions): Promise<Answer<"PATCH /analytics/views/{view_id}">>;
  /**
   * Delete a view
   * Delete a view. Answers with: it is gone.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 403 (`role_insufficient`): It is shared by somebody else
   * - 404 (`not_found`): No such view
   * `DELETE /analytics/views/{view_id}`
   */
  delete(input: Input<"DELETE /analytics/views/{view_id}">, options?: CallOptions): Promise<Answer<"DELETE /analytics/views/{view_id}">>;
}

export interface AnalyticsArea {
  readonly views: AnalyticsViewsArea;
  /**
   * Count and measure calls over time and by agent, campaign, outcome and more; each figure leads to its calls
   * Count and measure calls over time and by agent, campaign, outcome and more; each figure leads to its calls. Answers with: the figures of each group, and of all calls.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 400 (`days_and_dates`, `invalid_filter`, `question_too_slow`, `too_many_rows`, `variable_not_enumerated`): Unreadable filters; more rows than an answer has; a variable that is free text; or more calls than there is time for
   * - 404 (`not_found`): No such agent or campaign
   * `GET /analytics`
   */
  ask(input?: Input<"GET /analytics">, options?: CallOptions): Promise<Answer<"GET /analytics">>;
  /**
   * Download the figures of a question, as CSV or XLSX
   * Download the figures of a question, as CSV or XLSX. Answers with: the file.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 400 (`days_and_dates`, `invalid_filter`, `question_too_slow`, `too_many_rows`, `variable_not_enumerated`): Unreadable filters; more rows than an answer has; a variable that is free text; or more calls than there is time for
   * - 404 (`not_found`): No such agent or campaign
   * `GET /analytics/report`
   */
  report(input?: Input<"GET /analytics/report">, options?: CallOptions): Promise<Blob>;
  /**
   * What can be asked of calls: measures, dimensions and the variables that agents gather
   * What can be asked of calls: measures, dimensions and the variables that agents gather. Answers with: everything that a question may name.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * `GET /analytics/measures`
   */
  measures(options?: CallOptions): Promise<Answer<"GET /analytics/measures">>;
}

export interface TextSessionsArea {
  /**
   * Start a text session with an agent; the agent says its first words
   * Start a text session with an agent; the agent says its first words. Answers with: the session as it is now.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 400 (`agent_not_ready`): The agent is archived or has no version
   * - 404 (`not_found`): No such agent
   * `POST /workflows/{workflow_id}/text-chat/sessions`
   */
  create(input: Input<"POST /workflows/{workflow_id}/text-chat/sessions">, options?: CallOptions): Promise<Answer<"POST /workflows/{workflow_id}/text-chat/sessions">>;
  /**
   * One text session with all its turns
   * One text session with all its turns. Answers with: the session as it is now.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such session of this agent
   * `GET /workflows/{workflow_id}/text-chat/sessions/{run_id}`
   */
  get(input: Input<"GET /workflows/{workflow_id}/text-chat/sessions/{run_id}">, options?: CallOptions): Promise<Answer<"GET /workflows/{workflow_id}/text-chat/sessions/{run_id}">>;
  /**
   * Write to the agent and get its answer
   * Write to the agent and get its answer. Answers with: the session as it is now.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such session of this agent
   * - 409 (`revision_conflict`, `session_busy`, `session_full`, `session_over`): Another revision, or the session has ended
   * `POST /workflows/{workflow_id}/text-chat/sessions/{run_id}/messages`
   */
  message(input: Input<"POST /workflows/{workflow_id}/text-chat/sessions/{run_id}/messages">, options?: CallOptions): Promise<Answer<"POST /workflows/{workflow_id}/text-chat/sessions/{run_id}/messages">>;
  /**
   * Write to the agent and follow its answer as server-sent events, sentence by sentence
   * Write to the agent and follow its answer as server-sent events, sentence by sentence. Answers with: events: `forming` and `sentence` while the agent writes, then `end` with the session as it is now, or `error`. It cannot be resumed: a client that leaves interrupts the agent, and the session holds what was said.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such session of this agent
   * - 409 (`revision_conflict`, `session_busy`, `session_full`, `session_over`): Another revision, or the session has ended
   * `POST /workflows/{workflow_id}/text-chat/sessions/{run_id}/messages/stream`
   */
  messageStream(input: Input<"POST /workflows/{workflow_id}/text-chat/sessions/{run_id}/messages/stream">, options?: CallOptions): EventStream<Answer<"POST /workflows/{workflow_id}/text-chat/sessions/{run_id}/messages/stream">>;
  /**
   * End a text session
   * End a text session. Answers with: the session as it is now.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such session of this agent
   * - 409 (`revision_conflict`): Another revision, or the session has ended
   * `POST /workflows/{workflow_id}/text-chat/sessions/{run_id}/end`
   */
  end(input: Input<"POST /workflows/{workflow_id}/text-chat/sessions/{run_id}/end">, options?: CallOptions): Promise<Answer<"POST /workflows/{workflow_id}/text-chat/sessions/{run_id}/end">>;
  /**
   * Discard every turn of a text session after one of them
   * Discard every turn of a text session after one of them. Answers with: the session as it is now.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such session or turn
   * - 409 (`revision_conflict`, `session_busy`, `session_over`): Another revision, or the session has ended
   * `POST /workflows/{workflow_id}/text-chat/sessions/{run_id}/rewind`
   */
  rewind(input: Input<"POST /workflows/{workflow_id}/text-chat/sessions/{run_id}/rewind">, options?: CallOptions): Promise<Answer<"POST /workflows/{workflow_id}/text-chat/sessions/{run_id}/rewind">>;
}

export interface WebCallsArea {
  /**
   * The target of a talk link: a conversation to join, or an agent by an embed token
   * The target of a talk link: a conversation to join, or an agent by an embed token. Answers with: the agent that talks.
   * 
   * Needs no key.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): The token is unknown, revoked or expired, or its conversation is over
   * - 503 (`unavailable`): The conversation has audio, and every media process is full, or none runs
   * `GET /public/talk/{token}`
   */
  describe(input: Input<"GET /public/talk/{token}">, options?: CallOptions): Promise<Answer<"GET /public/talk/{token}">>;
  /**
   * Begin a conversation by an embed token; it runs the published version
   * Begin a conversation by an embed token; it runs the published version. Answers with: where the conversation is joined.
   * 
   * Needs no key.
   * 
   * Refuses with
   * 
   * - 402 (`blocked_budget`, `minutes_used_up`): The minutes of the token or the organization's budget are used up
   * - 403 (`origin_not_allowed`): The page's origin is not among the token's
   * - 404 (`not_found`): The token is unknown, revoked or expired, or its agent is archived or not published
   * - 503 (`unavailable`): The conversation would have audio, and every media process is full, or none runs
   * `POST /public/talk/{token}`
   */
  startEmbedded(input: Input<"POST /public/talk/{token}">, options?: CallOptions): Promise<Answer<"POST /public/talk/{token}">>;
}

export interface EmbedTokensArea {
  /**
   * Embed tokens of an agent, newest first, with what they have used
   * Embed tokens of an agent, newest first, with what they have used. Answers with: the tokens.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such agent
   * `GET /workflows/{workflow_id}/embed-tokens`
   */
  list(input: Input<"GET /workflows/{workflow_id}/embed-tokens">, options?: CallOptions): List<Answer<"GET /workflows/{workflow_id}/embed-tokens">, ItemOf<Answer<"GET /workflows/{workflow_id}/embed-tokens">, "embed_tokens">>;
  /**
   * Let pages of other origins begin conversations with an agent, within limits
   * Let pages of other origins begin conversations with an agent, within limits. Answers with: the token and the script for a page.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such agent
   * - 409 (`made_in_sandbox`, `too_many_embed_tokens`): The agent has too many
   * `POST /workflows/{workflow_id}/embed-tokens`
   */
  create(input: Input<"POST /workflows/{workflow_id}/embed-tokens">, options?: CallOptions): Promise<Answer<"POST /workflows/{workflow_id}/embed-tokens">>;
  /**
   * Revoke an embed token: no new conversation can begin with it
   * Revoke an embed token: no new conversation can begin with it. Answers with: the revoked token.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such token of this agent
   * `DELETE /workflows/{workflow_id}/embed-tokens/{token_id}`
   */
  revoke(input: Input<"DELETE /workflows/{workflow_id}/embed-tokens/{token_id}">, options?: CallOptions): Promise<Answer<"DELETE /workflows/{workflow_id}/embed-tokens/{token_id}">>;
  /**
   * The newest embed token of an agent that is neither revoked nor expired
   * The newest embed token of an agent that is neither revoked nor expired. Answers with: the token; null: there is none.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such agent
   * `GET /workflows/{workflow_id}/embed-token`
   */
  getOne(input: Input<"GET /workflows/{workflow_id}/embed-token">, options?: CallOptions): Promise<Answer<"GET /workflows/{workflow_id}/embed-token">>;
  /**
   * Create the one embed token of an agent, for clients that know one for each agent
   * Create the one embed token of an agent, for clients that know one for each agent. Answers with: the token and the script for a page.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such agent
   * - 409 (`made_in_sandbox`, `too_many_embed_tokens`): The agent has too many
   * `POST /workflows/{workflow_id}/embed-token`
   */
  createOne(input: Input<"POST /workflows/{workflow_id}/embed-token">, options?: CallOptions): Promise<Answer<"POST /workflows/{workflow_id}/embed-token">>;
  /**
   * Revoke the newest embed token of an agent
   * Revoke the newest embed token of an agent. Answers with: whether there was one.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such agent
   * `DELETE /workflows/{workflow_id}/embed-token`
   */
  revokeOne(input: Input<"DELETE /workflows/{workflow_id}/embed-token">, options?: CallOptions): Promise<Answer<"DELETE /workflows/{workflow_id}/embed-token">>;
}

export interface SupervisionArea {
  /**
   * Who listens to a call now, or has taken it over
   * Who listens to a call now, or has taken it over. Answers with: the supervisions that are open.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such run of this agent
   * `GET /workflows/{workflow_id}/runs/{run_id}/supervisions`
   */
  list(input: Input<"GET /workflows/{workflow_id}/runs/{run_id}/supervisions">, options?: CallOptions): List<Answer<"GET /workflows/{workflow_id}/runs/{run_id}/supervisions">, ItemOf<Answer<"GET /workflows/{workflow_id}/runs/{run_id}/supervisions">, "supervisions">>;
  /**
   * Listen to a live call; the answer says where to join
   * Listen to a live call; the answer says where to join. Answers with: the supervision, and where it is joined.
   * 
   * Needs the role supervisor or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 403 (`disclosure_off`, `sandbox_key`): The organization has switched the disclosure off
   * - 404 (`not_found`): No such run of this agent
   * - 409 (`call_not_in_progress`, `too_many_supervisors`, `workflow_run_over`): The call is not in progress, is over, or has as many supervisors as it may have
   * `POST /workflows/{workflow_id}/runs/{run_id}/supervisions`
   */
  begin(input: Input<"POST /workflows/{workflow_id}/runs/{run_id}/supervisions">, options?: CallOptions): Promise<Answer<"POST /workflows/{workflow_id}/runs/{run_id}/supervisions">>;
  /**
   * Whisper to the agent: it reads the words before it speaks next, and the person does not hear them
   * Whisper to the agent: it reads the words before it speaks next, and the person does not hear them. Answers with: the supervision.
   * 
   * Needs the role supervisor or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 403 (`disclosure_off`, `sandbox_key`): The organization has switched the disclosure off
   * - 404 (`not_found`): No such run of this agent, or no such supervision of it
   * - 409 (`call_being_transferred`, `supervision_over`, `workflow_run_over`): The call or the supervision is over, or its agent has left the person to somebody else
   * `POST /workflows/{workflow_id}/runs/{run_id}/supervisions/{supervision_uuid}/whispers`
   */
  whisper(input: Input<"POST /workflows/{workflow_id}/runs/{run_id}/supervisions/{supervision_uuid}/whispers">, options?: CallOptions): Promise<Answer<"POST /workflows/{workflow_id}/runs/{run_id}/supervisions/{supervision_uuid}/whispers">>;
  /**
   * Take a call over: its agent is silent at once, and the supervisor speaks to the person
   * Take a call over: its agent is silent at once, and the supervisor speaks to the person. Answers with: the supervision.
   * 
   * Needs the role supervisor or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 403 (`disclosure_off`, `sandbox_key`): The organization has switched the disclosure off
   * - 404 (`not_found`): No such run of this agent, or no such supervision of it
   * - 409 (`call_being_transferred`, `call_taken_over`, `supervision_not_joined`, `supervision_over`, `take_over_impossible`, `workflow_run_over`): Somebody else has taken the call over, it cannot be taken over, the supervisor has not joined, or it is over
   * `POST /workflows/{workflow_id}/runs/{run_id}/supervisions/{supervision_uuid}/take-over`
   */
  takeOver(input: Input<"POST /workflows/{workflow_id}/runs/{run_id}/supervisions/{supervision_uuid}/take-over">, options?: CallOptions): Promise<Answer<"POST /workflows/{workflow_id}/runs/{run_id}/supervisions/{supervision_uuid}/take-over">>;
  /**
   * Have the agent's voice say something to the person, while the call is taken over
   * Have the agent's voice say something to the person, while the call is taken over. Answers with: the supervision.
   * 
   * Needs the role supervisor or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 403 (`disclosure_off`, `sandbox_key`): The organization has switched the disclosure off
   * - 404 (`not_found`): No such run of this agent, or no such supervision of it
   * - 409 (`call_not_taken_over`, `supervision_over`, `too_many_words`, `workflow_run_over`): The call is not taken over by this supervisor, or is over
   * `POST /workflows/{workflow_id}/runs/{run_id}/supervisions/{supervision_uuid}/words`
   */
  say(input: Input<"POST /workflows/{workflow_id}/runs/{run_id}/supervisions/{supervision_uuid}/words">, options?: CallOptions): Promise<Answer<"POST /workflows/{workflow_id}/runs/{run_id}/supervisions/{supervision_uuid}/words">>;
  /**
   * Leave a call: its agent goes on, or the call ends
   * Leave a call: its agent goes on, or the call ends. Answers with: the supervision as it ended.
   * 
   * Needs the role supervisor or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such run of this agent, or no such supervision of it
   * - 503 (`unavailable`): The workflow engine is not reachable, so that the call could not be ended
   * `DELETE /workflows/{workflow_id}/runs/{run_id}/supervisions/{supervision_uuid}`
   */
  leave(input: Input<"DELETE /workflows/{workflow_id}/runs/{run_id}/supervisions/{supervision_uuid}">, options?: CallOptions): Promise<Answer<"DELETE /workflows/{workflow_id}/runs/{run_id}/supervisions/{supervision_uuid}">>;
}

export interface ModelsArea {
  /**
   * The models that agents think and talk with
   * The models that agents think and talk with. Answers with: the models; keys are masked.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * `GET /organizations/model-configurations/v2`
   */
  get(options?: CallOptions): Promise<Answer<"GET /organizations/model-configurations/v2">>;
  /**
   * Set the models: one that is left out is removed, with its key; without a model for text, agents talk by the scripted stand-in
   * Set the models: one that is left out is removed, with its key; without a model for text, agents talk by the scripted stand-in. Answers with: the models; keys are masked. Documents whose vectors are of another embeddings model than this one (`needs_reingest`) get new ones from now on, those too for which it failed before; until they are complete the old ones serve, for which the former model's key is kept.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * `PUT /organizations/model-configurations/v2`
   */
  set(input?: Input<"PUT /organizations/model-configurations/v2">, options?: CallOptions): Promise<Answer<"PUT /organizations/model-configurations/v2">>;
  /**
   * Change some of the models: one that is left out stays, null removes one
   * Change some of the models: one that is left out stays, null removes one. Answers with: the models; keys are masked. Documents whose vectors are of another embeddings model than this one (`needs_reingest`) get new ones from now on, those too for which it failed before; until they are complete the old ones serve, for which the former model's key is kept.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * `PATCH /organizations/model-configurations/v2`
   */
  update(input?: Input<"PATCH /organizations/model-configurations/v2">, options?: CallOptions): Promise<Answer<"PATCH /organizations/model-configurations/v2">>;
  /**
   * Have the model that agents talk with answer one sentence
   * Have the model that agents talk with answer one sentence. Answers with: what it said, and how quick it was.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 502 (`model_invalid_answer`, `model_rate_limited`, `model_refused`, `model_timeout`, `model_unauthorized`, `model_unavailable`): The model did not answer, in the words of its server
   * `POST /organizations/model-configurations/v2/try`
   */
  try(input: Input<"POST /organizations/model-configurations/v2/try">, options?: CallOptions): Promise<Answer<"POST /organizations/model-configurations/v2/try">>;
}

export interface MessagesArea {
  /**
   * Texts to people and from them, newest first
   * Texts to people and from them, newest first. Answers with: one page, newest first.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * `GET /messages`
   */
  list(input?: Input<"GET /messages">, options?: CallOptions): List<Answer<"GET /messages">, ItemOf<Answer<"GET /messages">, "messages">>;
  /**
   * Send a text (SMS); repeating the request with its Idempotency-Key sends nothing twice
   * Send a text (SMS); repeating the request with its Idempotency-Key sends nothing twice. Answers with: the text: `sent`, or `failed` with the carrier's words, or `unknown` where its answer was unclear.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 400 (`carrier_sends_no_texts`, `from_phone_number_not_found`, `telephony_not_configured`, `telephony_not_ready`, `text_too_long`): The carrier account or its numbers prevent it; code says which
   * - 402 (`blocked_budget`): The organization's budget has no room for what the text costs
   * - 403 (`blocked_consent`, `blocked_dnc`, `blocked_number_kind`, `blocked_rule`, `blocked_window`, `sandbox_key`): A rule forbids it, or these are quiet hours: the sentence says until when
   * - 404 (`not_found`, `telephony_configuration_not_found`): No such carrier account or campaign in the organization
   * - 409 (`idempotency_key_reused`): The Idempotency-Key was used for another text
   * - 429 (`too_many_requests`): The carrier asks to slow down
   * `POST /messages`
   */
  send(input: Input<"POST /messages">, options?: CallOptions): Promise<Answer<"POST /messages">>;
  /**
   * One text, with what became of it
   * One text, with what became of it. Answers with: the text.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such text in the organization
   * `GET /messages/{message_id}`
   */
  get(input: Input<"GET /messages/{message_id}">, options?: CallOptions): Promise<Answer<"GET /messages/{message_id}">>;
}

export interface CarrierCallbacksArea {
  /**
   * LiveKit tells who is in the room of a call over a SIP trunk
   * LiveKit tells who is in the room of a call over a SIP trunk. Answers with: taken, also when it was known or is of something else.
   * 
   * Needs no key.
   * 
   * Refuses with
   * 
   * - 403 (`callback_refused`): Not signed with LiveKit's key
   * - 404 (`not_found`): No LiveKit is configured, or no such run
   * - 503: Not taken: send it again
   * `POST /telephony/livekit`
   */
  livekit(options?: CallOptions): Promise<void>;
  /**
   * A carrier reports the state of a call
   * A carrier reports the state of a call. Answers with: accepted, also when it was known.
   * 
   * Needs no key.
   * 
   * Refuses with
   * 
   * - 403 (`callback_refused`): Not signed by the carrier
   * - 404 (`not_found`): No such run
   * - 503: Not taken: send it again
   * `GET /telephony/callbacks/{provider}/{organization_id}/{run_uuid}/status`
   */
  statusByGet(input: Input<"GET /telephony/callbacks/{provider}/{organization_id}/{run_uuid}/status">, options?: CallOptions): Promise<void>;
  /**
   * A carrier reports the state of a call
   * A carrier reports the state of a call. Answers with: accepted, also when it was known.
   * 
   * Needs no key.
   * 
   * Refuses with
   * 
   * - 403 (`callback_refused`): Not signed by the carrier
   * - 404 (`not_found`): No such run
   * - 503: Not taken: send it again
   * `POST /telephony/callbacks/{provider}/{organization_id}/{run_uuid}/status`
   */
  status(input: Input<"POST /telephony/callbacks/{provider}/{organization_id}/{run_uuid}/status">, options?: CallOptions): Promise<void>;
  /**
   * A carrier asks for the instructions of an answered call
   * A carrier asks for the instructions of an answered call. Answers with: instructions in the carrier's own language.
   * 
   * Needs no key.
   * 
   * Refuses with
   * 
   * - 403 (`callback_refused`): Not signed by the carrier
   * - 404 (`not_found`): No such run
   * - 503: Not taken: send it again
   * `GET /telephony/callbacks/{provider}/{organization_id}/{run_uuid}/answer`
   */
  answerByGet(input: Input<"GET /telephony/callbacks/{provider}/{organization_id}/{run_uuid}/answer">, options?: CallOptions): Promise<void>;
  /**
   * A carrier asks for the instructions of an answered call
   * A carrier asks for the instructions of an answered call. Answers with: instructions in the carrier's own language.
   * 
   * Needs no key.
   * 
   * Refuses with
   * 
   * - 403 (`callback_refused`): Not signed by the carrier
   * - 404 (`not_found`): No such run
   * - 503: Not taken: send it again
   * `POST /telephony/callbacks/{provider}/{organization_id}/{run_uuid}/answer`
   */
  answer(input: Input<"POST /telephony/callbacks/{provider}/{organization_id}/{run_uuid}/answer">, options?: CallOptions): Promise<void>;
  /**
   * A carrier reports the person's words and asks for the next instructions
   * A carrier reports the person's words and asks for the next instructions. Answers with: instructions in the carrier's own language.
   * 
   * Needs no key.
   * 
   * Refuses with
   * 
   * - 403 (`callback_refused`): Not signed by the carrier
   * - 404 (`not_found`): No such run
   * - 503: Not taken: send it again
   * `GET /telephony/callbacks/{provider}/{organization_id}/{run_uuid}/turn`
   */
  turnByGet(input: Input<"GET /telephony/callbacks/{provider}/{organization_id}/{run_uuid}/turn">, options?: CallOptions): Promise<void>;
  /**
   * A carrier reports the person's words and asks for the next instructions
   * A carrier reports the person's words and asks for the next instructions. Answers with: instructions in the carrier's own language.
   * 
   * Needs no key.
   * 
   * Refuses with
   * 
   * - 403 (`callback_refused`): Not signed by the carrier
   * - 404 (`not_found`): No such run
   * - 503: Not taken: send it again
   * `POST /telephony/callbacks/{provider}/{organization_id}/{run_uuid}/turn`
   */
  turn(input: Input<"POST /telephony/callbacks/{provider}/{organization_id}/{run_uuid}/turn">, options?: CallOptions): Promise<void>;
  /**
   * A carrier asks for the instructions after a relay or a transfer
   * A carrier asks for the instructions after a relay or a transfer. Answers with: instructions in the carrier's own language.
   * 
   * Needs no key.
   * 
   * Refuses with
   * 
   * - 403 (`callback_refused`): Not signed by the carrier
   * - 404 (`not_found`): No such run
   * - 503: Not taken: send it again
   * `GET /telephony/callbacks/{provider}/{organization_id}/{run_uuid}/after`
   */
  afterByGet(input: Input<"GET /telephony/callbacks/{provider}/{organization_id}/{run_uuid}/after">, options?: CallOptions): Promise<void>;
  /**
   * A carrier asks for the instructions after a relay or a transfer
   * A carrier asks for the instructions after a relay or a transfer. Answers with: instructions in the carrier's own language.
   * 
   * Needs no key.
   * 
   * Refuses with
   * 
   * - 403 (`callback_refused`): Not signed by the carrier
   * - 404 (`not_found`): No such run
   * - 503: Not taken: send it again
   * `POST /telephony/callbacks/{provider}/{organization_id}/{run_uuid}/after`
   */
  after(input: Input<"POST /telephony/callbacks/{provider}/{organization_id}/{run_uuid}/after">, options?: CallOptions): Promise<void>;
}

export interface CarrierTextsArea {
  /**
   * A carrier reports what became of a text
   * A carrier reports what became of a text. Answers with: accepted, also when it was known.
   * 
   * Needs no key.
   * 
   * Refuses with
   * 
   * - 403 (`callback_refused`): Not signed by the carrier
   * - 404 (`not_found`): No such text
   * `POST /telephony/messages/{provider}/{organization_id}/{message_uuid}/status`
   */
  status(input: Input<"POST /telephony/messages/{provider}/{organization_id}/{message_uuid}/status">, options?: CallOptions): Promise<void>;
  /**
   * A carrier hands over a text from a person
   * A carrier hands over a text from a person. Answers with: accepted, also when it was known.
   * 
   * Needs no key.
   * 
   * Refuses with
   * 
   * - 403 (`callback_refused`): Not signed by the carrier of any account
   * - 404 (`not_found`): No such carrier, or one without texts
   * `POST /telephony/messages/{provider}`
   */
  receive(input: Input<"POST /telephony/messages/{provider}">, options?: CallOptions): Promise<void>;
}

export interface InboundArea {
  /**
   * A carrier announces an inbound call and asks for its instructions
   * A carrier announces an inbound call and asks for its instructions. Answers with: instructions in the carrier's own language.
   * 
   * Needs no key.
   * 
   * Refuses with
   * 
   * - 403 (`callback_refused`): Not signed by the carrier of any account
   * - 404 (`not_found`): No such carrier or account
   * `GET /telephony/inbound/{provider}`
   */
  announceByGet(input: Input<"GET /telephony/inbound/{provider}">, options?: CallOptions): Promise<void>;
  /**
   * A carrier announces an inbound call and asks for its instructions
   * A carrier announces an inbound call and asks for its instructions. Answers with: instructions in the carrier's own language.
   * 
   * Needs no key.
   * 
   * Refuses with
   * 
   * - 403 (`callback_refused`): Not signed by the carrier of any account
   * - 404 (`not_found`): No such carrier or account
   * `POST /telephony/inbound/{provider}`
   */
  announce(input: Input<"POST /telephony/inbound/{provider}">, options?: CallOptions): Promise<void>;
  /**
   * A carrier reports the state of an inbound call
   * A carrier reports the state of an inbound call. Answers with: accepted, also when it was known.
   * 
   * Needs no key.
   * 
   * Refuses with
   * 
   * - 403 (`callback_refused`): Not signed by the carrier of any account
   * - 404 (`not_found`): No such carrier or account
   * `GET /telephony/inbound/{provider}/{organization_id}/{telephony_configuration_id}/status`
   */
  statusByGet(input: Input<"GET /telephony/inbound/{provider}/{organization_id}/{telephony_configuration_id}/status">, options?: CallOptions): Promise<void>;
  /**
   * A carrier reports the state of an inbound call
   * A carrier reports the state of an inbound call. Answers with: accepted, also when it was known.
   * 
   * Needs no key.
   * 
   * Refuses with
   * 
   * - 403 (`callback_refused`): Not signed by the carrier of any account
   * - 404 (`not_found`): No such carrier or account
   * `POST /telephony/inbound/{provider}/{organization_id}/{telephony_configuration_id}/status`
   */
  status(input: Input<"POST /telephony/inbound/{provider}/{organization_id}/{telephony_configuration_id}/status">, options?: CallOptions): Promise<void>;
}

export interface CredentialsArea {
  /**
   * Every credential, by name and hint
   * Every credential, by name and hint. Answers with: the credentials, by name.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * `GET /credentials/`
   */
  list(options?: CallOptions): List<Answer<"GET /credentials/">, ItemOf<Answer<"GET /credentials/">, "">>;
  /**
   * Store a key or password that tools use; it is never shown again
   * Store a key or password that tools use; it is never shown again. Answers with: the credential, without its value.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 402 (`too_many`, `too_much`): The organization has as many as it may, or as much; the answer says how to make room
   * `POST /credentials/`
   */
  create(input: Input<"POST /credentials/">, options?: CallOptions): Promise<Answer<"POST /credentials/">>;
  /**
   * One credential, without its value
   * One credential, without its value. Answers with: the credential.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such credential in the organization
   * `GET /credentials/{credential_uuid}`
   */
  get(input: Input<"GET /credentials/{credential_uuid}">, options?: CallOptions): Promise<Answer<"GET /credentials/{credential_uuid}">>;
  /**
   * Rename a credential or replace its value; fields that are left out stay
   * Rename a credential or replace its value; fields that are left out stay. Answers with: the credential as it is now.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such credential in the organization
   * `PUT /credentials/{credential_uuid}`
   */
  update(input: Input<"PUT /credentials/{credential_uuid}">, options?: CallOptions): Promise<Answer<"PUT /credentials/{credential_uuid}">>;
  /**
   * Remove a credential; with force=true also one that tools or agents name, which fail from then on
   * Remove a credential; with force=true also one that tools or agents name, which fail from then on. Answers with: it is deleted.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such credential in the organization
   * - 409 (`credential_in_use`): Tools or agents name it; the answer names them
   * `DELETE /credentials/{credential_uuid}`
   */
  delete(input: Input<"DELETE /credentials/{credential_uuid}">, options?: CallOptions): Promise<Answer<"DELETE /credentials/{credential_uuid}">>;
}

export interface ToolsConnectorsArea {
  /**
   * Apps that can be connected, and what agents can do there
   * Apps that can be connected, and what agents can do there. Answers with: every app; `available` says whether it can be connected.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * `GET /connectors`
   */
  list(options?: CallOptions): List<Answer<"GET /connectors">, ItemOf<Answer<"GET /connectors">, "connectors">>;
  /**
   * Start connecting an app: a person opens the address and signs in there
   * Start connecting an app: a person opens the address and signs in there. Answers with: where to sign in.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 400 (`connector_unavailable`): No client of the app is configured
   * - 404 (`not_found`): No such app
   * `POST /connectors/{slug}/connect`
   */
  connect(input: Input<"POST /connectors/{slug}/connect">, options?: CallOptions): Promise<Answer<"POST /connectors/{slug}/connect">>;
  /**
   * A page for people: who asks them to sign in to an app, and for which organization
   * A page for people: who asks them to sign in to an app, and for which organization. Answers with: the page, with a button that goes on.
   * 
   * Needs no key.
   * 
   * Refuses with
   * 
   * - 400: A page that says why it does not go on
   * `GET /connectors/sign-in`
   */
  showSignIn(input: Input<"GET /connectors/sign-in">, options?: CallOptions): Promise<string>;
  /**
   * The button of that page: the sign-in goes on in this browser, at the app
   * The button of that page: the sign-in goes on in this browser, at the app. Answers with: to the app.
   * 
   * Needs no key.
   * 
   * Refuses with
   * 
   * - 400: A page that says why it does not go on
   * `POST /connectors/sign-in`
   */
  confirmSignIn(options?: CallOptions): Promise<void>;
  /**
   * Where an app sends people back to; a page for them
   * Where an app sends people back to; a page for them. Answers with: a page that says that it is connected.
   * 
   * Needs no key.
   * 
   * Refuses with
   * 
   * - 400: A page that says why nothing was connected
   * `GET /connectors/callback`
   */
  callback(input?: Input<"GET /connectors/callback">, options?: CallOptions): Promise<string>;
  /**
   * Apps the account has connected
   * Apps the account has connected. Answers with: the connected accounts by app.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * `GET /connectors/accounts`
   */
  accounts(options?: CallOptions): List<Answer<"GET /connectors/accounts">, ItemOf<Answer<"GET /connectors/accounts">, "accounts">>;
  /**
   * Disconnect an account: agents no longer act there
   * Disconnect an account: agents no longer act there. Answers with: the account.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such account in the organization
   * `DELETE /connectors/accounts/{account_id}`
   */
  revoke(input: Input<"DELETE /connectors/accounts/{account_id}">, options?: CallOptions): Promise<Answer<"DELETE /connectors/accounts/{account_id}">>;
  /**
   * What agents did in connected apps
   * What agents did in connected apps. Answers with: one page, newest first.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * `GET /connectors/activity`
   */
  activity(input?: Input<"GET /connectors/activity">, options?: CallOptions): List<Answer<"GET /connectors/activity">, ItemOf<Answer<"GET /connectors/activity">, "activity">>;
  /**
   * Have an app's sign-in use an OAuth client of your own
   * Have an app's sign-in use an OAuth client of your own. Answers with: whose client it is now.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such app
   * `PUT /connectors/{slug}/client`
   */
  setClient(input: Input<"PUT /connectors/{slug}/client">, options?: CallOptions): Promise<Answer<"PUT /connectors/{slug}/client">>;
  /**
   * Remove the organization's own OAuth client of an app
   * Remove the organization's own OAuth client of an app. Answers with: whose client it is now.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such app
   * `DELETE /connectors/{slug}/client`
   */
  removeClient(input: Input<"DELETE /connectors/{slug}/client">, options?: CallOptions): Promise<Answer<"DELETE /connectors/{slug}/client">>;
}

export interface ToolsMcpArea {
  /**
   * Start signing in to the server of an MCP tool: a person opens the address and signs in there
   * Start signing in to the server of an MCP tool: a person opens the address and signs in there. Answers with: where to sign in; afterwards the tool acts by that account.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 400 (`mcp_needs_client`, `mcp_not_connectable`, `tool_is_not_mcp`): The server asks nobody to sign in, or not in the way that MCP describes
   * - 404 (`not_found`): No such tool
   * - 409 (`mcp_has_credential`): The tool has a credential
   * `POST /tools/{tool_uuid}/mcp/connect`
   */
  connect(input: Input<"POST /tools/{tool_uuid}/mcp/connect">, options?: CallOptions): Promise<Answer<"POST /tools/{tool_uuid}/mcp/connect">>;
}

export interface ToolsArea {
  readonly connectors: ToolsConnectorsArea;
  readonly mcp: ToolsMcpArea;
  /**
   * Every tool
   * Every tool. Answers with: the tools, by name; of archived ones the newest 1,000.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * `GET /tools/`
   */
  list(input?: Input<"GET /tools/">, options?: CallOptions): List<Answer<"GET /tools/">, ItemOf<Answer<"GET /tools/">, "">>;
  /**
   * Create a tool; definition.type is its category
   * Create a tool; definition.type is its category. Answers with: the tool.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 402 (`too_many`, `too_much`): The organization has as many as it may, or as much; the answer says how to make room
   * `POST /tools/`
   */
  create(input: Input<"POST /tools/">, options?: CallOptions): Promise<Answer<"POST /tools/">>;
  /**
   * One tool
   * One tool. Answers with: the tool.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such tool in the organization
   * `GET /tools/{tool_uuid}`
   */
  get(input: Input<"GET /tools/{tool_uuid}">, options?: CallOptions): Promise<Answer<"GET /tools/{tool_uuid}">>;
  /**
   * Change a tool; fields that are left out stay, a definition is replaced as a whole
   * Change a tool; fields that are left out stay, a definition is replaced as a whole. Answers with: the tool as it is now.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 402 (`too_many`, `too_much`): The organization has as many as it may, or as much; the answer says how to make room
   * - 404 (`not_found`): No such tool in the organization
   * `PUT /tools/{tool_uuid}`
   */
  update(input: Input<"PUT /tools/{tool_uuid}">, options?: CallOptions): Promise<Answer<"PUT /tools/{tool_uuid}">>;
  /**
   * Archive a tool: agents no longer use it
   * Archive a tool: agents no longer use it. Answers with: it is archived.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such tool in the organization
   * `DELETE /tools/{tool_uuid}`
   */
  delete(input: Input<"DELETE /tools/{tool_uuid}">, options?: CallOptions): Promise<Answer<"DELETE /tools/{tool_uuid}">>;
  /**
   * Bring a tool back
   * Bring a tool back. Answers with: the tool.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 402 (`too_many`, `too_much`): The organization has as many as it may, or as much; the answer says how to make room
   * - 404 (`not_found`): No such tool in the organization
   * `POST /tools/{tool_uuid}/unarchive`
   */
  unarchive(input: Input<"POST /tools/{tool_uuid}/unarchive">, options?: CallOptions): Promise<Answer<"POST /tools/{tool_uuid}/unarchive">>;
  /**
   * Re-read an MCP server's tool list
   * Re-read an MCP server's tool list. Answers with: the list; with `error` the last one.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 400 (`tool_is_not_mcp`): The tool is not an MCP server
   * - 404 (`not_found`): No such tool in the organization
   * `POST /tools/{tool_uuid}/mcp/refresh`
   */
  refreshMcp(input: Input<"POST /tools/{tool_uuid}/mcp/refresh">, options?: CallOptions): Promise<Answer<"POST /tools/{tool_uuid}/mcp/refresh">>;
  /**
   * Run a tool as an agent would, and see the result that the agent would get
   * Run a tool as an agent would, and see the result that the agent would get. Answers with: the result, also of a failure.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * 
   * Refuses with
   * 
   * - 400 (`tool_is_part_of_calls`): The tool ends or transfers calls and cannot run without one
   * - 404 (`not_found`): No such tool in the organization
   * - 409 (`tool_archived`): The tool is archived
   * `POST /tools/{tool_uuid}/test`
   */
  test(input: Input<"POST /tools/{tool_uuid}/test">, options?: CallOptions): Promise<Answer<"POST /tools/{tool_uuid}/test">>;
}

export interface WebhooksArea {
  /**
   * Every webhook
   * Every webhook. Answers with: the webhooks, in the order they were made.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * `GET /organizations/webhooks`
   */
  list(options?: CallOptions): List<Answer<"GET /organizations/webhooks">, ItemOf<Answer<"GET /organizations/webhooks">, "">>;
  /**
   * Send events to a system of yours; only this answer contains the secret
   * Send events to a system of yours; only this answer contains the secret. Answers with: the webhook with its secret.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 409 (`too_many_webhooks`): There are too many
   * `POST /organizations/webhooks`
   */
  create(input: Input<"POST /organizations/webhooks">, options?: CallOptions): Promise<Answer<"POST /organizations/webhooks">>;
  /**
   * Failed deliveries of all webhooks, newest first
   * Failed deliveries of all webhooks, newest first. Answers with: one page.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * `GET /organizations/webhooks/dead-letters`
   */
  deadLetters(input?: Input<"GET /organizations/webhooks/dead-letters">, options?: CallOptions): List<Answer<"GET /organizations/webhooks/dead-letters">, ItemOf<Answer<"GET /organizations/webhooks/dead-letters">, "deliveries">>;
  /**
   * One webhook
   * One webhook. Answers with: the webhook.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such webhook in the organization
   * `GET /organizations/webhooks/{webhook_id}`
   */
  get(input: Input<"GET /organizations/webhooks/{webhook_id}">, options?: CallOptions): Promise<Answer<"GET /organizations/webhooks/{webhook_id}">>;
  /**
   * Change a webhook, or switch it on or off; fields that are left out stay
   * Change a webhook, or switch it on or off; fields that are left out stay. Answers with: the webhook as it is now.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such webhook in the organization
   * `PUT /organizations/webhooks/{webhook_id}`
   */
  update(input: Input<"PUT /organizations/webhooks/{webhook_id}">, options?: CallOptions): Promise<Answer<"PUT /organizations/webhooks/{webhook_id}">>;
  /**
   * Remove a webhook with its deliveries
   * Remove a webhook with its deliveries. Answers with: it is deleted.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such webhook in the organization
   * `DELETE /organizations/webhooks/{webhook_id}`
   */
  delete(input: Input<"DELETE /organizations/webhooks/{webhook_id}">, options?: CallOptions): Promise<Answer<"DELETE /organizations/webhooks/{webhook_id}">>;
  /**
   * Replace the secret; for a day the old one signs too
   * Replace the secret; for a day the old one signs too. Answers with: the webhook with its new secret.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such webhook in the organization
   * `POST /organizations/webhooks/{webhook_id}/rotate-secret`
   */
  rotateSecret(input: Input<"POST /organizations/webhooks/{webhook_id}/rotate-secret">, options?: CallOptions): Promise<Answer<"POST /organizations/webhooks/{webhook_id}/rotate-secret">>;
  /**
   * Send a test event
   * Send a test event. Answers with: the delivery; the list says what became of it.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such webhook in the organization
   * - 409 (`webhook_is_off`): It is switched off
   * `POST /organizations/webhooks/{webhook_id}/test`
   */
  test(input: Input<"POST /organizations/webhooks/{webhook_id}/test">, options?: CallOptions): Promise<Answer<"POST /organizations/webhooks/{webhook_id}/test">>;
  /**
   * The deliveries of a webhook, made and waiting, newest first
   * The deliveries of a webhook, made and waiting, newest first. Answers with: one page.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such webhook in the organization
   * `GET /organizations/webhooks/{webhook_id}/deliveries`
   */
  deliveries(input: Input<"GET /organizations/webhooks/{webhook_id}/deliveries">, options?: CallOptions): List<Answer<"GET /organizations/webhooks/{webhook_id}/deliveries">, ItemOf<Answer<"GET /organizations/webhooks/{webhook_id}/deliveries">, "deliveries">>;
  /**
   * A delivery with its last try: what was sent and what was answered
   * A delivery with its last try: what was sent and what was answered. Answers with: the delivery.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such delivery of this webhook
   * `GET /organizations/webhooks/{webhook_id}/deliveries/{delivery_id}`
   */
  delivery(input: Input<"GET /organizations/webhooks/{webhook_id}/deliveries/{delivery_id}">, options?: CallOptions): Promise<Answer<"GET /organizations/webhooks/{webhook_id}/deliveries/{delivery_id}">>;
  /**
   * Deliver once more, under the same webhook-id
   * Deliver once more, under the same webhook-id. Answers with: the delivery, waiting again.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such delivery of this webhook
   * - 409 (`webhook_is_off`): It is switched off
   * `POST /organizations/webhooks/{webhook_id}/deliveries/{delivery_id}/resend`
   */
  resend(input: Input<"POST /organizations/webhooks/{webhook_id}/deliveries/{delivery_id}/resend">, options?: CallOptions): Promise<Answer<"POST /organizations/webhooks/{webhook_id}/deliveries/{delivery_id}/resend">>;
}

export interface KnowledgeArea {
  /**
   * Signed URL to upload a document to
   * Signed URL to upload a document to. Answers with: where and how to send the file.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 402 (`knowledge_limit`): The plan allows no more
   * - 409 (`document_deleted`): The document was deleted
   * `POST /knowledge-base/upload-url`
   */
  uploadUrl(input: Input<"POST /knowledge-base/upload-url">, options?: CallOptions): Promise<Answer<"POST /knowledge-base/upload-url">>;
  /**
   * Index an uploaded document
   * Index an uploaded document. Answers with: the document; its next version is read, unless the same file is read already.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 402 (`knowledge_limit`): The plan allows no more
   * - 404 (`not_found`): No such channel or agent
   * - 409 (`document_deleted`): The document was deleted
   * `POST /knowledge-base/process-document`
   */
  process(input: Input<"POST /knowledge-base/process-document">, options?: CallOptions): Promise<Answer<"POST /knowledge-base/process-document">>;
  /**
   * Every document
   * Every document. Answers with: one page, newest first.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * `GET /knowledge-base/documents`
   */
  list(input?: Input<"GET /knowledge-base/documents">, options?: CallOptions): List<Answer<"GET /knowledge-base/documents">, ItemOf<Answer<"GET /knowledge-base/documents">, "documents">>;
  /**
   * One document and its status
   * One document and its status. Answers with: the document with its versions.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such document in the organization
   * `GET /knowledge-base/documents/{document_uuid}`
   */
  get(input: Input<"GET /knowledge-base/documents/{document_uuid}">, options?: CallOptions): Promise<Answer<"GET /knowledge-base/documents/{document_uuid}">>;
  /**
   * Change a document's name, readers or folder without reading it again
   * Change a document's name, readers or folder without reading it again. Answers with: the document.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such document, channel or agent in the organization
   * `PATCH /knowledge-base/documents/{document_uuid}`
   */
  update(input: Input<"PATCH /knowledge-base/documents/{document_uuid}">, options?: CallOptions): Promise<Answer<"PATCH /knowledge-base/documents/{document_uuid}">>;
  /**
   * Remove a document and everything indexed from it
   * Remove a document and everything indexed from it. Answers with: it is no longer found.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such document in the organization
   * `DELETE /knowledge-base/documents/{document_uuid}`
   */
  delete(input: Input<"DELETE /knowledge-base/documents/{document_uuid}">, options?: CallOptions): Promise<Answer<"DELETE /knowledge-base/documents/{document_uuid}">>;
  /**
   * Translate a document: the copy is a document of its own
   * Translate a document: the copy is a document of its own. Answers with: the document that the translation becomes; its state tells how far it is.
   * 
   * Needs the role operator or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 402 (`knowledge_limit`): The plan allows no more
   * - 404 (`not_found`): No such document in the organization
   * - 409 (`document_not_readable`): The document has no text yet
   * `POST /knowledge-base/documents/{document_uuid}/translate`
   */
  translate(input: Input<"POST /knowledge-base/documents/{document_uuid}/translate">, options?: CallOptions): Promise<Answer<"POST /knowledge-base/documents/{document_uuid}/translate">>;
  /**
   * The passages that match a question
   * The passages that match a question. Answers with: passages, best first.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such channel or agent
   * - 503 (`unavailable`): The index is not available
   * `POST /knowledge-base/search`
   */
  search(input: Input<"POST /knowledge-base/search">, options?: CallOptions): Promise<Answer<"POST /knowledge-base/search">>;
  /**
   * Storage used against the plan
   * Storage used against the plan. Answers with: what is used and what the plan allows.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * `GET /knowledge-base/usage`
   */
  usage(options?: CallOptions): Promise<Answer<"GET /knowledge-base/usage">>;
}

export interface RecordingsArea {
  /**
   * Signed URLs to upload recordings to that agents play
   * Signed URLs to upload recordings to that agents play. Answers with: one URL per file.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 402 (`too_many`, `too_much`, `upload_quota`): The organization's uploaded files have reached their size limit, or it has as many recordings as it may
   * - 415 (`audio_type_unsupported`): A type of sound that not every carrier plays
   * `POST /workflow-recordings/upload-url`
   */
  uploadUrl(input: Input<"POST /workflow-recordings/upload-url">, options?: CallOptions): Promise<Answer<"POST /workflow-recordings/upload-url">>;
  /**
   * Every recording that agents can play
   * Every recording that agents can play. Answers with: the recordings, newest first.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * `GET /workflow-recordings/`
   */
  list(input?: Input<"GET /workflow-recordings/">, options?: CallOptions): List<Answer<"GET /workflow-recordings/">, ItemOf<Answer<"GET /workflow-recordings/">, "recordings">>;
  /**
   * Conclude uploads; from then on agents can play them
   * Conclude uploads; from then on agents can play them. Answers with: the recordings.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 400 (`recording_not_uploaded`, `recording_unplayable`, `recording_unreadable`): The file has not arrived, or is not the sound that was announced
   * - 404 (`not_found`): No such upload or agent in the organization
   * - 409 (`recording_exists`): The recording is there already
   * - 413 (`recording_too_large`): The file is larger than 5 MiB
   * - 503 (`unavailable`): Too many recordings are being checked right now
   * `POST /workflow-recordings/`
   */
  create(input: Input<"POST /workflow-recordings/">, options?: CallOptions): Promise<Answer<"POST /workflow-recordings/">>;
  /**
   * Remove a recording and its file
   * Remove a recording and its file. Answers with: it is deleted.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such recording in the organization
   * - 409 (`recording_in_use`): Agents or tools play it; the answer names them
   * `DELETE /workflow-recordings/{recording_id}`
   */
  delete(input: Input<"DELETE /workflow-recordings/{recording_id}">, options?: CallOptions): Promise<Answer<"DELETE /workflow-recordings/{recording_id}">>;
}

export interface MarketplaceHiresArea {
  /**
   * Propose the newest version of its template to a hired agent; it changes when an admin publishes the proposal
   * Propose the newest version of its template to a hired agent; it changes when an admin publishes the proposal. Answers with: the proposal; its event says how the draft differs. Without an event: nothing differs.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such agent in the organization, or nobody hired it
   * - 409 (`no_newer_version`, `upgrade_refused`): There is no newer version, the template was withdrawn, or the agent has a draft already
   * `POST /workflows/{workflow_id}/hire/upgrade`
   */
  upgrade(input: Input<"POST /workflows/{workflow_id}/hire/upgrade">, options?: CallOptions): Promise<Answer<"POST /workflows/{workflow_id}/hire/upgrade">>;
  /**
   * How far the hire of an agent is: its tools and documents follow the agent within moments
   * How far the hire of an agent is: its tools and documents follow the agent within moments. Answers with: the hire, step by step.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such agent in the organization, or nobody hired it
   * `GET /workflows/{workflow_id}/hire`
   */
  get(input: Input<"GET /workflows/{workflow_id}/hire">, options?: CallOptions): Promise<Answer<"GET /workflows/{workflow_id}/hire">>;
}

export interface MarketplacePacksArea {
  /**
   * Packs on the shelf: filters narrow the results of the text search
   * Packs on the shelf: filters narrow the results of the text search. Answers with: the packs, best first.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * `GET /packs`
   */
  list(input?: Input<"GET /packs">, options?: CallOptions): List<Answer<"GET /packs">, ItemOf<Answer<"GET /packs">, "packs">>;
  /**
   * Make a pack of the organization's agents; it is a draft, and nobody else ever sees it
   * Make a pack of the organization's agents; it is a draft, and nobody else ever sees it. Answers with: the draft.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 402 (`too_many`, `too_much`): The organization has as many as it may, or as much; the answer says how to make room
   * - 409 (`pack_exists`): There is a pack of that slug
   * `POST /packs`
   */
  create(input: Input<"POST /packs">, options?: CallOptions): Promise<Answer<"POST /packs">>;
  /**
   * The versions of a pack of one's own, newest first
   * The versions of a pack of one's own, newest first. Answers with: the newest 1,000 versions.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such pack of the organization's own
   * `GET /packs/{pack_slug}/versions`
   */
  versions(input: Input<"GET /packs/{pack_slug}/versions">, options?: CallOptions): List<Answer<"GET /packs/{pack_slug}/versions">, ItemOf<Answer<"GET /packs/{pack_slug}/versions">, "versions">>;
  /**
   * Create the next version of an own pack as a draft; it replaces an existing draft
   * Create the next version of an own pack as a draft; it replaces an existing draft. Answers with: the draft.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such pack of the organization's own
   * `POST /packs/{pack_slug}/versions`
   */
  createVersion(input: Input<"POST /packs/{pack_slug}/versions">, options?: CallOptions): Promise<Answer<"POST /packs/{pack_slug}/versions">>;
  /**
   * Publish the draft of a pack inside the organization: its agents can be hired
   * Publish the draft of a pack inside the organization: its agents can be hired. Answers with: the pack as it is published; without a draft nothing changed.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such pack of the organization's own
   * `POST /packs/{pack_slug}/publish`
   */
  publish(input: Input<"POST /packs/{pack_slug}/publish">, options?: CallOptions): Promise<Answer<"POST /packs/{pack_slug}/publish">>;
  /**
   * Withdraw an own pack with its versions; hired agents stay
   * Withdraw an own pack with its versions; hired agents stay. Answers with: it is deleted.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such pack of the organization's own
   * `POST /packs/{pack_slug}/withdraw`
   */
  withdraw(input: Input<"POST /packs/{pack_slug}/withdraw">, options?: CallOptions): Promise<Answer<"POST /packs/{pack_slug}/withdraw">>;
  /**
   * One pack
   * One pack. Answers with: the pack with its templates.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such pack on the shelf
   * `GET /packs/{slug}`
   */
  get(input: Input<"GET /packs/{slug}">, options?: CallOptions): Promise<Answer<"GET /packs/{slug}">>;
}

export interface MarketplaceTemplatesArea {
  /**
   * Every agent on the shelf
   * Every agent on the shelf. Answers with: the templates that speak the language.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * `GET /agent-templates`
   */
  list(input?: Input<"GET /agent-templates">, options?: CallOptions): List<Answer<"GET /agent-templates">, ItemOf<Answer<"GET /agent-templates">, "templates">>;
  /**
   * One template
   * One template. Answers with: its text, its questions and its needs.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such template
   * `GET /agent-templates/{template_id}`
   */
  get(input: Input<"GET /agent-templates/{template_id}">, options?: CallOptions): Promise<Answer<"GET /agent-templates/{template_id}">>;
  /**
   * Hire an agent from a template; it always uses the organization's current models
   * Hire an agent from a template; it always uses the organization's current models. Answers with: the agent, published, and what it still needs.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 402 (`too_many`, `too_much`): The organization has as many as it may, or as much; the answer says how to make room
   * - 404 (`not_found`): No such template
   * - 409 (`hire_failed`): A step failed permanently; what was created is removed again
   * - 503 (`unavailable`): Temporal does not answer
   * `POST /agent-templates/{template_id}/create`
   */
  hire(input: Input<"POST /agent-templates/{template_id}/create">, options?: CallOptions): Promise<Answer<"POST /agent-templates/{template_id}/create">>;
}

export interface MarketplaceArea {
  readonly hires: MarketplaceHiresArea;
  readonly packs: MarketplacePacksArea;
  readonly templates: MarketplaceTemplatesArea;
}

export interface RecordArea {
  /**
   * The newest signed checkpoint of the record
   * The newest signed checkpoint of the record. Answers with: a signed note of C2SP tlog-checkpoint.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): Nothing is sealed yet
   * `GET /record/checkpoint`
   */
  checkpoint(options?: CallOptions): Promise<Blob>;
  /**
   * A tile of the record's tree
   * A tile of the record's tree. Answers with: hashes of 32 bytes each, or entries, each behind its length in two bytes.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): The record has no such tile: a tile with .p/ has exactly so many hashes at some checkpoint
   * `GET /record/tile/{level}/{tile}`
   */
  tile(input: Input<"GET /record/tile/{level}/{tile}">, options?: CallOptions): Promise<Blob>;
  /**
   * An unfinished tile, or a tile behind the first thousand
   * An unfinished tile, or a tile behind the first thousand. Answers with: hashes of 32 bytes each, or entries, each behind its length in two bytes.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): The record has no such tile: a tile with .p/ has exactly so many hashes at some checkpoint
   * `GET /record/tile/{level}/{tile}/{rest}`
   */
  partialTile(input: Input<"GET /record/tile/{level}/{tile}/{rest}">, options?: CallOptions): Promise<Blob>;
  /**
   * An unfinished tile behind the first thousand, or a tile behind the first million
   * An unfinished tile behind the first thousand, or a tile behind the first million. Answers with: hashes of 32 bytes each, or entries, each behind its length in two bytes.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): The record has no such tile: a tile with .p/ has exactly so many hashes at some checkpoint
   * `GET /record/tile/{level}/{tile}/{rest}/{width}`
   */
  farTile(input: Input<"GET /record/tile/{level}/{tile}/{rest}/{width}">, options?: CallOptions): Promise<Blob>;
  /**
   * Sealed entries of the record in their order
   * Sealed entries of the record in their order. Answers with: entries from `from` on, `to` not included.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * `GET /record/entries`
   */
  entries(input?: Input<"GET /record/entries">, options?: CallOptions): Promise<Answer<"GET /record/entries">>;
  /**
   * The public keys that sign the record's checkpoints, and how far it is sealed
   * The public keys that sign the record's checkpoints, and how far it is sealed. Answers with: all keys, the oldest first.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * `GET /record/key`
   */
  key(options?: CallOptions): Promise<Answer<"GET /record/key">>;
  /**
   * What the record says of a call, with the proof of each entry
   * What the record says of a call, with the proof of each entry. Answers with: a checkpoint and the entries of the call.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such run of the agent
   * - 409 (`record_refused`): The database does not continue the record that was signed
   * `GET /workflows/{workflow_id}/runs/{run_id}/proof`
   */
  proveRun(input: Input<"GET /workflows/{workflow_id}/runs/{run_id}/proof">, options?: CallOptions): Promise<Answer<"GET /workflows/{workflow_id}/runs/{run_id}/proof">>;
}

export interface TeamMembersArea {
  /**
   * Everybody in the organization
   * Everybody in the organization. Answers with: in the order in which they joined.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * `GET /team/members`
   */
  list(options?: CallOptions): List<Answer<"GET /team/members">, ItemOf<Answer<"GET /team/members">, "members">>;
  /**
   * Invite somebody; the invitation works once, within seven days
   * Invite somebody; the invitation works once, within seven days. Answers with: the invitation; its link is mailed, or here without a mail server.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 409 (`already_member`): The person is a member already
   * - 502 (`mail_not_sent`): The mail server refused the mail; nobody was invited
   * `POST /team/invitations`
   */
  invite(input: Input<"POST /team/invitations">, options?: CallOptions): Promise<Answer<"POST /team/invitations">>;
  /**
   * Make a link by which a member chooses a new password
   * Make a link by which a member chooses a new password. Answers with: the link is mailed, or here without a mail server.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such member
   * - 409 (`belongs_elsewhere`): The member is in other organizations too, and there is no mail server
   * - 502 (`mail_not_sent`): The mail server refused the mail
   * `POST /team/members/{user_id}/reset-password`
   */
  resetPassword(input: Input<"POST /team/members/{user_id}/reset-password">, options?: CallOptions): Promise<Answer<"POST /team/members/{user_id}/reset-password">>;
  /**
   * Remove the second factor of a member who has lost it; they are told by mail
   * Remove the second factor of a member who has lost it; they are told by mail. Answers with: their next log-in needs the password alone.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such member
   * - 409 (`no_second_factor`, `second_factor_elsewhere`): They have none, or it protects other organizations too
   * `DELETE /team/members/{user_id}/second-factor`
   */
  resetSecondFactor(input: Input<"DELETE /team/members/{user_id}/second-factor">, options?: CallOptions): Promise<Answer<"DELETE /team/members/{user_id}/second-factor">>;
  /**
   * Give a member another role; it holds from the next request on
   * Give a member another role; it holds from the next request on. Answers with: the member.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such member
   * - 409 (`last_owner`): The last owner stays one
   * `PATCH /team/members/{user_id}`
   */
  setRole(input: Input<"PATCH /team/members/{user_id}">, options?: CallOptions): Promise<Answer<"PATCH /team/members/{user_id}">>;
  /**
   * Remove a member; their sessions and keys end at once
   * Remove a member; their sessions and keys end at once. Answers with: they are no longer a member.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No such member
   * - 409 (`last_owner`): The last owner cannot go
   * `DELETE /team/members/{user_id}`
   */
  remove(input: Input<"DELETE /team/members/{user_id}">, options?: CallOptions): Promise<Answer<"DELETE /team/members/{user_id}">>;
}

export interface TeamInvitationsArea {
  /**
   * Invitations that may still be accepted
   * Invitations that may still be accepted. Answers with: the newest first.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * `GET /team/invitations`
   */
  list(options?: CallOptions): List<Answer<"GET /team/invitations">, ItemOf<Answer<"GET /team/invitations">, "invitations">>;
  /**
   * Revoke an invitation; its link stops working
   * Revoke an invitation; its link stops working. Answers with: it is taken back.
   * 
   * Needs the role admin or a higher one.
   * 
   * With a sandbox key: refused (403).
   * 
   * Refuses with
   * 
   * - 404 (`not_found`): No open invitation
   * `DELETE /team/invitations/{invitation_id}`
   */
  revoke(input: Input<"DELETE /team/invitations/{invitation_id}">, options?: CallOptions): Promise<Answer<"DELETE /team/invitations/{invitation_id}">>;
}

export interface TeamArea {
  readonly members: TeamMembersArea;
  readonly invitations: TeamInvitationsArea;
  /**
   * Numbers the Home view shows: calls, answers, outcomes, what needs attention
   * Numbers the Home view shows: calls, answers, outcomes, what needs attention. Answers with: the figures, and those of the days before.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * `GET /team/home`
   */
  home(input?: Input<"GET /team/home">, options?: CallOptions): Promise<Answer<"GET /team/home">>;
  /**
   * Each agent's state right now
   * Each agent's state right now. Answers with: the active agents by name.
   * 
   * Needs the role viewer or a higher one.
   * 
   * With a sandbox key: allowed, without values of secrets.
   * `GET /team/status`
   */
  status(options?: CallOptions): List<Answer<"GET /team/status">, ItemOf<Answer<"GET /team/status">, "agents">>;
}

/** Every operation of the API, by area. */
export class Areas {
  readonly service: ServiceArea;
  readonly installation: InstallationArea;
  readonly account: AccountArea;
  readonly audit: AuditArea;
  readonly organizations: OrganizationsArea;
  readonly keys: KeysArea;
  readonly telephony: TelephonyArea;
  readonly numbers: NumbersArea;
  readonly agents: AgentsArea;
  readonly scenarios: ScenariosArea;
  readonly rehearsals: RehearsalsArea;
  readonly channels: ChannelsArea;
  readonly contacts: ContactsArea;
  readonly people: PeopleArea;
  readonly campaigns: CampaignsArea;
  readonly calls: CallsArea;
  readonly analytics: AnalyticsArea;
  readonly textSessions: TextSessionsArea;
  readonly webCalls: WebCallsArea;
  readonly embedTokens: EmbedTokensArea;
  readonly supervision: SupervisionArea;
  readonly models: ModelsArea;
  readonly messages: MessagesArea;
  readonly carrierCallbacks: CarrierCallbacksArea;
  readonly carrierTexts: CarrierTextsArea;
  readonly inbound: InboundArea;
  readonly credentials: CredentialsArea;
  readonly tools: ToolsArea;
  readonly webhooks: WebhooksArea;
  readonly knowledge: KnowledgeArea;
  readonly recordings: RecordingsArea;
  readonly marketplace: MarketplaceArea;
  readonly record: RecordArea;
  readonly team: TeamArea;

  constructor(connection: Connection) {
    this.service = {
      health: (options) => connection.json(OPERATIONS["health"], {}, options),
      signup: (input, options) => connection.json(OPERATIONS["signup"], input, options),
      login: (input, options) => connection.json(OPERATIONS["login"], input, options),
      me: (options) => connection.json(OPERATIONS["me"], {}, options),
      logout: (options) => connection.json(OPERATIONS["logout"], {}, options),
    };
    this.installation = {
      get: (input, options) => connection.json(OPERATIONS["installation.get"], input, options),
    };
    this.account = {
      confirmSignUp: (input, options) => connection.json(OPERATIONS["account.confirmSignUp"], input, options),
      acceptInvitation: (input, options) => connection.json(OPERATIONS["account.acceptInvitation"], input, options),
      organizations: (options) => connection.list(OPERATIONS["account.organizations"], {}, options),
      selectOrganization: (input, options) => connection.json(OPERATIONS["account.selectOrganization"], input, options),
      changePassword: (input, options) => connection.json(OPERATIONS["account.changePassword"], input, options),
      forgotPassword: (input, options) => connection.json(OPERATIONS["account.forgotPassword"], input, options),
      resetPassword: (input, options) => connection.json(OPERATIONS["account.resetPassword"], input, options),
      sessions: (options) => connection.list(OPERATIONS["account.sessions"], {}, options),
      endOtherSessions: (input, options) => connection.json(OPERATIONS["account.endOtherSessions"], input, options),
      endSession: (input, options) => connection.json(OPERATIONS["account.endSession"], input, options),
      secondFactor: (options) => connection.json(OPERATIONS["account.secondFactor"], {}, options),
      proveSecondFactor: (input, options) => connection.json(OPERATIONS["account.proveSecondFactor"], input, options),
      startApp: (input, options) => connection.json(OPERATIONS["account.startApp"], input, options),
      confirmApp: (input, options) => connection.json(OPERATIONS["account.confirmApp"], input, options),
      startPasskey: (input, options) => connection.json(OPERATIONS["account.startPasskey"], input, options),
      confirmPasskey: (input, options) => connection.json(OPERATIONS["account.confirmPasskey"], input, options),
      removeSecondFactor: (input, options) => connection.json(OPERATIONS["account.removeSecondFactor"], input, options),
      renewRecoveryCodes: (input, options) => connection.json(OPERATIONS["account.renewRecoveryCodes"], input, options),
      waysIn: (input, options) => connection.json(OPERATIONS["account.waysIn"], input, options),
      startProvider: (input, options) => connection.none(OPERATIONS["account.startProvider"], input, options),
      finishProvider: (input, options) => connection.none(OPERATIONS["account.finishProvider"], input, options),
      endByProvider: (input, options) => connection.none(OPERATIONS["account.endByProvider"], input, options),
      confirmDomain: (input, options) => connection.json(OPERATIONS["account.confirmDomain"], input, options),
    };
    this.audit = {
      list: (input, options) => connection.list(OPERATIONS["audit.list"], input, options),
      export: (input, options) => connection.file(OPERATIONS["audit.export"], input, options),
    };
    this.organizations = {
      signIn: {
        get: (options) => connection.json(OPERATIONS["organizations.signIn.get"], {}, options),
        set: (input, options) => connection.json(OPERATIONS["organizations.signIn.set"], input, options),
      },
      preferences: {
        get: (options) => connection.json(OPERATIONS["organizations.preferences.get"], {}, options),
        set: (input, options) => connection.json(OPERATIONS["organizations.preferences.set"], input, options),
        update: (input, options) => connection.json(OPERATIONS["organizations.preferences.update"], input, options),
      },
      rulePacks: {
        list: (options) => connection.list(OPERATIONS["organizations.rulePacks.list"], {}, options),
        preview: (input, options) => connection.json(OPERATIONS["organizations.rulePacks.preview"], input, options),
      },
      identityProvider: {
        get: (options) => connection.json(OPERATIONS["organizations.identityProvider.get"], {}, options),
        set: (input, options) => connection.json(OPERATIONS["organizations.identityProvider.set"], input, options),
        remove: (options) => connection.json(OPERATIONS["organizations.identityProvider.remove"], {}, options),
      },
      directoryToken: {
        make: (options) => connection.json(OPERATIONS["organizations.directoryToken.make"], {}, options),
        remove: (options) => connection.json(OPERATIONS["organizations.directoryToken.remove"], {}, options),
      },
      domains: {
        list: (options) => connection.list(OPERATIONS["organizations.domains.list"], {}, options),
        add: (input, options) => connection.json(OPERATIONS["organizations.domains.add"], input, options),
        check: (input, options) => connection.json(OPERATIONS["organizations.domains.check"], input, options),
        mail: (input, options) => connection.json(OPERATIONS["organizations.domains.mail"], input, options),
        remove: (input, options) => connection.json(OPERATIONS["organizations.domains.remove"], input, options),
      },
      live: (options) => connection.json(OPERATIONS["organizations.live"], {}, options),
      stream: (options) => connection.events(OPERATIONS["organizations.stream"], {}, options),
      fairShare: (options) => connection.json(OPERATIONS["organizations.fair-share"], {}, options),
      rows: (options) => connection.json(OPERATIONS["organizations.rows"], {}, options),
      retention: (options) => connection.json(OPERATIONS["organizations.retention"], {}, options),
    };
    this.keys = {
      list: (input, options) => connection.list(OPERATIONS["keys.list"], input, options),
      create: (input, options) => connection.json(OPERATIONS["keys.create"], input, options),
      update: (input, options) => connection.json(OPERATIONS["keys.update"], input, options),
      archive: (input, options) => connection.json(OPERATIONS["keys.archive"], input, options),
      reactivate: (input, options) => connection.json(OPERATIONS["keys.reactivate"], input, options),
      readSignIn: (input, options) => connection.json(OPERATIONS["keys.readSignIn"], input, options),
      letClientIn: (input, options) => connection.json(OPERATIONS["keys.letClientIn"], input, options),
      ownPrograms: (options) => connection.list(OPERATIONS["keys.ownPrograms"], {}, options),
      endOwnProgram: (input, options) => connection.json(OPERATIONS["keys.endOwnProgram"], input, options),
    };
    this.telephony = {
      configs: {
        warnings: (options) => connection.json(OPERATIONS["telephony.configs.warnings"], {}, options),
        list: (options) => connection.list(OPERATIONS["telephony.configs.list"], {}, options),
        create: (input, options) => connection.json(OPERATIONS["telephony.configs.create"], input, options),
        get: (input, options) => connection.json(OPERATIONS["telephony.configs.get"], input, options),
        update: (input, options) => connection.json(OPERATIONS["telephony.configs.update"], input, options),
        delete: (input, options) => connection.json(OPERATIONS["telephony.configs.delete"], input, options),
        setDefaultOutbound: (input, options) => connection.json(OPERATIONS["telephony.configs.setDefaultOutbound"], input, options),
        reactivate: (input, options) => connection.json(OPERATIONS["telephony.configs.reactivate"], input, options),
      },
      sandboxSimulator: {
        get: (options) => connection.json(OPERATIONS["telephony.sandboxSimulator.get"], {}, options),
        set: (input, options) => connection.json(OPERATIONS["telephony.sandboxSimulator.set"], input, options),
      },
      phoneNumbers: {
        list: (input, options) => connection.list(OPERATIONS["telephony.phoneNumbers.list"], input, options),
        create: (input, options) => connection.json(OPERATIONS["telephony.phoneNumbers.create"], input, options),
        get: (input, options) => connection.json(OPERATIONS["telephony.phoneNumbers.get"], input, options),
        update: (input, options) => connection.json(OPERATIONS["telephony.phoneNumbers.update"], input, options),
        delete: (input, options) => connection.json(OPERATIONS["telephony.phoneNumbers.delete"], input, options),
        setDefaultCaller: (input, options) => connection.json(OPERATIONS["telephony.phoneNumbers.setDefaultCaller"], input, options),
      },
      providers: (options) => connection.list(OPERATIONS["telephony.providers"], {}, options),
    };
    this.numbers = {
      verified: {
        list: (options) => connection.list(OPERATIONS["numbers.verified.list"], {}, options),
        options: (options) => connection.list(OPERATIONS["numbers.verified.options"], {}, options),
        start: (input, options) => connection.json(OPERATIONS["numbers.verified.start"], input, options),
        confirm: (input, options) => connection.json(OPERATIONS["numbers.verified.confirm"], input, options),
        remove: (input, options) => connection.json(OPERATIONS["numbers.verified.remove"], input, options),
      },
      missed: {
        list: (input, options) => connection.list(OPERATIONS["numbers.missed.list"], input, options),
      },
      search: (input, options) => connection.json(OPERATIONS["numbers.search"], input, options),
      list: (input, options) => connection.list(OPERATIONS["numbers.list"], input, options),
      provision: (input, options) => connection.json(OPERATIONS["numbers.provision"], input, options),
      release: (input, options) => connection.json(OPERATIONS["numbers.release"], input, options),
    };
    this.agents = {
      create: (input, options) => connection.json(OPERATIONS["agents.create"], input, options),
      list: (input, options) => connection.list(OPERATIONS["agents.list"], input, options),
      count: (options) => connection.json(OPERATIONS["agents.count"], {}, options),
      summary: (input, options) => connection.list(OPERATIONS["agents.summary"], input, options),
      get: (input, options) => connection.json(OPERATIONS["agents.get"], input, options),
      update: (input, options) => connection.json(OPERATIONS["agents.update"], input, options),
      publish: (input, options) => connection.json(OPERATIONS["agents.publish"], input, options),
      createDraft: (input, options) => connection.json(OPERATIONS["agents.createDraft"], input, options),
      versions: (input, options) => connection.list(OPERATIONS["agents.versions"], input, options),
      validate: (input, options) => connection.json(OPERATIONS["agents.validate"], input, options),
      duplicate: (input, options) => connection.json(OPERATIONS["agents.duplicate"], input, options),
      setStatus: (input, options) => connection.json(OPERATIONS["agents.setStatus"], input, options),
      move: (input, options) => connection.json(OPERATIONS["agents.move"], input, options),
      webhookSecret: (input, options) => connection.json(OPERATIONS["agents.webhookSecret"], input, options),
      nodeTypes: (options) => connection.json(OPERATIONS["agents.nodeTypes"], {}, options),
      nodeType: (input, options) => connection.json(OPERATIONS["agents.nodeType"], input, options),
    };
    this.scenarios = {
      list: (input, options) => connection.list(OPERATIONS["scenarios.list"], input, options),
      create: (input, options) => connection.json(OPERATIONS["scenarios.create"], input, options),
      createFromRun: (input, options) => connection.json(OPERATIONS["scenarios.createFromRun"], input, options),
      createFromDocument: (input, options) => connection.json(OPERATIONS["scenarios.createFromDocument"], input, options),
      import: (input, options) => connection.json(OPERATIONS["scenarios.import"], input, options),
      export: (input, options) => connection.file(OPERATIONS["scenarios.export"], input, options),
      personas: (options) => connection.list(OPERATIONS["scenarios.personas"], {}, options),
      get: (input, options) => connection.json(OPERATIONS["scenarios.get"], input, options),
      update: (input, options) => connection.json(OPERATIONS["scenarios.update"], input, options),
      delete: (input, options) => connection.json(OPERATIONS["scenarios.delete"], input, options),
    };
    this.rehearsals = {
      list: (input, options) => connection.list(OPERATIONS["rehearsals.list"], input, options),
      create: (input, options) => connection.json(OPERATIONS["rehearsals.create"], input, options),
      get: (input, options) => connection.json(OPERATIONS["rehearsals.get"], input, options),
      conversation: (input, options) => connection.json(OPERATIONS["rehearsals.conversation"], input, options),
      junit: (input, options) => connection.file(OPERATIONS["rehearsals.junit"], input, options),
      runAgain: (input, options) => connection.json(OPERATIONS["rehearsals.runAgain"], input, options),
      pause: (input, options) => connection.json(OPERATIONS["rehearsals.pause"], input, options),
      resume: (input, options) => connection.json(OPERATIONS["rehearsals.resume"], input, options),
      cancel: (input, options) => connection.json(OPERATIONS["rehearsals.cancel"], input, options),
    };
    this.channels = {
      members: {
        get: (input, options) => connection.json(OPERATIONS["channels.members.get"], input, options),
        set: (input, options) => connection.json(OPERATIONS["channels.members.set"], input, options),
      },
      list: (options) => connection.list(OPERATIONS["channels.list"], {}, options),
      create: (input, options) => connection.json(OPERATIONS["channels.create"], input, options),
      rename: (input, options) => connection.json(OPERATIONS["channels.rename"], input, options),
      delete: (input, options) => connection.json(OPERATIONS["channels.delete"], input, options),
      timeline: (input, options) => connection.list(OPERATIONS["channels.timeline"], input, options),
      timelineStream: (input, options) => connection.events(OPERATIONS["channels.timeline.stream"], input, options),
      post: (input, options) => connection.json(OPERATIONS["channels.post"], input, options),
      draft: (input, options) => connection.json(OPERATIONS["channels.draft"], input, options),
      draftStream: (input, options) => connection.events(OPERATIONS["channels.draft.stream"], input, options),
      listRequests: (input, options) => connection.list(OPERATIONS["channels.listRequests"], input, options),
      actionArguments: (input, options) => connection.json(OPERATIONS["channels.actionArguments"], input, options),
      decide: (input, options) => connection.json(OPERATIONS["channels.decide"], input, options),
      settleAction: (input, options) => connection.json(OPERATIONS["channels.settleAction"], input, options),
      settleEdit: (input, options) => connection.json(OPERATIONS["channels.settleEdit"], input, options),
      provideSecret: (input, options) => connection.json(OPERATIONS["channels.provideSecret"], input, options),
    };
    this.contacts = {
      lists: {
        list: (options) => connection.list(OPERATIONS["contacts.lists.list"], {}, options),
        create: (input, options) => connection.json(OPERATIONS["contacts.lists.create"], input, options),
        update: (input, options) => connection.json(OPERATIONS["contacts.lists.update"], input, options),
        delete: (input, options) => connection.json(OPERATIONS["contacts.lists.delete"], input, options),
      },
      imports: {
        get: (input, options) => connection.json(OPERATIONS["contacts.imports.get"], input, options),
        list: (input, options) => connection.list(OPERATIONS["contacts.imports.list"], input, options),
      },
      segments: {
        list: (input, options) => connection.list(OPERATIONS["contacts.segments.list"], input, options),
        create: (input, options) => connection.json(OPERATIONS["contacts.segments.create"], input, options),
        preview: (input, options) => connection.json(OPERATIONS["contacts.segments.preview"], input, options),
        delete: (input, options) => connection.json(OPERATIONS["contacts.segments.delete"], input, options),
      },
      intakes: {
        list: (input, options) => connection.list(OPERATIONS["contacts.intakes.list"], input, options),
        create: (input, options) => connection.json(OPERATIONS["contacts.intakes.create"], input, options),
        update: (input, options) => connection.json(OPERATIONS["contacts.intakes.update"], input, options),
        delete: (input, options) => connection.json(OPERATIONS["contacts.intakes.delete"], input, options),
        take: (input, options) => connection.json(OPERATIONS["contacts.intakes.take"], input, options),
      },
      consents: {
        get: (input, options) => connection.list(OPERATIONS["contacts.consents.get"], input, options),
        record: (input, options) => connection.json(OPERATIONS["contacts.consents.record"], input, options),
      },
      nationalLists: {
        list: (input, options) => connection.list(OPERATIONS["contacts.nationalLists.list"], input, options),
        create: (input, options) => connection.json(OPERATIONS["contacts.nationalLists.create"], input, options),
        get: (input, options) => connection.json(OPERATIONS["contacts.nationalLists.get"], input, options),
        remove: (input, options) => connection.json(OPERATIONS["contacts.nationalLists.remove"], input, options),
      },
      doNotCall: {
        list: (input, options) => connection.list(OPERATIONS["contacts.doNotCall.list"], input, options),
        add: (input, options) => connection.json(OPERATIONS["contacts.doNotCall.add"], input, options),
        check: (input, options) => connection.json(OPERATIONS["contacts.doNotCall.check"], input, options),
        upload: (input, options) => connection.json(OPERATIONS["contacts.doNotCall.upload"], input, options),
        remove: (input, options) => connection.json(OPERATIONS["contacts.doNotCall.remove"], input, options),
      },
      uploadUrl: (input, options) => connection.json(OPERATIONS["contacts.uploadUrl"], input, options),
      import: (input, options) => connection.json(OPERATIONS["contacts.import"], input, options),
      importIntoNewList: (input, options) => connection.json(OPERATIONS["contacts.importIntoNewList"], input, options),
      list: (input, options) => connection.list(OPERATIONS["contacts.list"], input, options),
      send: (input, options) => connection.json(OPERATIONS["contacts.send"], input, options),
      put: (input, options) => connection.json(OPERATIONS["contacts.put"], input, options),
      update: (input, options) => connection.json(OPERATIONS["contacts.update"], input, options),
      delete: (input, options) => connection.json(OPERATIONS["contacts.delete"], input, options),
    };
    this.people = {
      exports: {
        list: (input, options) => connection.list(OPERATIONS["people.exports.list"], input, options),
        create: (input, options) => connection.json(OPERATIONS["people.exports.create"], input, options),
        get: (input, options) => connection.json(OPERATIONS["people.exports.get"], input, options),
        cancel: (input, options) => connection.json(OPERATIONS["people.exports.cancel"], input, options),
        download: (input, options) => connection.json(OPERATIONS["people.exports.download"], input, options),
      },
      erasures: {
        list: (input, options) => connection.list(OPERATIONS["people.erasures.list"], input, options),
        create: (input, options) => connection.json(OPERATIONS["people.erasures.create"], input, options),
        get: (input, options) => connection.json(OPERATIONS["people.erasures.get"], input, options),
      },
      get: (input, options) => connection.json(OPERATIONS["people.get"], input, options),
      history: (input, options) => connection.list(OPERATIONS["people.history"], input, options),
      preview: (input, options) => connection.json(OPERATIONS["people.preview"], input, options),
    };
    this.campaigns = {
      journey: {
        get: (input, options) => connection.json(OPERATIONS["campaigns.journey.get"], input, options),
        put: (input, options) => connection.json(OPERATIONS["campaigns.journey.put"], input, options),
        preview: (input, options) => connection.json(OPERATIONS["campaigns.journey.preview"], input, options),
        progress: (input, options) => connection.json(OPERATIONS["campaigns.journey.progress"], input, options),
      },
      create: (input, options) => connection.json(OPERATIONS["campaigns.create"], input, options),
      list: (input, options) => connection.list(OPERATIONS["campaigns.list"], input, options),
      get: (input, options) => connection.json(OPERATIONS["campaigns.get"], input, options),
      update: (input, options) => connection.json(OPERATIONS["campaigns.update"], input, options),
      delete: (input, options) => connection.json(OPERATIONS["campaigns.delete"], input, options),
      clone: (input, options) => connection.json(OPERATIONS["campaigns.clone"], input, options),
      start: (input, options) => connection.json(OPERATIONS["campaigns.start"], input, options),
      unschedule: (input, options) => connection.json(OPERATIONS["campaigns.unschedule"], input, options),
      pause: (input, options) => connection.json(OPERATIONS["campaigns.pause"], input, options),
      resume: (input, options) => connection.json(OPERATIONS["campaigns.resume"], input, options),
      cancel: (input, options) => connection.json(OPERATIONS["campaigns.cancel"], input, options),
      finish: (input, options) => connection.json(OPERATIONS["campaigns.finish"], input, options),
      days: (input, options) => connection.json(OPERATIONS["campaigns.days"], input, options),
      redial: (input, options) => connection.json(OPERATIONS["campaigns.redial"], input, options),
      previewBackFill: (input, options) => connection.json(OPERATIONS["campaigns.previewBackFill"], input, options),
      backFill: (input, options) => connection.json(OPERATIONS["campaigns.backFill"], input, options),
      whatIfs: (input, options) => connection.list(OPERATIONS["campaigns.whatIfs"], input, options),
      whatIf: (input, options) => connection.json(OPERATIONS["campaigns.whatIf"], input, options),
      calendar: (input, options) => connection.json(OPERATIONS["campaigns.calendar"], input, options),
      progress: (input, options) => connection.json(OPERATIONS["campaigns.progress"], input, options),
      progressStream: (input, options) => connection.events(OPERATIONS["campaigns.progressStream"], input, options),
      activity: (input, options) => connection.json(OPERATIONS["campaigns.activity"], input, options),
      summary: (input, options) => connection.json(OPERATIONS["campaigns.summary"], input, options),
      forecast: (input, options) => connection.json(OPERATIONS["campaigns.forecast"], input, options),
      runs: (input, options) => connection.list(OPERATIONS["campaigns.runs"], input, options),
      report: (input, options) => connection.file(OPERATIONS["campaigns.report"], input, options),
      contacts: (input, options) => connection.list(OPERATIONS["campaigns.contacts"], input, options),
      contactOutlook: (input, options) => connection.json(OPERATIONS["campaigns.contactOutlook"], input, options),
      getWhatIf: (input, options) => connection.json(OPERATIONS["campaigns.getWhatIf"], input, options),
      record: (input, options) => connection.file(OPERATIONS["campaigns.record"], input, options),
    };
    this.calls = {
      removals: {
        preview: (input, options) => connection.json(OPERATIONS["calls.removals.preview"], input, options),
        list: (input, options) => connection.list(OPERATIONS["calls.removals.list"], input, options),
        create: (input, options) => connection.json(OPERATIONS["calls.removals.create"], input, options),
        get: (input, options) => connection.json(OPERATIONS["calls.removals.get"], input, options),
      },
      archives: {
        list: (input, options) => connection.list(OPERATIONS["calls.archives.list"], input, options),
        get: (input, options) => connection.json(OPERATIONS["calls.archives.get"], input, options),
        download: (input, options) => connection.json(OPERATIONS["calls.archives.download"], input, options),
      },
      startTestByWorkflow: (input, options) => connection.json(OPERATIONS["calls.startTestByWorkflow"], input, options),
      startTest: (input, options) => connection.json(OPERATIONS["calls.startTest"], input, options),
      startByWorkflow: (input, options) => connection.json(OPERATIONS["calls.startByWorkflow"], input, options),
      start: (input, options) => connection.json(OPERATIONS["calls.start"], input, options),
      initiate: (input, options) => connection.json(OPERATIONS["calls.initiate"], input, options),
      list: (input, options) => connection.list(OPERATIONS["calls.list"], input, options),
      create: (input, options) => connection.json(OPERATIONS["calls.create"], input, options),
      get: (input, options) => connection.json(OPERATIONS["calls.get"], input, options),
      delete: (input, options) => connection.json(OPERATIONS["calls.delete"], input, options),
      hangUp: (input, options) => connection.json(OPERATIONS["calls.hangUp"], input, options),
      transcript: (input, options) => connection.json(OPERATIONS["calls.transcript"], input, options),
      peaks: (input, options) => connection.json(OPERATIONS["calls.peaks"], input, options),
      listAll: (input, options) => connection.list(OPERATIONS["calls.listAll"], input, options),
      search: (input, options) => connection.json(OPERATIONS["calls.search"], input, options),
      artifact: (input, options) => connection.file(OPERATIONS["calls.artifact"], input, options),
      revokeArtifactLinks: (input, options) => connection.json(OPERATIONS["calls.revokeArtifactLinks"], input, options),
      original: (input, options) => connection.json(OPERATIONS["calls.original"], input, options),
      originalRecording: (input, options) => connection.file(OPERATIONS["calls.originalRecording"], input, options),
      report: (input, options) => connection.file(OPERATIONS["calls.report"], input, options),
      usageReport: (input, options) => connection.file(OPERATIONS["calls.usageReport"], input, options),
      dailyUsage: (input, options) => connection.json(OPERATIONS["calls.dailyUsage"], input, options),
      policyWhatIf: (input, options) => connection.json(OPERATIONS["calls.policyWhatIf"], input, options),
      policyWhatIfReport: (input, options) => connection.file(OPERATIONS["calls.policyWhatIfReport"], input, options),
    };
    this.analytics = {
      views: {
        list: (options) => connection.list(OPERATIONS["analytics.views.list"], {}, options),
        create: (input, options) => connection.json(OPERATIONS["analytics.views.create"], input, options),
        update: (input, options) => connection.json(OPERATIONS["analytics.views.update"], input, options),
        delete: (input, options) => connection.json(OPERATIONS["analytics.views.delete"], input, options),
      },
      ask: (input, options) => connection.json(OPERATIONS["analytics.ask"], input, options),
      report: (input, options) => connection.file(OPERATIONS["analytics.report"], input, options),
      measures: (options) => connection.json(OPERATIONS["analytics.measures"], {}, options),
    };
    this.textSessions = {
      create: (input, options) => connection.json(OPERATIONS["textSessions.create"], input, options),
      get: (input, options) => connection.json(OPERATIONS["textSessions.get"], input, options),
      message: (input, options) => connection.json(OPERATIONS["textSessions.message"], input, options),
      messageStream: (input, options) => connection.events(OPERATIONS["textSessions.messageStream"], input, options),
      end: (input, options) => connection.json(OPERATIONS["textSessions.end"], input, options),
      rewind: (input, options) => connection.json(OPERATIONS["textSessions.rewind"], input, options),
    };
    this.webCalls = {
      describe: (input, options) => connection.json(OPERATIONS["webCalls.describe"], input, options),
      startEmbedded: (input, options) => connection.json(OPERATIONS["webCalls.startEmbedded"], input, options),
    };
    this.embedTokens = {
      list: (input, options) => connection.list(OPERATIONS["embedTokens.list"], input, options),
      create: (input, options) => connection.json(OPERATIONS["embedTokens.create"], input, options),
      revoke: (input, options) => connection.json(OPERATIONS["embedTokens.revoke"], input, options),
      getOne: (input, options) => connection.json(OPERATIONS["embedTokens.getOne"], input, options),
      createOne: (input, options) => connection.json(OPERATIONS["embedTokens.createOne"], input, options),
      revokeOne: (input, options) => connection.json(OPERATIONS["embedTokens.revokeOne"], input, options),
    };
    this.supervision = {
      list: (input, options) => connection.list(OPERATIONS["supervision.list"], input, options),
      begin: (input, options) => connection.json(OPERATIONS["supervision.begin"], input, options),
      whisper: (input, options) => connection.json(OPERATIONS["supervision.whisper"], input, options),
      takeOver: (input, options) => connection.json(OPERATIONS["supervision.takeOver"], input, options),
      say: (input, options) => connection.json(OPERATIONS["supervision.say"], input, options),
      leave: (input, options) => connection.json(OPERATIONS["supervision.leave"], input, options),
    };
    this.models = {
      get: (options) => connection.json(OPERATIONS["models.get"], {}, options),
      set: (input, options) => connection.json(OPERATIONS["models.set"], input, options),
      update: (input, options) => connection.json(OPERATIONS["models.update"], input, options),
      try: (input, options) => connection.json(OPERATIONS["models.try"], input, options),
    };
    this.messages = {
      list: (input, options) => connection.list(OPERATIONS["messages.list"], input, options),
      send: (input, options) => connection.json(OPERATIONS["messages.send"], input, options),
      get: (input, options) => connection.json(OPERATIONS["messages.get"], input, options),
    };
    this.carrierCallbacks = {
      livekit: (options) => connection.none(OPERATIONS["carrierCallbacks.livekit"], {}, options),
      statusByGet: (input, options) => connection.none(OPERATIONS["carrierCallbacks.statusByGet"], input, options),
      status: (input, options) => connection.none(OPERATIONS["carrierCallbacks.status"], input, options),
      answerByGet: (input, options) => connection.none(OPERATIONS["carrierCallbacks.answerByGet"], input, options),
      answer: (input, options) => connection.none(OPERATIONS["carrierCallbacks.answer"], input, options),
      turnByGet: (input, options) => connection.none(OPERATIONS["carrierCallbacks.turnByGet"], input, options),
      turn: (input, options) => connection.none(OPERATIONS["carrierCallbacks.turn"], input, options),
      afterByGet: (input, options) => connection.none(OPERATIONS["carrierCallbacks.afterByGet"], input, options),
      after: (input, options) => connection.none(OPERATIONS["carrierCallbacks.after"], input, options),
    };
    this.carrierTexts = {
      status: (input, options) => connection.none(OPERATIONS["carrierTexts.status"], input, options),
      receive: (input, options) => connection.none(OPERATIONS["carrierTexts.receive"], input, options),
    };
    this.inbound = {
      announceByGet: (input, options) => connection.none(OPERATIONS["inbound.announceByGet"], input, options),
      announce: (input, options) => connection.none(OPERATIONS["inbound.announce"], input, options),
      statusByGet: (input, options) => connection.none(OPERATIONS["inbound.statusByGet"], input, options),
      status: (input, options) => connection.none(OPERATIONS["inbound.status"], input, options),
    };
    this.credentials = {
      list: (options) => connection.list(OPERATIONS["credentials.list"], {}, options),
      create: (input, options) => connection.json(OPERATIONS["credentials.create"], input, options),
      get: (input, options) => connection.json(OPERATIONS["credentials.get"], input, options),
      update: (input, options) => connection.json(OPERATIONS["credentials.update"], input, options),
      delete: (input, options) => connection.json(OPERATIONS["credentials.delete"], input, options),
    };
    this.tools = {
      connectors: {
        list: (options) => connection.list(OPERATIONS["tools.connectors.list"], {}, options),
        connect: (input, options) => connection.json(OPERATIONS["tools.connectors.connect"], input, options),
        showSignIn: (input, options) => connection.text(OPERATIONS["tools.connectors.showSignIn"], input, options),
        confirmSignIn: (options) => connection.none(OPERATIONS["tools.connectors.confirmSignIn"], {}, options),
        callback: (input, options) => connection.text(OPERATIONS["tools.connectors.callback"], input, options),
        accounts: (options) => connection.list(OPERATIONS["tools.connectors.accounts"], {}, options),
        revoke: (input, options) => connection.json(OPERATIONS["tools.connectors.revoke"], input, options),
        activity: (input, options) => connection.list(OPERATIONS["tools.connectors.activity"], input, options),
        setClient: (input, options) => connection.json(OPERATIONS["tools.connectors.setClient"], input, options),
        removeClient: (input, options) => connection.json(OPERATIONS["tools.connectors.removeClient"], input, options),
      },
      mcp: {
        connect: (input, options) => connection.json(OPERATIONS["tools.mcp.connect"], input, options),
      },
      list: (input, options) => connection.list(OPERATIONS["tools.list"], input, options),
      create: (input, options) => connection.json(OPERATIONS["tools.create"], input, options),
      get: (input, options) => connection.json(OPERATIONS["tools.get"], input, options),
      update: (input, options) => connection.json(OPERATIONS["tools.update"], input, options),
      delete: (input, options) => connection.json(OPERATIONS["tools.delete"], input, options),
      unarchive: (input, options) => connection.json(OPERATIONS["tools.unarchive"], input, options),
      refreshMcp: (input, options) => connection.json(OPERATIONS["tools.refreshMcp"], input, options),
      test: (input, options) => connection.json(OPERATIONS["tools.test"], input, options),
    };
    this.webhooks = {
      list: (options) => connection.list(OPERATIONS["webhooks.list"], {}, options),
      create: (input, options) => connection.json(OPERATIONS["webhooks.create"], input, options),
      deadLetters: (input, options) => connection.list(OPERATIONS["webhooks.deadLetters"], input, options),
      get: (input, options) => connection.json(OPERATIONS["webhooks.get"], input, options),
      update: (input, options) => connection.json(OPERATIONS["webhooks.update"], input, options),
      delete: (input, options) => connection.json(OPERATIONS["webhooks.delete"], input, options),
      rotateSecret: (input, options) => connection.json(OPERATIONS["webhooks.rotateSecret"], input, options),
      test: (input, options) => connection.json(OPERATIONS["webhooks.test"], input, options),
      deliveries: (input, options) => connection.list(OPERATIONS["webhooks.deliveries"], input, options),
      delivery: (input, options) => connection.json(OPERATIONS["webhooks.delivery"], input, options),
      resend: (input, options) => connection.json(OPERATIONS["webhooks.resend"], input, options),
    };
    this.knowledge = {
      uploadUrl: (input, options) => connection.json(OPERATIONS["knowledge.uploadUrl"], input, options),
      process: (input, options) => connection.json(OPERATIONS["knowledge.process"], input, options),
      list: (input, options) => connection.list(OPERATIONS["knowledge.list"], input, options),
      get: (input, options) => connection.json(OPERATIONS["knowledge.get"], input, options),
      update: (input, options) => connection.json(OPERATIONS["knowledge.update"], input, options),
      delete: (input, options) => connection.json(OPERATIONS["knowledge.delete"], input, options),
      translate: (input, options) => connection.json(OPERATIONS["knowledge.translate"], input, options),
      search: (input, options) => connection.json(OPERATIONS["knowledge.search"], input, options),
      usage: (options) => connection.json(OPERATIONS["knowledge.usage"], {}, options),
    };
    this.recordings = {
      uploadUrl: (input, options) => connection.json(OPERATIONS["recordings.uploadUrl"], input, options),
      list: (input, options) => connection.list(OPERATIONS["recordings.list"], input, options),
      create: (input, options) => connection.json(OPERATIONS["recordings.create"], input, options),
      delete: (input, options) => connection.json(OPERATIONS["recordings.delete"], input, options),
    };
    this.marketplace = {
      hires: {
        upgrade: (input, options) => connection.json(OPERATIONS["marketplace.hires.upgrade"], input, options),
        get: (input, options) => connection.json(OPERATIONS["marketplace.hires.get"], input, options),
      },
      packs: {
        list: (input, options) => connection.list(OPERATIONS["marketplace.packs.list"], input, options),
        create: (input, options) => connection.json(OPERATIONS["marketplace.packs.create"], input, options),
        versions: (input, options) => connection.list(OPERATIONS["marketplace.packs.versions"], input, options),
        createVersion: (input, options) => connection.json(OPERATIONS["marketplace.packs.createVersion"], input, options),
        publish: (input, options) => connection.json(OPERATIONS["marketplace.packs.publish"], input, options),
        withdraw: (input, options) => connection.json(OPERATIONS["marketplace.packs.withdraw"], input, options),
        get: (input, options) => connection.json(OPERATIONS["marketplace.packs.get"], input, options),
      },
      templates: {
        list: (input, options) => connection.list(OPERATIONS["marketplace.templates.list"], input, options),
        get: (input, options) => connection.json(OPERATIONS["marketplace.templates.get"], input, options),
        hire: (input, options) => connection.json(OPERATIONS["marketplace.templates.hire"], input, options),
      },
    };
    this.record = {
      checkpoint: (options) => connection.file(OPERATIONS["record.checkpoint"], {}, options),
      tile: (input, options) => connection.file(OPERATIONS["record.tile"], input, options),
      partialTile: (input, options) => connection.file(OPERATIONS["record.partialTile"], input, options),
      farTile: (input, options) => connection.file(OPERATIONS["record.farTile"], input, options),
      entries: (input, options) => connection.json(OPERATIONS["record.entries"], input, options),
      key: (options) => connection.json(OPERATIONS["record.key"], {}, options),
      proveRun: (input, options) => connection.json(OPERATIONS["record.proveRun"], input, options),
    };
    this.team = {
      members: {
        list: (options) => connection.list(OPERATIONS["team.members.list"], {}, options),
        invite: (input, options) => connection.json(OPERATIONS["team.members.invite"], input, options),
        resetPassword: (input, options) => connection.json(OPERATIONS["team.members.resetPassword"], input, options),
        resetSecondFactor: (input, options) => connection.json(OPERATIONS["team.members.resetSecondFactor"], input, options),
        setRole: (input, options) => connection.json(OPERATIONS["team.members.setRole"], input, options),
        remove: (input, options) => connection.json(OPERATIONS["team.members.remove"], input, options),
      },
      invitations: {
        list: (options) => connection.list(OPERATIONS["team.invitations.list"], {}, options),
        revoke: (input, options) => connection.json(OPERATIONS["team.invitations.revoke"], input, options),
      },
      home: (input, options) => connection.json(OPERATIONS["team.home"], input, options),
      status: (options) => connection.list(OPERATIONS["team.status"], {}, options),
    };
  }
}
