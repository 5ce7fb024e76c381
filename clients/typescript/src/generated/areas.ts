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
   * `GET /health`
   */
  health(options?: CallOptions): Promise<Answer<"GET /health">>;
  /**
   * Create an account with its own organization
   * `POST /auth/signup`
   */
  signup(input: Input<"POST /auth/signup">, options?: CallOptions): Promise<Answer<"POST /auth/signup">>;
  /**
   * Open a session with e-mail and password
   * `POST /auth/login`
   */
  login(input: Input<"POST /auth/login">, options?: CallOptions): Promise<Answer<"POST /auth/login">>;
  /**
   * Tell who these credentials belong to
   * With a sandbox key: allowed, without values of secrets.
   * `GET /auth/me`
   */
  me(options?: CallOptions): Promise<Answer<"GET /auth/me">>;
  /**
   * End this session
   * With a sandbox key: refused (403).
   * `POST /auth/logout`
   */
  logout(options?: CallOptions): Promise<Answer<"POST /auth/logout">>;
}

export interface AccountArea {
  /**
   * Create the account of a sign-up with the link in its mail and its password
   * `POST /auth/confirm-signup`
   */
  confirmSignUp(input: Input<"POST /auth/confirm-signup">, options?: CallOptions): Promise<Answer<"POST /auth/confirm-signup">>;
  /**
   * Join the organization that an invitation names; makes the account where the address has none
   * `POST /auth/accept-invitation`
   */
  acceptInvitation(input: Input<"POST /auth/accept-invitation">, options?: CallOptions): Promise<Answer<"POST /auth/accept-invitation">>;
  /**
   * The organizations of the person who is logged in
   * With a sandbox key: refused (403).
   * `GET /auth/organizations`
   */
  organizations(options?: CallOptions): List<Answer<"GET /auth/organizations">, ItemOf<Answer<"GET /auth/organizations">, "organizations">>;
  /**
   * Open a session in another of one's organizations
   * With a sandbox key: refused (403).
   * `POST /auth/select-organization`
   */
  selectOrganization(input: Input<"POST /auth/select-organization">, options?: CallOptions): Promise<Answer<"POST /auth/select-organization">>;
  /**
   * Change one's password; every other session ends
   * With a sandbox key: refused (403).
   * `PUT /auth/password`
   */
  changePassword(input: Input<"PUT /auth/password">, options?: CallOptions): Promise<Answer<"PUT /auth/password">>;
  /**
   * Mail a link to a new password, if the address has an account
   * `POST /auth/forgot-password`
   */
  forgotPassword(input: Input<"POST /auth/forgot-password">, options?: CallOptions): Promise<Answer<"POST /auth/forgot-password">>;
  /**
   * Set a new password with the mailed link; every session ends
   * `POST /auth/reset-password`
   */
  resetPassword(input: Input<"POST /auth/reset-password">, options?: CallOptions): Promise<Answer<"POST /auth/reset-password">>;
  /**
   * One's own open sessions, in every organization
   * With a sandbox key: refused (403).
   * `GET /auth/sessions`
   */
  sessions(options?: CallOptions): List<Answer<"GET /auth/sessions">, ItemOf<Answer<"GET /auth/sessions">, "sessions">>;
  /**
   * End every session of one's own but this one
   * With a sandbox key: refused (403).
   * `DELETE /auth/sessions`
   */
  endOtherSessions(options?: CallOptions): Promise<Answer<"DELETE /auth/sessions">>;
  /**
   * End one session of one's own
   * With a sandbox key: refused (403).
   * `DELETE /auth/sessions/{session_id}`
   */
  endSession(input: Input<"DELETE /auth/sessions/{session_id}">, options?: CallOptions): Promise<Answer<"DELETE /auth/sessions/{session_id}">>;
}

export interface OrganizationsPreferencesArea {
  /**
   * The organization's name, place and limits
   * With a sandbox key: allowed, without values of secrets.
   * `GET /organizations/preferences`
   */
  get(options?: CallOptions): Promise<Answer<"GET /organizations/preferences">>;
  /**
   * Replace the preferences: what is left out is cleared, but name, concurrent_call_limit and artifact_link_days stay; organizations.preferences.update changes some of them
   * With a sandbox key: refused (403).
   * `PUT /organizations/preferences`
   */
  set(input?: Input<"PUT /organizations/preferences">, options?: CallOptions): Promise<Answer<"PUT /organizations/preferences">>;
  /**
   * Change some preferences: an absent one stays, null clears one, an object is replaced whole
   * With a sandbox key: refused (403).
   * `PATCH /organizations/preferences`
   */
  update(input?: Input<"PATCH /organizations/preferences">, options?: CallOptions): Promise<Answer<"PATCH /organizations/preferences">>;
}

export interface OrganizationsArea {
  readonly preferences: OrganizationsPreferencesArea;
  /**
   * The calls in progress, the calls a second of each account and the open requests, at this moment
   * With a sandbox key: allowed, without values of secrets.
   * `GET /organizations/live`
   */
  live(options?: CallOptions): Promise<Answer<"GET /organizations/live">>;
  /**
   * The same figures as server-sent events, once a second
   * With a sandbox key: allowed, without values of secrets.
   * `GET /organizations/stream`
   */
  stream(options?: CallOptions): EventStream<Answer<"GET /organizations/stream">>;
  /**
   * The share of all calls that were started within a minute, what waits, and why
   * With a sandbox key: allowed, without values of secrets.
   * `GET /organizations/fair-share`
   */
  fairShare(options?: CallOptions): Promise<Answer<"GET /organizations/fair-share">>;
}

export interface KeysArea {
  /**
   * Every key, by prefix
   * With a sandbox key: allowed, without values of secrets.
   * `GET /users/api-keys`
   */
  list(input?: Input<"GET /users/api-keys">, options?: CallOptions): List<Answer<"GET /users/api-keys">, ItemOf<Answer<"GET /users/api-keys">, "">>;
  /**
   * Create a key; its value is shown once
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * `POST /users/api-keys`
   */
  create(input: Input<"POST /users/api-keys">, options?: CallOptions): Promise<Answer<"POST /users/api-keys">>;
  /**
   * Move a key's end
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * `PATCH /users/api-keys/{api_key_id}`
   */
  update(input: Input<"PATCH /users/api-keys/{api_key_id}">, options?: CallOptions): Promise<Answer<"PATCH /users/api-keys/{api_key_id}">>;
  /**
   * Stop a key
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * `DELETE /users/api-keys/{api_key_id}`
   */
  archive(input: Input<"DELETE /users/api-keys/{api_key_id}">, options?: CallOptions): Promise<Answer<"DELETE /users/api-keys/{api_key_id}">>;
  /**
   * Start a stopped key again
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * `PUT /users/api-keys/{api_key_id}/reactivate`
   */
  reactivate(input: Input<"PUT /users/api-keys/{api_key_id}/reactivate">, options?: CallOptions): Promise<Answer<"PUT /users/api-keys/{api_key_id}/reactivate">>;
}

export interface TelephonyConfigsArea {
  /**
   * How many accounts lack the settings that authenticate their carrier's requests
   * With a sandbox key: allowed, without values of secrets.
   * `GET /organizations/telephony-config-warnings`
   */
  warnings(options?: CallOptions): Promise<Answer<"GET /organizations/telephony-config-warnings">>;
  /**
   * Every carrier account
   * With a sandbox key: allowed, without values of secrets.
   * `GET /organizations/telephony-configs`
   */
  list(options?: CallOptions): List<Answer<"GET /organizations/telephony-configs">, ItemOf<Answer<"GET /organizations/telephony-configs">, "configurations">>;
  /**
   * Connect a carrier account
   * With a sandbox key: refused (403).
   * `POST /organizations/telephony-configs`
   */
  create(input: Input<"POST /organizations/telephony-configs">, options?: CallOptions): Promise<Answer<"POST /organizations/telephony-configs">>;
  /**
   * One carrier account
   * With a sandbox key: allowed, without values of secrets.
   * `GET /organizations/telephony-configs/{config_id}`
   */
  get(input: Input<"GET /organizations/telephony-configs/{config_id}">, options?: CallOptions): Promise<Answer<"GET /organizations/telephony-configs/{config_id}">>;
  /**
   * Change a carrier account
   * With a sandbox key: refused (403).
   * `PUT /organizations/telephony-configs/{config_id}`
   */
  update(input: Input<"PUT /organizations/telephony-configs/{config_id}">, options?: CallOptions): Promise<Answer<"PUT /organizations/telephony-configs/{config_id}">>;
  /**
   * Disconnect a carrier account
   * With a sandbox key: refused (403).
   * `DELETE /organizations/telephony-configs/{config_id}`
   */
  delete(input: Input<"DELETE /organizations/telephony-configs/{config_id}">, options?: CallOptions): Promise<Answer<"DELETE /organizations/telephony-configs/{config_id}">>;
  /**
   * Make this the account used by outbound calls
   * With a sandbox key: refused (403).
   * `POST /organizations/telephony-configs/{config_id}/set-default-outbound`
   */
  setDefaultOutbound(input: Input<"POST /organizations/telephony-configs/{config_id}/set-default-outbound">, options?: CallOptions): Promise<Answer<"POST /organizations/telephony-configs/{config_id}/set-default-outbound">>;
  /**
   * Reactivate an account that its carrier refused
   * With a sandbox key: refused (403).
   * `POST /organizations/telephony-configs/{config_id}/reactivate`
   */
  reactivate(input: Input<"POST /organizations/telephony-configs/{config_id}/reactivate">, options?: CallOptions): Promise<Answer<"POST /organizations/telephony-configs/{config_id}/reactivate">>;
}

export interface TelephonyPhoneNumbersArea {
  /**
   * Numbers on a carrier account
   * With a sandbox key: allowed, without values of secrets.
   * `GET /organizations/telephony-configs/{config_id}/phone-numbers`
   */
  list(input: Input<"GET /organizations/telephony-configs/{config_id}/phone-numbers">, options?: CallOptions): List<Answer<"GET /organizations/telephony-configs/{config_id}/phone-numbers">, ItemOf<Answer<"GET /organizations/telephony-configs/{config_id}/phone-numbers">, "phone_numbers">>;
  /**
   * Add a number and point it at an agent
   * With a sandbox key: refused (403).
   * `POST /organizations/telephony-configs/{config_id}/phone-numbers`
   */
  create(input: Input<"POST /organizations/telephony-configs/{config_id}/phone-numbers">, options?: CallOptions): Promise<Answer<"POST /organizations/telephony-configs/{config_id}/phone-numbers">>;
  /**
   * One number
   * With a sandbox key: allowed, without values of secrets.
   * `GET /organizations/telephony-configs/{config_id}/phone-numbers/{phone_number_id}`
   */
  get(input: Input<"GET /organizations/telephony-configs/{config_id}/phone-numbers/{phone_number_id}">, options?: CallOptions): Promise<Answer<"GET /organizations/telephony-configs/{config_id}/phone-numbers/{phone_number_id}">>;
  /**
   * Repoint or rename a number
   * With a sandbox key: refused (403).
   * `PUT /organizations/telephony-configs/{config_id}/phone-numbers/{phone_number_id}`
   */
  update(input: Input<"PUT /organizations/telephony-configs/{config_id}/phone-numbers/{phone_number_id}">, options?: CallOptions): Promise<Answer<"PUT /organizations/telephony-configs/{config_id}/phone-numbers/{phone_number_id}">>;
  /**
   * Remove a number
   * With a sandbox key: refused (403).
   * `DELETE /organizations/telephony-configs/{config_id}/phone-numbers/{phone_number_id}`
   */
  delete(input: Input<"DELETE /organizations/telephony-configs/{config_id}/phone-numbers/{phone_number_id}">, options?: CallOptions): Promise<Answer<"DELETE /organizations/telephony-configs/{config_id}/phone-numbers/{phone_number_id}">>;
  /**
   * Make this the default caller id
   * With a sandbox key: refused (403).
   * `POST /organizations/telephony-configs/{config_id}/phone-numbers/{phone_number_id}/set-default-caller`
   */
  setDefaultCaller(input: Input<"POST /organizations/telephony-configs/{config_id}/phone-numbers/{phone_number_id}/set-default-caller">, options?: CallOptions): Promise<Answer<"POST /organizations/telephony-configs/{config_id}/phone-numbers/{phone_number_id}/set-default-caller">>;
}

export interface TelephonyArea {
  readonly configs: TelephonyConfigsArea;
  readonly phoneNumbers: TelephonyPhoneNumbersArea;
  /**
   * The carriers, and what each needs
   * With a sandbox key: allowed, without values of secrets.
   * `GET /organizations/telephony-providers/metadata`
   */
  providers(options?: CallOptions): List<Answer<"GET /organizations/telephony-providers/metadata">, ItemOf<Answer<"GET /organizations/telephony-providers/metadata">, "providers">>;
}

export interface NumbersVerifiedArea {
  /**
   * Numbers that the business has declared, or a carrier has found, to be its own
   * With a sandbox key: allowed, without values of secrets.
   * `GET /verified-numbers`
   */
  list(options?: CallOptions): List<Answer<"GET /verified-numbers">, ItemOf<Answer<"GET /verified-numbers">, "verified_numbers">>;
  /**
   * How a number can be verified
   * With a sandbox key: allowed, without values of secrets.
   * `GET /verified-numbers/options`
   */
  options(options?: CallOptions): List<Answer<"GET /verified-numbers/options">, ItemOf<Answer<"GET /verified-numbers/options">, "methods">>;
  /**
   * Start verifying a number, by a call
   * With a sandbox key: refused (403).
   * `POST /verified-numbers/start`
   */
  start(input: Input<"POST /verified-numbers/start">, options?: CallOptions): Promise<Answer<"POST /verified-numbers/start">>;
  /**
   * Confirm a number with the code
   * With a sandbox key: refused (403).
   * `POST /verified-numbers/confirm`
   */
  confirm(input: Input<"POST /verified-numbers/confirm">, options?: CallOptions): Promise<Answer<"POST /verified-numbers/confirm">>;
  /**
   * Remove a verified number; it is no caller id from then on
   * With a sandbox key: refused (403).
   * `DELETE /verified-numbers/{phone_number}`
   */
  remove(input: Input<"DELETE /verified-numbers/{phone_number}">, options?: CallOptions): Promise<Answer<"DELETE /verified-numbers/{phone_number}">>;
}

export interface NumbersMissedArea {
  /**
   * Callers who rang and were not answered
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
   * With a sandbox key: allowed, without values of secrets.
   * `POST /managed-numbers/search`
   */
  search(input: Input<"POST /managed-numbers/search">, options?: CallOptions): Promise<Answer<"POST /managed-numbers/search">>;
  /**
   * The numbers that the organization rents, on all of its accounts
   * With a sandbox key: allowed, without values of secrets.
   * `GET /managed-numbers`
   */
  list(input?: Input<"GET /managed-numbers">, options?: CallOptions): List<Answer<"GET /managed-numbers">, ItemOf<Answer<"GET /managed-numbers">, "phone_numbers">>;
  /**
   * Rent a number; repeating the request rents nothing twice
   * With a sandbox key: refused (403).
   * `POST /managed-numbers`
   */
  provision(input: Input<"POST /managed-numbers">, options?: CallOptions): Promise<Answer<"POST /managed-numbers">>;
  /**
   * Give a rented number back; it takes no calls from then on
   * With a sandbox key: refused (403).
   * `POST /managed-numbers/{phone_number_id}/release`
   */
  release(input: Input<"POST /managed-numbers/{phone_number_id}/release">, options?: CallOptions): Promise<Answer<"POST /managed-numbers/{phone_number_id}/release">>;
}

export interface AgentsArea {
  /**
   * Create an agent from a definition; version 1 is published at once
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * `POST /workflows/create/definition`
   */
  create(input: Input<"POST /workflows/create/definition">, options?: CallOptions): Promise<Answer<"POST /workflows/create/definition">>;
  /**
   * Every agent, without its definition
   * With a sandbox key: allowed, without values of secrets.
   * `GET /workflows`
   */
  list(input?: Input<"GET /workflows">, options?: CallOptions): List<Answer<"GET /workflows">, ItemOf<Answer<"GET /workflows">, "">>;
  /**
   * How many agents there are
   * With a sandbox key: allowed, without values of secrets.
   * `GET /workflows/count`
   */
  count(options?: CallOptions): Promise<Answer<"GET /workflows/count">>;
  /**
   * Every agent by id and name
   * With a sandbox key: allowed, without values of secrets.
   * `GET /workflows/summary`
   */
  summary(input?: Input<"GET /workflows/summary">, options?: CallOptions): List<Answer<"GET /workflows/summary">, ItemOf<Answer<"GET /workflows/summary">, "">>;
  /**
   * One agent, with its draft or else its published version
   * With a sandbox key: allowed, without values of secrets.
   * `GET /workflows/{workflow_id}`
   */
  get(input: Input<"GET /workflows/{workflow_id}">, options?: CallOptions): Promise<Answer<"GET /workflows/{workflow_id}">>;
  /**
   * Rename an agent, or write its draft
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * `PUT /workflows/{workflow_id}`
   */
  update(input: Input<"PUT /workflows/{workflow_id}">, options?: CallOptions): Promise<Answer<"PUT /workflows/{workflow_id}">>;
  /**
   * Make the draft the version that calls run
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * `POST /workflows/{workflow_id}/publish`
   */
  publish(input: Input<"POST /workflows/{workflow_id}/publish">, options?: CallOptions): Promise<Answer<"POST /workflows/{workflow_id}/publish">>;
  /**
   * The draft; a copy of the published version when there is none
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * `POST /workflows/{workflow_id}/create-draft`
   */
  createDraft(input: Input<"POST /workflows/{workflow_id}/create-draft">, options?: CallOptions): Promise<Answer<"POST /workflows/{workflow_id}/create-draft">>;
  /**
   * The versions of an agent
   * With a sandbox key: allowed, without values of secrets.
   * `GET /workflows/{workflow_id}/versions`
   */
  versions(input: Input<"GET /workflows/{workflow_id}/versions">, options?: CallOptions): List<Answer<"GET /workflows/{workflow_id}/versions">, ItemOf<Answer<"GET /workflows/{workflow_id}/versions">, "">>;
  /**
   * Check the definition in the body, or else the agent's own; nothing is changed
   * With a sandbox key: allowed, without values of secrets.
   * `POST /workflows/{workflow_id}/validate`
   */
  validate(input: Input<"POST /workflows/{workflow_id}/validate">, options?: CallOptions): Promise<Answer<"POST /workflows/{workflow_id}/validate">>;
  /**
   * Copy an agent
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * `POST /workflows/{workflow_id}/duplicate`
   */
  duplicate(input: Input<"POST /workflows/{workflow_id}/duplicate">, options?: CallOptions): Promise<Answer<"POST /workflows/{workflow_id}/duplicate">>;
  /**
   * Archive an agent, or bring it back
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * `PUT /workflows/{workflow_id}/status`
   */
  setStatus(input: Input<"PUT /workflows/{workflow_id}/status">, options?: CallOptions): Promise<Answer<"PUT /workflows/{workflow_id}/status">>;
  /**
   * Put an agent into a channel, or into none
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * `PUT /workflows/{workflow_id}/folder`
   */
  move(input: Input<"PUT /workflows/{workflow_id}/folder">, options?: CallOptions): Promise<Answer<"PUT /workflows/{workflow_id}/folder">>;
  /**
   * The secret that webhooks of the agent's nodes are signed with
   * With a sandbox key: refused (403).
   * `GET /workflows/{workflow_id}/webhook-secret`
   */
  webhookSecret(input: Input<"GET /workflows/{workflow_id}/webhook-secret">, options?: CallOptions): Promise<Answer<"GET /workflows/{workflow_id}/webhook-secret">>;
  /**
   * The node types of which a definition is made
   * With a sandbox key: allowed, without values of secrets.
   * `GET /node-types`
   */
  nodeTypes(options?: CallOptions): Promise<Answer<"GET /node-types">>;
  /**
   * One node type
   * With a sandbox key: allowed, without values of secrets.
   * `GET /node-types/{name}`
   */
  nodeType(input: Input<"GET /node-types/{name}">, options?: CallOptions): Promise<Answer<"GET /node-types/{name}">>;
}

export interface ChannelsMembersArea {
  /**
   * The people and agents of a channel
   * With a sandbox key: allowed, without values of secrets.
   * `GET /folders/{folder_id}/members`
   */
  get(input: Input<"GET /folders/{folder_id}/members">, options?: CallOptions): Promise<Answer<"GET /folders/{folder_id}/members">>;
  /**
   * Set the people and agents of a channel; they see its requests first and are notified of them
   * With a sandbox key: refused (403).
   * `PUT /folders/{folder_id}/members`
   */
  set(input: Input<"PUT /folders/{folder_id}/members">, options?: CallOptions): Promise<Answer<"PUT /folders/{folder_id}/members">>;
}

export interface ChannelsArea {
  readonly members: ChannelsMembersArea;
  /**
   * Every channel
   * With a sandbox key: allowed, without values of secrets.
   * `GET /folders/`
   */
  list(options?: CallOptions): List<Answer<"GET /folders/">, ItemOf<Answer<"GET /folders/">, "">>;
  /**
   * Create a channel
   * With a sandbox key: refused (403).
   * `POST /folders/`
   */
  create(input: Input<"POST /folders/">, options?: CallOptions): Promise<Answer<"POST /folders/">>;
  /**
   * Rename a channel
   * With a sandbox key: refused (403).
   * `PUT /folders/{folder_id}`
   */
  rename(input: Input<"PUT /folders/{folder_id}">, options?: CallOptions): Promise<Answer<"PUT /folders/{folder_id}">>;
  /**
   * Delete a channel; its agents stay, without one
   * With a sandbox key: refused (403).
   * `DELETE /folders/{folder_id}`
   */
  delete(input: Input<"DELETE /folders/{folder_id}">, options?: CallOptions): Promise<Answer<"DELETE /folders/{folder_id}">>;
  /**
   * Everything that happened, newest first; a single call oldest first
   * With a sandbox key: allowed, without values of secrets.
   * `GET /timeline`
   */
  timeline(input?: Input<"GET /timeline">, options?: CallOptions): List<Answer<"GET /timeline">, ItemOf<Answer<"GET /timeline">, "events">>;
  /**
   * New events as server-sent events; with Last-Event-ID the stream continues after that event
   * With a sandbox key: allowed, without values of secrets.
   * `GET /timeline/stream`
   */
  timelineStream(input?: Input<"GET /timeline/stream">, options?: CallOptions): EventStream<Answer<"GET /timeline/stream">>;
  /**
   * Write to an agent, a channel or the built-in assistant; the reply is an event of the same thread
   * With a sandbox key: refused (403).
   * `POST /timeline/message`
   */
  post(input: Input<"POST /timeline/message">, options?: CallOptions): Promise<Answer<"POST /timeline/message">>;
  /**
   * The reply forming while an agent is thinking
   * With a sandbox key: allowed, without values of secrets.
   * `GET /timeline/draft`
   */
  draft(input?: Input<"GET /timeline/draft">, options?: CallOptions): Promise<Answer<"GET /timeline/draft">>;
  /**
   * The reply as server-sent events while it forms, each with everything that is written of it
   * With a sandbox key: allowed, without values of secrets.
   * `GET /timeline/draft/stream`
   */
  draftStream(input?: Input<"GET /timeline/draft/stream">, options?: CallOptions): EventStream<Answer<"GET /timeline/draft/stream">>;
  /**
   * What agents ask of people: the open requests by their deadline, or those that are over
   * With a sandbox key: allowed, without values of secrets.
   * `GET /timeline/requests`
   */
  listRequests(input?: Input<"GET /timeline/requests">, options?: CallOptions): List<Answer<"GET /timeline/requests">, ItemOf<Answer<"GET /timeline/requests">, "requests">>;
  /**
   * The arguments of a proposed action, for people who may confirm it
   * With a sandbox key: allowed, without values of secrets.
   * `GET /timeline/actions/{action_event_id}/arguments`
   */
  actionArguments(input: Input<"GET /timeline/actions/{action_event_id}/arguments">, options?: CallOptions): Promise<Answer<"GET /timeline/actions/{action_event_id}/arguments">>;
  /**
   * Answer a question an agent asked; the first valid answer wins
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * `POST /timeline/decide`
   */
  decide(input: Input<"POST /timeline/decide">, options?: CallOptions): Promise<Answer<"POST /timeline/decide">>;
  /**
   * Confirm, decline or undo an action an agent proposed
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * `POST /timeline/actions/settle`
   */
  settleAction(input: Input<"POST /timeline/actions/settle">, options?: CallOptions): Promise<Answer<"POST /timeline/actions/settle">>;
  /**
   * Publish or discard a change an agent proposed to itself
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * `POST /timeline/edits/settle`
   */
  settleEdit(input: Input<"POST /timeline/edits/settle">, options?: CallOptions): Promise<Answer<"POST /timeline/edits/settle">>;
  /**
   * Give an agent the key it asked for, into the credential store
   * With a sandbox key: refused (403).
   * `POST /timeline/secrets/provide`
   */
  provideSecret(input: Input<"POST /timeline/secrets/provide">, options?: CallOptions): Promise<Answer<"POST /timeline/secrets/provide">>;
}

export interface ContactsListsArea {
  /**
   * Every list
   * With a sandbox key: allowed, without values of secrets.
   * `GET /contact-lists`
   */
  list(options?: CallOptions): List<Answer<"GET /contact-lists">, ItemOf<Answer<"GET /contact-lists">, "contact_lists">>;
  /**
   * Create a list
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * `POST /contact-lists`
   */
  create(input: Input<"POST /contact-lists">, options?: CallOptions): Promise<Answer<"POST /contact-lists">>;
  /**
   * Rename a list
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * `PATCH /contact-lists/{contact_list_id}`
   */
  update(input: Input<"PATCH /contact-lists/{contact_list_id}">, options?: CallOptions): Promise<Answer<"PATCH /contact-lists/{contact_list_id}">>;
  /**
   * Delete a list with its contacts
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * `DELETE /contact-lists/{contact_list_id}`
   */
  delete(input: Input<"DELETE /contact-lists/{contact_list_id}">, options?: CallOptions): Promise<Answer<"DELETE /contact-lists/{contact_list_id}">>;
}

export interface ContactsImportsArea {
  /**
   * One import, with its state and how many rows it has read
   * With a sandbox key: allowed, without values of secrets.
   * `GET /contact-lists/{contact_list_id}/imports/{import_id}`
   */
  get(input: Input<"GET /contact-lists/{contact_list_id}/imports/{import_id}">, options?: CallOptions): Promise<Answer<"GET /contact-lists/{contact_list_id}/imports/{import_id}">>;
  /**
   * Every import of a list
   * With a sandbox key: allowed, without values of secrets.
   * `GET /contact-lists/{contact_list_id}/imports`
   */
  list(input: Input<"GET /contact-lists/{contact_list_id}/imports">, options?: CallOptions): List<Answer<"GET /contact-lists/{contact_list_id}/imports">, ItemOf<Answer<"GET /contact-lists/{contact_list_id}/imports">, "imports">>;
}

export interface ContactsConsentsArea {
  /**
   * A number's consent and its history
   * With a sandbox key: allowed, without values of secrets.
   * `GET /consents`
   */
  get(input: Input<"GET /consents">, options?: CallOptions): List<Answer<"GET /consents">, ItemOf<Answer<"GET /consents">, "history">>;
  /**
   * Record a person's consent to be called, or its withdrawal, which is in force when this has answered
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * `POST /consents`
   */
  record(input: Input<"POST /consents">, options?: CallOptions): Promise<Answer<"POST /consents">>;
}

export interface ContactsNationalListsArea {
  /**
   * National do-not-call lists, in force and former ones
   * With a sandbox key: allowed, without values of secrets.
   * `GET /do-not-call/national`
   */
  list(input?: Input<"GET /do-not-call/national">, options?: CallOptions): List<Answer<"GET /do-not-call/national">, ItemOf<Answer<"GET /do-not-call/national">, "national_lists">>;
  /**
   * Load a national do-not-call list from an uploaded file
   * With a sandbox key: refused (403).
   * `POST /do-not-call/national`
   */
  create(input: Input<"POST /do-not-call/national">, options?: CallOptions): Promise<Answer<"POST /do-not-call/national">>;
  /**
   * The state of a national list
   * With a sandbox key: allowed, without values of secrets.
   * `GET /do-not-call/national/{national_list_id}`
   */
  get(input: Input<"GET /do-not-call/national/{national_list_id}">, options?: CallOptions): Promise<Answer<"GET /do-not-call/national/{national_list_id}">>;
  /**
   * Take a national list out of force
   * With a sandbox key: refused (403).
   * `DELETE /do-not-call/national/{national_list_id}`
   */
  remove(input: Input<"DELETE /do-not-call/national/{national_list_id}">, options?: CallOptions): Promise<Answer<"DELETE /do-not-call/national/{national_list_id}">>;
}

export interface ContactsDoNotCallArea {
  /**
   * Numbers the account never dials
   * With a sandbox key: allowed, without values of secrets.
   * `GET /do-not-call`
   */
  list(input?: Input<"GET /do-not-call">, options?: CallOptions): List<Answer<"GET /do-not-call">, ItemOf<Answer<"GET /do-not-call">, "do_not_call">>;
  /**
   * Add numbers; binding when this has answered
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * `POST /do-not-call`
   */
  add(input: Input<"POST /do-not-call">, options?: CallOptions): Promise<Answer<"POST /do-not-call">>;
  /**
   * Tell whether a number may be dialled at this moment, and why not
   * With a sandbox key: allowed, without values of secrets.
   * `GET /do-not-call/check`
   */
  check(input: Input<"GET /do-not-call/check">, options?: CallOptions): Promise<Answer<"GET /do-not-call/check">>;
  /**
   * Upload a file of numbers; binding when this has answered
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * `POST /do-not-call/upload`
   */
  upload(input: Input<"POST /do-not-call/upload">, options?: CallOptions): Promise<Answer<"POST /do-not-call/upload">>;
  /**
   * Remove a number
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * `DELETE /do-not-call/{phone_number}`
   */
  remove(input: Input<"DELETE /do-not-call/{phone_number}">, options?: CallOptions): Promise<Answer<"DELETE /do-not-call/{phone_number}">>;
}

export interface ContactsArea {
  readonly lists: ContactsListsArea;
  readonly imports: ContactsImportsArea;
  readonly consents: ContactsConsentsArea;
  readonly nationalLists: ContactsNationalListsArea;
  readonly doNotCall: ContactsDoNotCallArea;
  /**
   * Signed URL to upload a contacts file before importing
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * `POST /object-store/presigned-upload-url`
   */
  uploadUrl(input: Input<"POST /object-store/presigned-upload-url">, options?: CallOptions): Promise<Answer<"POST /object-store/presigned-upload-url">>;
  /**
   * Import contacts from an uploaded file
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * `POST /contact-lists/{contact_list_id}/import`
   */
  import(input: Input<"POST /contact-lists/{contact_list_id}/import">, options?: CallOptions): Promise<Answer<"POST /contact-lists/{contact_list_id}/import">>;
  /**
   * Make a list from an uploaded file: the list and its import, or neither
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * `POST /contact-lists/import`
   */
  importIntoNewList(input: Input<"POST /contact-lists/import">, options?: CallOptions): Promise<Answer<"POST /contact-lists/import">>;
  /**
   * Contacts in a list
   * With a sandbox key: allowed, without values of secrets.
   * `GET /contact-lists/{contact_list_id}/contacts`
   */
  list(input: Input<"GET /contact-lists/{contact_list_id}/contacts">, options?: CallOptions): List<Answer<"GET /contact-lists/{contact_list_id}/contacts">, ItemOf<Answer<"GET /contact-lists/{contact_list_id}/contacts">, "contacts">>;
  /**
   * Change a contact's name, time zone, attributes or consent
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * `PATCH /contact-lists/{contact_list_id}/contacts/{contact_id}`
   */
  update(input: Input<"PATCH /contact-lists/{contact_list_id}/contacts/{contact_id}">, options?: CallOptions): Promise<Answer<"PATCH /contact-lists/{contact_list_id}/contacts/{contact_id}">>;
  /**
   * Remove a contact
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * `DELETE /contact-lists/{contact_list_id}/contacts/{contact_id}`
   */
  delete(input: Input<"DELETE /contact-lists/{contact_list_id}/contacts/{contact_id}">, options?: CallOptions): Promise<Answer<"DELETE /contact-lists/{contact_list_id}/contacts/{contact_id}">>;
}

export interface CampaignsArea {
  /**
   * Create from a contact list and an agent
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * `POST /campaigns/create`
   */
  create(input: Input<"POST /campaigns/create">, options?: CallOptions): Promise<Answer<"POST /campaigns/create">>;
  /**
   * Every campaign in the account
   * With a sandbox key: allowed, without values of secrets.
   * `GET /campaigns`
   */
  list(input?: Input<"GET /campaigns">, options?: CallOptions): List<Answer<"GET /campaigns">, ItemOf<Answer<"GET /campaigns">, "campaigns">>;
  /**
   * One campaign
   * With a sandbox key: allowed, without values of secrets.
   * `GET /campaigns/{campaign_id}`
   */
  get(input: Input<"GET /campaigns/{campaign_id}">, options?: CallOptions): Promise<Answer<"GET /campaigns/{campaign_id}">>;
  /**
   * Change a draft or paused campaign; what is not sent stays, and only schedule_config is replaced whole
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * `PATCH /campaigns/{campaign_id}`
   */
  update(input: Input<"PATCH /campaigns/{campaign_id}">, options?: CallOptions): Promise<Answer<"PATCH /campaigns/{campaign_id}">>;
  /**
   * Delete a draft
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * `DELETE /campaigns/{campaign_id}`
   */
  delete(input: Input<"DELETE /campaigns/{campaign_id}">, options?: CallOptions): Promise<Answer<"DELETE /campaigns/{campaign_id}">>;
  /**
   * Create a draft with the agent, account and settings of a campaign
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * `POST /campaigns/{campaign_id}/clone`
   */
  clone(input: Input<"POST /campaigns/{campaign_id}/clone">, options?: CallOptions): Promise<Answer<"POST /campaigns/{campaign_id}/clone">>;
  /**
   * Start dialling
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * `POST /campaigns/{campaign_id}/start`
   */
  start(input: Input<"POST /campaigns/{campaign_id}/start">, options?: CallOptions): Promise<Answer<"POST /campaigns/{campaign_id}/start">>;
  /**
   * Pause; calls in progress finish, and after this answer none is dialled
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * `POST /campaigns/{campaign_id}/pause`
   */
  pause(input: Input<"POST /campaigns/{campaign_id}/pause">, options?: CallOptions): Promise<Answer<"POST /campaigns/{campaign_id}/pause">>;
  /**
   * Resume a paused campaign, or a failed one after repair
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * `POST /campaigns/{campaign_id}/resume`
   */
  resume(input: Input<"POST /campaigns/{campaign_id}/resume">, options?: CallOptions): Promise<Answer<"POST /campaigns/{campaign_id}/resume">>;
  /**
   * End a draft or paused campaign for good
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * `POST /campaigns/{campaign_id}/cancel`
   */
  cancel(input: Input<"POST /campaigns/{campaign_id}/cancel">, options?: CallOptions): Promise<Answer<"POST /campaigns/{campaign_id}/cancel">>;
  /**
   * Dial numbers not reached again, once, in a campaign of their own
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * `POST /campaigns/{campaign_id}/redial`
   */
  redial(input: Input<"POST /campaigns/{campaign_id}/redial">, options?: CallOptions): Promise<Answer<"POST /campaigns/{campaign_id}/redial">>;
  /**
   * How many contacts of a campaign were dialled and answered, and how many remain
   * With a sandbox key: allowed, without values of secrets.
   * `GET /campaigns/{campaign_id}/progress`
   */
  progress(input: Input<"GET /campaigns/{campaign_id}/progress">, options?: CallOptions): Promise<Answer<"GET /campaigns/{campaign_id}/progress">>;
  /**
   * The progress as server-sent events, at most one a second, until the campaign is over
   * With a sandbox key: allowed, without values of secrets.
   * `GET /campaigns/{campaign_id}/progress/stream`
   */
  progressStream(input: Input<"GET /campaigns/{campaign_id}/progress/stream">, options?: CallOptions): EventStream<Answer<"GET /campaigns/{campaign_id}/progress/stream">>;
  /**
   * Calls that ended in each of the last minutes, by outcome
   * With a sandbox key: allowed, without values of secrets.
   * `GET /campaigns/{campaign_id}/activity`
   */
  activity(input: Input<"GET /campaigns/{campaign_id}/activity">, options?: CallOptions): Promise<Answer<"GET /campaigns/{campaign_id}/activity">>;
  /**
   * Outcomes and cost so far
   * With a sandbox key: allowed, without values of secrets.
   * `GET /campaigns/{campaign_id}/summary`
   */
  summary(input: Input<"GET /campaigns/{campaign_id}/summary">, options?: CallOptions): Promise<Answer<"GET /campaigns/{campaign_id}/summary">>;
  /**
   * Forecast what happens when a draft is started now: whom it calls, when, and for how much at most
   * With a sandbox key: allowed, without values of secrets.
   * `GET /campaigns/{campaign_id}/forecast`
   */
  forecast(input: Input<"GET /campaigns/{campaign_id}/forecast">, options?: CallOptions): Promise<Answer<"GET /campaigns/{campaign_id}/forecast">>;
  /**
   * Every call the campaign placed
   * With a sandbox key: allowed, without values of secrets.
   * `GET /campaigns/{campaign_id}/runs`
   */
  runs(input: Input<"GET /campaigns/{campaign_id}/runs">, options?: CallOptions): List<Answer<"GET /campaigns/{campaign_id}/runs">, ItemOf<Answer<"GET /campaigns/{campaign_id}/runs">, "runs">>;
  /**
   * Download the report as CSV or XLSX: every call that ended, or every contact and why it was not reached
   * With a sandbox key: allowed, without values of secrets.
   * `GET /campaigns/{campaign_id}/report`
   */
  report(input: Input<"GET /campaigns/{campaign_id}/report">, options?: CallOptions): Promise<Blob>;
  /**
   * The contacts that the campaign took at its start, and where it has each of them
   * With a sandbox key: allowed, without values of secrets.
   * `GET /campaigns/{campaign_id}/contacts`
   */
  contacts(input: Input<"GET /campaigns/{campaign_id}/contacts">, options?: CallOptions): List<Answer<"GET /campaigns/{campaign_id}/contacts">, ItemOf<Answer<"GET /campaigns/{campaign_id}/contacts">, "contacts">>;
  /**
   * Why a contact is not dialled at this moment, and when it may be
   * With a sandbox key: allowed, without values of secrets.
   * `GET /campaigns/{campaign_id}/contacts/{contact_id}/outlook`
   */
  contactOutlook(input: Input<"GET /campaigns/{campaign_id}/contacts/{contact_id}/outlook">, options?: CallOptions): Promise<Answer<"GET /campaigns/{campaign_id}/contacts/{contact_id}/outlook">>;
}

export interface CallsArea {
  /**
   * Place a test call by workflow id, which runs the draft
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * `POST /public/agent/test/workflow/{workflow_uuid}`
   */
  startTestByWorkflow(input: Input<"POST /public/agent/test/workflow/{workflow_uuid}">, options?: CallOptions): Promise<Answer<"POST /public/agent/test/workflow/{workflow_uuid}">>;
  /**
   * Place a test call, which runs the draft
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * `POST /public/agent/test/{uuid}`
   */
  startTest(input: Input<"POST /public/agent/test/{uuid}">, options?: CallOptions): Promise<Answer<"POST /public/agent/test/{uuid}">>;
  /**
   * Place a call by workflow id
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * `POST /public/agent/workflow/{workflow_uuid}`
   */
  startByWorkflow(input: Input<"POST /public/agent/workflow/{workflow_uuid}">, options?: CallOptions): Promise<Answer<"POST /public/agent/workflow/{workflow_uuid}">>;
  /**
   * Place a call with an agent by its public id
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * `POST /public/agent/{uuid}`
   */
  start(input: Input<"POST /public/agent/{uuid}">, options?: CallOptions): Promise<Answer<"POST /public/agent/{uuid}">>;
  /**
   * Dial a number with an agent; it runs the draft
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * `POST /telephony/initiate-call`
   */
  initiate(input: Input<"POST /telephony/initiate-call">, options?: CallOptions): Promise<Answer<"POST /telephony/initiate-call">>;
  /**
   * Runs of one agent, newest first
   * With a sandbox key: allowed, without values of secrets.
   * `GET /workflows/{workflow_id}/runs`
   */
  list(input: Input<"GET /workflows/{workflow_id}/runs">, options?: CallOptions): List<Answer<"GET /workflows/{workflow_id}/runs">, ItemOf<Answer<"GET /workflows/{workflow_id}/runs">, "runs">>;
  /**
   * Create a run of an agent; nobody is called yet
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * `POST /workflows/{workflow_id}/runs`
   */
  create(input: Input<"POST /workflows/{workflow_id}/runs">, options?: CallOptions): Promise<Answer<"POST /workflows/{workflow_id}/runs">>;
  /**
   * One run
   * With a sandbox key: allowed, without values of secrets.
   * `GET /workflows/{workflow_id}/runs/{run_id}`
   */
  get(input: Input<"GET /workflows/{workflow_id}/runs/{run_id}">, options?: CallOptions): Promise<Answer<"GET /workflows/{workflow_id}/runs/{run_id}">>;
  /**
   * End a run: hang up its call, or end its session
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * `POST /workflows/{workflow_id}/runs/{run_id}/hang-up`
   */
  hangUp(input: Input<"POST /workflows/{workflow_id}/runs/{run_id}/hang-up">, options?: CallOptions): Promise<Answer<"POST /workflows/{workflow_id}/runs/{run_id}/hang-up">>;
  /**
   * What was said so far, also while the call lasts
   * With a sandbox key: allowed, without values of secrets.
   * `GET /workflows/{workflow_id}/runs/{run_id}/transcript`
   */
  transcript(input: Input<"GET /workflows/{workflow_id}/runs/{run_id}/transcript">, options?: CallOptions): Promise<Answer<"GET /workflows/{workflow_id}/runs/{run_id}/transcript">>;
  /**
   * The loudness of a run's recording, interval by interval, from which a waveform is drawn
   * With a sandbox key: allowed, without values of secrets.
   * `GET /workflows/{workflow_id}/runs/{run_id}/peaks`
   */
  peaks(input: Input<"GET /workflows/{workflow_id}/runs/{run_id}/peaks">, options?: CallOptions): Promise<Answer<"GET /workflows/{workflow_id}/runs/{run_id}/peaks">>;
  /**
   * Every run in the account with its cost
   * With a sandbox key: allowed, without values of secrets.
   * `GET /organizations/usage/runs`
   */
  listAll(input?: Input<"GET /organizations/usage/runs">, options?: CallOptions): List<Answer<"GET /organizations/usage/runs">, ItemOf<Answer<"GET /organizations/usage/runs">, "runs">>;
  /**
   * Download a recording or transcript with a signed token
   * `GET /public/download/workflow/{token}/{artifact_type}`
   */
  artifact(input: Input<"GET /public/download/workflow/{token}/{artifact_type}">, options?: CallOptions): Promise<Blob>;
  /**
   * Revoke all links to a run's recording and transcript
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * `POST /workflows/{workflow_id}/runs/{run_id}/revoke-links`
   */
  revokeArtifactLinks(input: Input<"POST /workflows/{workflow_id}/runs/{run_id}/revoke-links">, options?: CallOptions): Promise<Answer<"POST /workflows/{workflow_id}/runs/{run_id}/revoke-links">>;
  /**
   * Download every call of an agent that ended, as CSV or XLSX
   * With a sandbox key: allowed, without values of secrets.
   * `GET /workflows/{workflow_id}/report`
   */
  report(input: Input<"GET /workflows/{workflow_id}/report">, options?: CallOptions): Promise<Blob>;
  /**
   * Download every call of the account that ended, as CSV or XLSX, with the filters of the usage list
   * With a sandbox key: allowed, without values of secrets.
   * `GET /organizations/usage/runs/report`
   */
  usageReport(input?: Input<"GET /organizations/usage/runs/report">, options?: CallOptions): Promise<Blob>;
  /**
   * Calls, minutes, cost and tokens of the last days, in the organization's zone
   * With a sandbox key: allowed, without values of secrets.
   * `GET /organizations/usage/daily`
   */
  dailyUsage(input?: Input<"GET /organizations/usage/daily">, options?: CallOptions): Promise<Answer<"GET /organizations/usage/daily">>;
}

export interface TextSessionsArea {
  /**
   * Start a text session with an agent; the agent says its first words
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * `POST /workflows/{workflow_id}/text-chat/sessions`
   */
  create(input: Input<"POST /workflows/{workflow_id}/text-chat/sessions">, options?: CallOptions): Promise<Answer<"POST /workflows/{workflow_id}/text-chat/sessions">>;
  /**
   * One text session with all its turns
   * With a sandbox key: allowed, without values of secrets.
   * `GET /workflows/{workflow_id}/text-chat/sessions/{run_id}`
   */
  get(input: Input<"GET /workflows/{workflow_id}/text-chat/sessions/{run_id}">, options?: CallOptions): Promise<Answer<"GET /workflows/{workflow_id}/text-chat/sessions/{run_id}">>;
  /**
   * Write to the agent and get its answer
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * `POST /workflows/{workflow_id}/text-chat/sessions/{run_id}/messages`
   */
  message(input: Input<"POST /workflows/{workflow_id}/text-chat/sessions/{run_id}/messages">, options?: CallOptions): Promise<Answer<"POST /workflows/{workflow_id}/text-chat/sessions/{run_id}/messages">>;
  /**
   * End a text session
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * `POST /workflows/{workflow_id}/text-chat/sessions/{run_id}/end`
   */
  end(input: Input<"POST /workflows/{workflow_id}/text-chat/sessions/{run_id}/end">, options?: CallOptions): Promise<Answer<"POST /workflows/{workflow_id}/text-chat/sessions/{run_id}/end">>;
  /**
   * Discard every turn of a text session after one of them
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * `POST /workflows/{workflow_id}/text-chat/sessions/{run_id}/rewind`
   */
  rewind(input: Input<"POST /workflows/{workflow_id}/text-chat/sessions/{run_id}/rewind">, options?: CallOptions): Promise<Answer<"POST /workflows/{workflow_id}/text-chat/sessions/{run_id}/rewind">>;
}

export interface WebCallsArea {
  /**
   * The target of a talk link: a conversation to join, or an agent by an embed token
   * `GET /public/talk/{token}`
   */
  describe(input: Input<"GET /public/talk/{token}">, options?: CallOptions): Promise<Answer<"GET /public/talk/{token}">>;
  /**
   * Begin a conversation by an embed token; it runs the published version
   * `POST /public/talk/{token}`
   */
  startEmbedded(input: Input<"POST /public/talk/{token}">, options?: CallOptions): Promise<Answer<"POST /public/talk/{token}">>;
}

export interface EmbedTokensArea {
  /**
   * Embed tokens of an agent, newest first, with what they have used
   * With a sandbox key: allowed, without values of secrets.
   * `GET /workflows/{workflow_id}/embed-tokens`
   */
  list(input: Input<"GET /workflows/{workflow_id}/embed-tokens">, options?: CallOptions): List<Answer<"GET /workflows/{workflow_id}/embed-tokens">, ItemOf<Answer<"GET /workflows/{workflow_id}/embed-tokens">, "embed_tokens">>;
  /**
   * Let pages of other origins begin conversations with an agent, within limits
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * `POST /workflows/{workflow_id}/embed-tokens`
   */
  create(input: Input<"POST /workflows/{workflow_id}/embed-tokens">, options?: CallOptions): Promise<Answer<"POST /workflows/{workflow_id}/embed-tokens">>;
  /**
   * Revoke an embed token: no new conversation can begin with it
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * `DELETE /workflows/{workflow_id}/embed-tokens/{token_id}`
   */
  revoke(input: Input<"DELETE /workflows/{workflow_id}/embed-tokens/{token_id}">, options?: CallOptions): Promise<Answer<"DELETE /workflows/{workflow_id}/embed-tokens/{token_id}">>;
  /**
   * The newest embed token of an agent that is neither revoked nor expired
   * With a sandbox key: allowed, without values of secrets.
   * `GET /workflows/{workflow_id}/embed-token`
   */
  getOne(input: Input<"GET /workflows/{workflow_id}/embed-token">, options?: CallOptions): Promise<Answer<"GET /workflows/{workflow_id}/embed-token">>;
  /**
   * Create the one embed token of an agent, for clients that know one for each agent
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * `POST /workflows/{workflow_id}/embed-token`
   */
  createOne(input: Input<"POST /workflows/{workflow_id}/embed-token">, options?: CallOptions): Promise<Answer<"POST /workflows/{workflow_id}/embed-token">>;
  /**
   * Revoke the newest embed token of an agent
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * `DELETE /workflows/{workflow_id}/embed-token`
   */
  revokeOne(input: Input<"DELETE /workflows/{workflow_id}/embed-token">, options?: CallOptions): Promise<Answer<"DELETE /workflows/{workflow_id}/embed-token">>;
}

export interface ModelsArea {
  /**
   * The models that agents think and talk with
   * With a sandbox key: allowed, without values of secrets.
   * `GET /organizations/model-configurations/v2`
   */
  get(options?: CallOptions): Promise<Answer<"GET /organizations/model-configurations/v2">>;
  /**
   * Set the models: one that is left out is removed, with its key; without a model for text, agents talk by the scripted stand-in
   * With a sandbox key: refused (403).
   * `PUT /organizations/model-configurations/v2`
   */
  set(input?: Input<"PUT /organizations/model-configurations/v2">, options?: CallOptions): Promise<Answer<"PUT /organizations/model-configurations/v2">>;
  /**
   * Change some of the models: one that is left out stays, null removes one
   * With a sandbox key: refused (403).
   * `PATCH /organizations/model-configurations/v2`
   */
  update(input?: Input<"PATCH /organizations/model-configurations/v2">, options?: CallOptions): Promise<Answer<"PATCH /organizations/model-configurations/v2">>;
  /**
   * Have the model that agents talk with answer one sentence
   * With a sandbox key: refused (403).
   * `POST /organizations/model-configurations/v2/try`
   */
  try(input: Input<"POST /organizations/model-configurations/v2/try">, options?: CallOptions): Promise<Answer<"POST /organizations/model-configurations/v2/try">>;
}

export interface CarrierCallbacksArea {
  /**
   * LiveKit tells who is in the room of a call over a SIP trunk
   * `POST /telephony/livekit`
   */
  livekit(options?: CallOptions): Promise<void>;
  /**
   * A carrier reports the state of a call
   * `GET /telephony/callbacks/{provider}/{organization_id}/{run_uuid}/status`
   */
  statusByGet(input: Input<"GET /telephony/callbacks/{provider}/{organization_id}/{run_uuid}/status">, options?: CallOptions): Promise<void>;
  /**
   * A carrier reports the state of a call
   * `POST /telephony/callbacks/{provider}/{organization_id}/{run_uuid}/status`
   */
  status(input: Input<"POST /telephony/callbacks/{provider}/{organization_id}/{run_uuid}/status">, options?: CallOptions): Promise<void>;
  /**
   * A carrier asks for the instructions of an answered call
   * `GET /telephony/callbacks/{provider}/{organization_id}/{run_uuid}/answer`
   */
  answerByGet(input: Input<"GET /telephony/callbacks/{provider}/{organization_id}/{run_uuid}/answer">, options?: CallOptions): Promise<void>;
  /**
   * A carrier asks for the instructions of an answered call
   * `POST /telephony/callbacks/{provider}/{organization_id}/{run_uuid}/answer`
   */
  answer(input: Input<"POST /telephony/callbacks/{provider}/{organization_id}/{run_uuid}/answer">, options?: CallOptions): Promise<void>;
  /**
   * A carrier reports the person's words and asks for the next instructions
   * `GET /telephony/callbacks/{provider}/{organization_id}/{run_uuid}/turn`
   */
  turnByGet(input: Input<"GET /telephony/callbacks/{provider}/{organization_id}/{run_uuid}/turn">, options?: CallOptions): Promise<void>;
  /**
   * A carrier reports the person's words and asks for the next instructions
   * `POST /telephony/callbacks/{provider}/{organization_id}/{run_uuid}/turn`
   */
  turn(input: Input<"POST /telephony/callbacks/{provider}/{organization_id}/{run_uuid}/turn">, options?: CallOptions): Promise<void>;
  /**
   * A carrier asks for the instructions after a relay or a transfer
   * `GET /telephony/callbacks/{provider}/{organization_id}/{run_uuid}/after`
   */
  afterByGet(input: Input<"GET /telephony/callbacks/{provider}/{organization_id}/{run_uuid}/after">, options?: CallOptions): Promise<void>;
  /**
   * A carrier asks for the instructions after a relay or a transfer
   * `POST /telephony/callbacks/{provider}/{organization_id}/{run_uuid}/after`
   */
  after(input: Input<"POST /telephony/callbacks/{provider}/{organization_id}/{run_uuid}/after">, options?: CallOptions): Promise<void>;
}

export interface InboundArea {
  /**
   * A carrier announces an inbound call and asks for its instructions
   * `GET /telephony/inbound/{provider}`
   */
  announceByGet(input: Input<"GET /telephony/inbound/{provider}">, options?: CallOptions): Promise<void>;
  /**
   * A carrier announces an inbound call and asks for its instructions
   * `POST /telephony/inbound/{provider}`
   */
  announce(input: Input<"POST /telephony/inbound/{provider}">, options?: CallOptions): Promise<void>;
  /**
   * A carrier reports the state of an inbound call
   * `GET /telephony/inbound/{provider}/{organization_id}/{telephony_configuration_id}/status`
   */
  statusByGet(input: Input<"GET /telephony/inbound/{provider}/{organization_id}/{telephony_configuration_id}/status">, options?: CallOptions): Promise<void>;
  /**
   * A carrier reports the state of an inbound call
   * `POST /telephony/inbound/{provider}/{organization_id}/{telephony_configuration_id}/status`
   */
  status(input: Input<"POST /telephony/inbound/{provider}/{organization_id}/{telephony_configuration_id}/status">, options?: CallOptions): Promise<void>;
}

export interface CredentialsArea {
  /**
   * Every credential, by name and hint
   * With a sandbox key: allowed, without values of secrets.
   * `GET /credentials/`
   */
  list(options?: CallOptions): List<Answer<"GET /credentials/">, ItemOf<Answer<"GET /credentials/">, "">>;
  /**
   * Store a key or password that tools use; it is never shown again
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * `POST /credentials/`
   */
  create(input: Input<"POST /credentials/">, options?: CallOptions): Promise<Answer<"POST /credentials/">>;
  /**
   * One credential, without its value
   * With a sandbox key: allowed, without values of secrets.
   * `GET /credentials/{credential_uuid}`
   */
  get(input: Input<"GET /credentials/{credential_uuid}">, options?: CallOptions): Promise<Answer<"GET /credentials/{credential_uuid}">>;
  /**
   * Rename a credential or replace its value; fields that are left out stay
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * `PUT /credentials/{credential_uuid}`
   */
  update(input: Input<"PUT /credentials/{credential_uuid}">, options?: CallOptions): Promise<Answer<"PUT /credentials/{credential_uuid}">>;
  /**
   * Remove a credential; with force=true also one that tools or agents name, which fail from then on
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * `DELETE /credentials/{credential_uuid}`
   */
  delete(input: Input<"DELETE /credentials/{credential_uuid}">, options?: CallOptions): Promise<Answer<"DELETE /credentials/{credential_uuid}">>;
}

export interface ToolsConnectorsArea {
  /**
   * Apps that can be connected, and what agents can do there
   * With a sandbox key: allowed, without values of secrets.
   * `GET /connectors`
   */
  list(options?: CallOptions): List<Answer<"GET /connectors">, ItemOf<Answer<"GET /connectors">, "connectors">>;
  /**
   * Start connecting an app: a person opens the address and signs in there
   * With a sandbox key: refused (403).
   * `POST /connectors/{slug}/connect`
   */
  connect(input: Input<"POST /connectors/{slug}/connect">, options?: CallOptions): Promise<Answer<"POST /connectors/{slug}/connect">>;
  /**
   * A page for people: who asks them to sign in to an app, and for which organization
   * `GET /connectors/sign-in`
   */
  showSignIn(input: Input<"GET /connectors/sign-in">, options?: CallOptions): Promise<string>;
  /**
   * The button of that page: the sign-in goes on in this browser, at the app
   * `POST /connectors/sign-in`
   */
  confirmSignIn(options?: CallOptions): Promise<void>;
  /**
   * Where an app sends people back to; a page for them
   * `GET /connectors/callback`
   */
  callback(input?: Input<"GET /connectors/callback">, options?: CallOptions): Promise<string>;
  /**
   * Apps the account has connected
   * With a sandbox key: allowed, without values of secrets.
   * `GET /connectors/accounts`
   */
  accounts(options?: CallOptions): List<Answer<"GET /connectors/accounts">, ItemOf<Answer<"GET /connectors/accounts">, "accounts">>;
  /**
   * Disconnect an account: agents no longer act there
   * With a sandbox key: refused (403).
   * `DELETE /connectors/accounts/{account_id}`
   */
  revoke(input: Input<"DELETE /connectors/accounts/{account_id}">, options?: CallOptions): Promise<Answer<"DELETE /connectors/accounts/{account_id}">>;
  /**
   * What agents did in connected apps
   * With a sandbox key: allowed, without values of secrets.
   * `GET /connectors/activity`
   */
  activity(input?: Input<"GET /connectors/activity">, options?: CallOptions): List<Answer<"GET /connectors/activity">, ItemOf<Answer<"GET /connectors/activity">, "activity">>;
  /**
   * Have an app's sign-in use an OAuth client of your own
   * With a sandbox key: refused (403).
   * `PUT /connectors/{slug}/client`
   */
  setClient(input: Input<"PUT /connectors/{slug}/client">, options?: CallOptions): Promise<Answer<"PUT /connectors/{slug}/client">>;
  /**
   * Remove the organization's own OAuth client of an app
   * With a sandbox key: refused (403).
   * `DELETE /connectors/{slug}/client`
   */
  removeClient(input: Input<"DELETE /connectors/{slug}/client">, options?: CallOptions): Promise<Answer<"DELETE /connectors/{slug}/client">>;
}

export interface ToolsMcpArea {
  /**
   * Start signing in to the server of an MCP tool: a person opens the address and signs in there
   * With a sandbox key: refused (403).
   * `POST /tools/{tool_uuid}/mcp/connect`
   */
  connect(input: Input<"POST /tools/{tool_uuid}/mcp/connect">, options?: CallOptions): Promise<Answer<"POST /tools/{tool_uuid}/mcp/connect">>;
}

export interface ToolsArea {
  readonly connectors: ToolsConnectorsArea;
  readonly mcp: ToolsMcpArea;
  /**
   * Every tool
   * With a sandbox key: allowed, without values of secrets.
   * `GET /tools/`
   */
  list(input?: Input<"GET /tools/">, options?: CallOptions): List<Answer<"GET /tools/">, ItemOf<Answer<"GET /tools/">, "">>;
  /**
   * Create a tool; definition.type is its category
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * `POST /tools/`
   */
  create(input: Input<"POST /tools/">, options?: CallOptions): Promise<Answer<"POST /tools/">>;
  /**
   * One tool
   * With a sandbox key: allowed, without values of secrets.
   * `GET /tools/{tool_uuid}`
   */
  get(input: Input<"GET /tools/{tool_uuid}">, options?: CallOptions): Promise<Answer<"GET /tools/{tool_uuid}">>;
  /**
   * Change a tool; fields that are left out stay, a definition is replaced as a whole
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * `PUT /tools/{tool_uuid}`
   */
  update(input: Input<"PUT /tools/{tool_uuid}">, options?: CallOptions): Promise<Answer<"PUT /tools/{tool_uuid}">>;
  /**
   * Archive a tool: agents no longer use it
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * `DELETE /tools/{tool_uuid}`
   */
  delete(input: Input<"DELETE /tools/{tool_uuid}">, options?: CallOptions): Promise<Answer<"DELETE /tools/{tool_uuid}">>;
  /**
   * Bring a tool back
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * `POST /tools/{tool_uuid}/unarchive`
   */
  unarchive(input: Input<"POST /tools/{tool_uuid}/unarchive">, options?: CallOptions): Promise<Answer<"POST /tools/{tool_uuid}/unarchive">>;
  /**
   * Re-read an MCP server's tool list
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * `POST /tools/{tool_uuid}/mcp/refresh`
   */
  refreshMcp(input: Input<"POST /tools/{tool_uuid}/mcp/refresh">, options?: CallOptions): Promise<Answer<"POST /tools/{tool_uuid}/mcp/refresh">>;
  /**
   * Run a tool as an agent would, and see the result that the agent would get
   * With a sandbox key: makes and changes what was made in the sandbox, and nothing else.
   * `POST /tools/{tool_uuid}/test`
   */
  test(input: Input<"POST /tools/{tool_uuid}/test">, options?: CallOptions): Promise<Answer<"POST /tools/{tool_uuid}/test">>;
}

export interface WebhooksArea {
  /**
   * Every webhook
   * With a sandbox key: allowed, without values of secrets.
   * `GET /organizations/webhooks`
   */
  list(options?: CallOptions): List<Answer<"GET /organizations/webhooks">, ItemOf<Answer<"GET /organizations/webhooks">, "">>;
  /**
   * Send events to a system of yours; only this answer contains the secret
   * With a sandbox key: refused (403).
   * `POST /organizations/webhooks`
   */
  create(input: Input<"POST /organizations/webhooks">, options?: CallOptions): Promise<Answer<"POST /organizations/webhooks">>;
  /**
   * Failed deliveries of all webhooks, newest first
   * With a sandbox key: allowed, without values of secrets.
   * `GET /organizations/webhooks/dead-letters`
   */
  deadLetters(input?: Input<"GET /organizations/webhooks/dead-letters">, options?: CallOptions): List<Answer<"GET /organizations/webhooks/dead-letters">, ItemOf<Answer<"GET /organizations/webhooks/dead-letters">, "deliveries">>;
  /**
   * One webhook
   * With a sandbox key: allowed, without values of secrets.
   * `GET /organizations/webhooks/{webhook_id}`
   */
  get(input: Input<"GET /organizations/webhooks/{webhook_id}">, options?: CallOptions): Promise<Answer<"GET /organizations/webhooks/{webhook_id}">>;
  /**
   * Change a webhook, or switch it on or off; fields that are left out stay
   * With a sandbox key: refused (403).
   * `PUT /organizations/webhooks/{webhook_id}`
   */
  update(input: Input<"PUT /organizations/webhooks/{webhook_id}">, options?: CallOptions): Promise<Answer<"PUT /organizations/webhooks/{webhook_id}">>;
  /**
   * Remove a webhook with its deliveries
   * With a sandbox key: refused (403).
   * `DELETE /organizations/webhooks/{webhook_id}`
   */
  delete(input: Input<"DELETE /organizations/webhooks/{webhook_id}">, options?: CallOptions): Promise<Answer<"DELETE /organizations/webhooks/{webhook_id}">>;
  /**
   * Replace the secret; for a day the old one signs too
   * With a sandbox key: refused (403).
   * `POST /organizations/webhooks/{webhook_id}/rotate-secret`
   */
  rotateSecret(input: Input<"POST /organizations/webhooks/{webhook_id}/rotate-secret">, options?: CallOptions): Promise<Answer<"POST /organizations/webhooks/{webhook_id}/rotate-secret">>;
  /**
   * Send a test event
   * With a sandbox key: refused (403).
   * `POST /organizations/webhooks/{webhook_id}/test`
   */
  test(input: Input<"POST /organizations/webhooks/{webhook_id}/test">, options?: CallOptions): Promise<Answer<"POST /organizations/webhooks/{webhook_id}/test">>;
  /**
   * The deliveries of a webhook, made and waiting, newest first
   * With a sandbox key: allowed, without values of secrets.
   * `GET /organizations/webhooks/{webhook_id}/deliveries`
   */
  deliveries(input: Input<"GET /organizations/webhooks/{webhook_id}/deliveries">, options?: CallOptions): List<Answer<"GET /organizations/webhooks/{webhook_id}/deliveries">, ItemOf<Answer<"GET /organizations/webhooks/{webhook_id}/deliveries">, "deliveries">>;
  /**
   * A delivery with its last try: what was sent and what was answered
   * With a sandbox key: refused (403).
   * `GET /organizations/webhooks/{webhook_id}/deliveries/{delivery_id}`
   */
  delivery(input: Input<"GET /organizations/webhooks/{webhook_id}/deliveries/{delivery_id}">, options?: CallOptions): Promise<Answer<"GET /organizations/webhooks/{webhook_id}/deliveries/{delivery_id}">>;
  /**
   * Deliver once more, under the same webhook-id
   * With a sandbox key: refused (403).
   * `POST /organizations/webhooks/{webhook_id}/deliveries/{delivery_id}/resend`
   */
  resend(input: Input<"POST /organizations/webhooks/{webhook_id}/deliveries/{delivery_id}/resend">, options?: CallOptions): Promise<Answer<"POST /organizations/webhooks/{webhook_id}/deliveries/{delivery_id}/resend">>;
}

export interface KnowledgeArea {
  /**
   * Signed URL to upload a document to
   * With a sandbox key: refused (403).
   * `POST /knowledge-base/upload-url`
   */
  uploadUrl(input: Input<"POST /knowledge-base/upload-url">, options?: CallOptions): Promise<Answer<"POST /knowledge-base/upload-url">>;
  /**
   * Index an uploaded document
   * With a sandbox key: refused (403).
   * `POST /knowledge-base/process-document`
   */
  process(input: Input<"POST /knowledge-base/process-document">, options?: CallOptions): Promise<Answer<"POST /knowledge-base/process-document">>;
  /**
   * Every document
   * With a sandbox key: allowed, without values of secrets.
   * `GET /knowledge-base/documents`
   */
  list(input?: Input<"GET /knowledge-base/documents">, options?: CallOptions): List<Answer<"GET /knowledge-base/documents">, ItemOf<Answer<"GET /knowledge-base/documents">, "documents">>;
  /**
   * One document and its status
   * With a sandbox key: allowed, without values of secrets.
   * `GET /knowledge-base/documents/{document_uuid}`
   */
  get(input: Input<"GET /knowledge-base/documents/{document_uuid}">, options?: CallOptions): Promise<Answer<"GET /knowledge-base/documents/{document_uuid}">>;
  /**
   * Change a document's name, readers or folder without reading it again
   * With a sandbox key: refused (403).
   * `PATCH /knowledge-base/documents/{document_uuid}`
   */
  update(input: Input<"PATCH /knowledge-base/documents/{document_uuid}">, options?: CallOptions): Promise<Answer<"PATCH /knowledge-base/documents/{document_uuid}">>;
  /**
   * Remove a document and everything indexed from it
   * With a sandbox key: refused (403).
   * `DELETE /knowledge-base/documents/{document_uuid}`
   */
  delete(input: Input<"DELETE /knowledge-base/documents/{document_uuid}">, options?: CallOptions): Promise<Answer<"DELETE /knowledge-base/documents/{document_uuid}">>;
  /**
   * Translate a document: the copy is a document of its own
   * With a sandbox key: refused (403).
   * `POST /knowledge-base/documents/{document_uuid}/translate`
   */
  translate(input: Input<"POST /knowledge-base/documents/{document_uuid}/translate">, options?: CallOptions): Promise<Answer<"POST /knowledge-base/documents/{document_uuid}/translate">>;
  /**
   * The passages that match a question
   * With a sandbox key: allowed, without values of secrets.
   * `POST /knowledge-base/search`
   */
  search(input: Input<"POST /knowledge-base/search">, options?: CallOptions): Promise<Answer<"POST /knowledge-base/search">>;
  /**
   * Storage used against the plan
   * With a sandbox key: allowed, without values of secrets.
   * `GET /knowledge-base/usage`
   */
  usage(options?: CallOptions): Promise<Answer<"GET /knowledge-base/usage">>;
}

export interface RecordingsArea {
  /**
   * Signed URLs to upload recordings to that agents play
   * With a sandbox key: refused (403).
   * `POST /workflow-recordings/upload-url`
   */
  uploadUrl(input: Input<"POST /workflow-recordings/upload-url">, options?: CallOptions): Promise<Answer<"POST /workflow-recordings/upload-url">>;
  /**
   * Every recording that agents can play
   * With a sandbox key: allowed, without values of secrets.
   * `GET /workflow-recordings/`
   */
  list(input?: Input<"GET /workflow-recordings/">, options?: CallOptions): List<Answer<"GET /workflow-recordings/">, ItemOf<Answer<"GET /workflow-recordings/">, "recordings">>;
  /**
   * Conclude uploads; from then on agents can play them
   * With a sandbox key: refused (403).
   * `POST /workflow-recordings/`
   */
  create(input: Input<"POST /workflow-recordings/">, options?: CallOptions): Promise<Answer<"POST /workflow-recordings/">>;
  /**
   * Remove a recording and its file
   * With a sandbox key: refused (403).
   * `DELETE /workflow-recordings/{recording_id}`
   */
  delete(input: Input<"DELETE /workflow-recordings/{recording_id}">, options?: CallOptions): Promise<Answer<"DELETE /workflow-recordings/{recording_id}">>;
}

export interface MarketplaceHiresArea {
  /**
   * Propose the newest version of its template to a hired agent; it changes when an admin publishes the proposal
   * With a sandbox key: refused (403).
   * `POST /workflows/{workflow_id}/hire/upgrade`
   */
  upgrade(input: Input<"POST /workflows/{workflow_id}/hire/upgrade">, options?: CallOptions): Promise<Answer<"POST /workflows/{workflow_id}/hire/upgrade">>;
  /**
   * How far the hire of an agent is: its tools and documents follow the agent within moments
   * With a sandbox key: allowed, without values of secrets.
   * `GET /workflows/{workflow_id}/hire`
   */
  get(input: Input<"GET /workflows/{workflow_id}/hire">, options?: CallOptions): Promise<Answer<"GET /workflows/{workflow_id}/hire">>;
}

export interface MarketplacePacksArea {
  /**
   * Packs on the shelf: filters narrow the results of the text search
   * With a sandbox key: allowed, without values of secrets.
   * `GET /packs`
   */
  list(input?: Input<"GET /packs">, options?: CallOptions): List<Answer<"GET /packs">, ItemOf<Answer<"GET /packs">, "packs">>;
  /**
   * Make a pack of the organization's agents; it is a draft, and nobody else ever sees it
   * With a sandbox key: refused (403).
   * `POST /packs`
   */
  create(input: Input<"POST /packs">, options?: CallOptions): Promise<Answer<"POST /packs">>;
  /**
   * The versions of a pack of one's own, newest first
   * With a sandbox key: allowed, without values of secrets.
   * `GET /packs/{pack_slug}/versions`
   */
  versions(input: Input<"GET /packs/{pack_slug}/versions">, options?: CallOptions): List<Answer<"GET /packs/{pack_slug}/versions">, ItemOf<Answer<"GET /packs/{pack_slug}/versions">, "versions">>;
  /**
   * Create the next version of an own pack as a draft; it replaces an existing draft
   * With a sandbox key: refused (403).
   * `POST /packs/{pack_slug}/versions`
   */
  createVersion(input: Input<"POST /packs/{pack_slug}/versions">, options?: CallOptions): Promise<Answer<"POST /packs/{pack_slug}/versions">>;
  /**
   * Publish the draft of a pack inside the organization: its agents can be hired
   * With a sandbox key: refused (403).
   * `POST /packs/{pack_slug}/publish`
   */
  publish(input: Input<"POST /packs/{pack_slug}/publish">, options?: CallOptions): Promise<Answer<"POST /packs/{pack_slug}/publish">>;
  /**
   * Withdraw an own pack with its versions; hired agents stay
   * With a sandbox key: refused (403).
   * `POST /packs/{pack_slug}/withdraw`
   */
  withdraw(input: Input<"POST /packs/{pack_slug}/withdraw">, options?: CallOptions): Promise<Answer<"POST /packs/{pack_slug}/withdraw">>;
  /**
   * One pack
   * With a sandbox key: allowed, without values of secrets.
   * `GET /packs/{slug}`
   */
  get(input: Input<"GET /packs/{slug}">, options?: CallOptions): Promise<Answer<"GET /packs/{slug}">>;
}

export interface MarketplaceTemplatesArea {
  /**
   * Every agent on the shelf
   * With a sandbox key: allowed, without values of secrets.
   * `GET /agent-templates`
   */
  list(input?: Input<"GET /agent-templates">, options?: CallOptions): List<Answer<"GET /agent-templates">, ItemOf<Answer<"GET /agent-templates">, "templates">>;
  /**
   * One template
   * With a sandbox key: allowed, without values of secrets.
   * `GET /agent-templates/{template_id}`
   */
  get(input: Input<"GET /agent-templates/{template_id}">, options?: CallOptions): Promise<Answer<"GET /agent-templates/{template_id}">>;
  /**
   * Hire an agent from a template; it always uses the organization's current models
   * With a sandbox key: refused (403).
   * `POST /agent-templates/{template_id}/create`
   */
  hire(input: Input<"POST /agent-templates/{template_id}/create">, options?: CallOptions): Promise<Answer<"POST /agent-templates/{template_id}/create">>;
}

export interface MarketplaceArea {
  readonly hires: MarketplaceHiresArea;
  readonly packs: MarketplacePacksArea;
  readonly templates: MarketplaceTemplatesArea;
}

export interface TeamMembersArea {
  /**
   * Everybody in the organization
   * With a sandbox key: allowed, without values of secrets.
   * `GET /team/members`
   */
  list(options?: CallOptions): List<Answer<"GET /team/members">, ItemOf<Answer<"GET /team/members">, "members">>;
  /**
   * Invite somebody; the invitation works once, within seven days
   * With a sandbox key: refused (403).
   * `POST /team/invitations`
   */
  invite(input: Input<"POST /team/invitations">, options?: CallOptions): Promise<Answer<"POST /team/invitations">>;
  /**
   * Make a link by which a member chooses a new password
   * With a sandbox key: refused (403).
   * `POST /team/members/{user_id}/reset-password`
   */
  resetPassword(input: Input<"POST /team/members/{user_id}/reset-password">, options?: CallOptions): Promise<Answer<"POST /team/members/{user_id}/reset-password">>;
  /**
   * Give a member another role; it holds from the next request on
   * With a sandbox key: refused (403).
   * `PATCH /team/members/{user_id}`
   */
  setRole(input: Input<"PATCH /team/members/{user_id}">, options?: CallOptions): Promise<Answer<"PATCH /team/members/{user_id}">>;
  /**
   * Remove a member; their sessions and keys end at once
   * With a sandbox key: refused (403).
   * `DELETE /team/members/{user_id}`
   */
  remove(input: Input<"DELETE /team/members/{user_id}">, options?: CallOptions): Promise<Answer<"DELETE /team/members/{user_id}">>;
}

export interface TeamInvitationsArea {
  /**
   * Invitations that may still be accepted
   * With a sandbox key: refused (403).
   * `GET /team/invitations`
   */
  list(options?: CallOptions): List<Answer<"GET /team/invitations">, ItemOf<Answer<"GET /team/invitations">, "invitations">>;
  /**
   * Revoke an invitation; its link stops working
   * With a sandbox key: refused (403).
   * `DELETE /team/invitations/{invitation_id}`
   */
  revoke(input: Input<"DELETE /team/invitations/{invitation_id}">, options?: CallOptions): Promise<Answer<"DELETE /team/invitations/{invitation_id}">>;
}

export interface TeamArea {
  readonly members: TeamMembersArea;
  readonly invitations: TeamInvitationsArea;
  /**
   * Numbers the Home view shows: calls, answers, outcomes, what needs attention
   * With a sandbox key: allowed, without values of secrets.
   * `GET /team/home`
   */
  home(input?: Input<"GET /team/home">, options?: CallOptions): Promise<Answer<"GET /team/home">>;
  /**
   * Each agent's state right now
   * With a sandbox key: allowed, without values of secrets.
   * `GET /team/status`
   */
  status(options?: CallOptions): List<Answer<"GET /team/status">, ItemOf<Answer<"GET /team/status">, "agents">>;
}

/** Every operation of the API, by area. */
export class Areas {
  readonly service: ServiceArea;
  readonly account: AccountArea;
  readonly organizations: OrganizationsArea;
  readonly keys: KeysArea;
  readonly telephony: TelephonyArea;
  readonly numbers: NumbersArea;
  readonly agents: AgentsArea;
  readonly channels: ChannelsArea;
  readonly contacts: ContactsArea;
  readonly campaigns: CampaignsArea;
  readonly calls: CallsArea;
  readonly textSessions: TextSessionsArea;
  readonly webCalls: WebCallsArea;
  readonly embedTokens: EmbedTokensArea;
  readonly models: ModelsArea;
  readonly carrierCallbacks: CarrierCallbacksArea;
  readonly inbound: InboundArea;
  readonly credentials: CredentialsArea;
  readonly tools: ToolsArea;
  readonly webhooks: WebhooksArea;
  readonly knowledge: KnowledgeArea;
  readonly recordings: RecordingsArea;
  readonly marketplace: MarketplaceArea;
  readonly team: TeamArea;

  constructor(connection: Connection) {
    this.service = {
      health: (options) => connection.json(OPERATIONS["health"], {}, options),
      signup: (input, options) => connection.json(OPERATIONS["signup"], input, options),
      login: (input, options) => connection.json(OPERATIONS["login"], input, options),
      me: (options) => connection.json(OPERATIONS["me"], {}, options),
      logout: (options) => connection.json(OPERATIONS["logout"], {}, options),
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
      endOtherSessions: (options) => connection.json(OPERATIONS["account.endOtherSessions"], {}, options),
      endSession: (input, options) => connection.json(OPERATIONS["account.endSession"], input, options),
    };
    this.organizations = {
      preferences: {
        get: (options) => connection.json(OPERATIONS["organizations.preferences.get"], {}, options),
        set: (input, options) => connection.json(OPERATIONS["organizations.preferences.set"], input, options),
        update: (input, options) => connection.json(OPERATIONS["organizations.preferences.update"], input, options),
      },
      live: (options) => connection.json(OPERATIONS["organizations.live"], {}, options),
      stream: (options) => connection.events(OPERATIONS["organizations.stream"], {}, options),
      fairShare: (options) => connection.json(OPERATIONS["organizations.fair-share"], {}, options),
    };
    this.keys = {
      list: (input, options) => connection.list(OPERATIONS["keys.list"], input, options),
      create: (input, options) => connection.json(OPERATIONS["keys.create"], input, options),
      update: (input, options) => connection.json(OPERATIONS["keys.update"], input, options),
      archive: (input, options) => connection.json(OPERATIONS["keys.archive"], input, options),
      reactivate: (input, options) => connection.json(OPERATIONS["keys.reactivate"], input, options),
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
      update: (input, options) => connection.json(OPERATIONS["contacts.update"], input, options),
      delete: (input, options) => connection.json(OPERATIONS["contacts.delete"], input, options),
    };
    this.campaigns = {
      create: (input, options) => connection.json(OPERATIONS["campaigns.create"], input, options),
      list: (input, options) => connection.list(OPERATIONS["campaigns.list"], input, options),
      get: (input, options) => connection.json(OPERATIONS["campaigns.get"], input, options),
      update: (input, options) => connection.json(OPERATIONS["campaigns.update"], input, options),
      delete: (input, options) => connection.json(OPERATIONS["campaigns.delete"], input, options),
      clone: (input, options) => connection.json(OPERATIONS["campaigns.clone"], input, options),
      start: (input, options) => connection.json(OPERATIONS["campaigns.start"], input, options),
      pause: (input, options) => connection.json(OPERATIONS["campaigns.pause"], input, options),
      resume: (input, options) => connection.json(OPERATIONS["campaigns.resume"], input, options),
      cancel: (input, options) => connection.json(OPERATIONS["campaigns.cancel"], input, options),
      redial: (input, options) => connection.json(OPERATIONS["campaigns.redial"], input, options),
      progress: (input, options) => connection.json(OPERATIONS["campaigns.progress"], input, options),
      progressStream: (input, options) => connection.events(OPERATIONS["campaigns.progressStream"], input, options),
      activity: (input, options) => connection.json(OPERATIONS["campaigns.activity"], input, options),
      summary: (input, options) => connection.json(OPERATIONS["campaigns.summary"], input, options),
      forecast: (input, options) => connection.json(OPERATIONS["campaigns.forecast"], input, options),
      runs: (input, options) => connection.list(OPERATIONS["campaigns.runs"], input, options),
      report: (input, options) => connection.file(OPERATIONS["campaigns.report"], input, options),
      contacts: (input, options) => connection.list(OPERATIONS["campaigns.contacts"], input, options),
      contactOutlook: (input, options) => connection.json(OPERATIONS["campaigns.contactOutlook"], input, options),
    };
    this.calls = {
      startTestByWorkflow: (input, options) => connection.json(OPERATIONS["calls.startTestByWorkflow"], input, options),
      startTest: (input, options) => connection.json(OPERATIONS["calls.startTest"], input, options),
      startByWorkflow: (input, options) => connection.json(OPERATIONS["calls.startByWorkflow"], input, options),
      start: (input, options) => connection.json(OPERATIONS["calls.start"], input, options),
      initiate: (input, options) => connection.json(OPERATIONS["calls.initiate"], input, options),
      list: (input, options) => connection.list(OPERATIONS["calls.list"], input, options),
      create: (input, options) => connection.json(OPERATIONS["calls.create"], input, options),
      get: (input, options) => connection.json(OPERATIONS["calls.get"], input, options),
      hangUp: (input, options) => connection.json(OPERATIONS["calls.hangUp"], input, options),
      transcript: (input, options) => connection.json(OPERATIONS["calls.transcript"], input, options),
      peaks: (input, options) => connection.json(OPERATIONS["calls.peaks"], input, options),
      listAll: (input, options) => connection.list(OPERATIONS["calls.listAll"], input, options),
      artifact: (input, options) => connection.file(OPERATIONS["calls.artifact"], input, options),
      revokeArtifactLinks: (input, options) => connection.json(OPERATIONS["calls.revokeArtifactLinks"], input, options),
      report: (input, options) => connection.file(OPERATIONS["calls.report"], input, options),
      usageReport: (input, options) => connection.file(OPERATIONS["calls.usageReport"], input, options),
      dailyUsage: (input, options) => connection.json(OPERATIONS["calls.dailyUsage"], input, options),
    };
    this.textSessions = {
      create: (input, options) => connection.json(OPERATIONS["textSessions.create"], input, options),
      get: (input, options) => connection.json(OPERATIONS["textSessions.get"], input, options),
      message: (input, options) => connection.json(OPERATIONS["textSessions.message"], input, options),
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
    this.models = {
      get: (options) => connection.json(OPERATIONS["models.get"], {}, options),
      set: (input, options) => connection.json(OPERATIONS["models.set"], input, options),
      update: (input, options) => connection.json(OPERATIONS["models.update"], input, options),
      try: (input, options) => connection.json(OPERATIONS["models.try"], input, options),
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
    this.team = {
      members: {
        list: (options) => connection.list(OPERATIONS["team.members.list"], {}, options),
        invite: (input, options) => connection.json(OPERATIONS["team.members.invite"], input, options),
        resetPassword: (input, options) => connection.json(OPERATIONS["team.members.resetPassword"], input, options),
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
