import { sayLeadsElsewhere, sayPassesNoWebSockets } from "../../../domain/call/public-address.rules.ts";
import { describeRefusal } from "../../guarded-request/request-rules.ts";
import type { Sentences } from "./known-findings.ts";

const countOf = (count: number, noun: string): string => `${count} ${count === 1 ? noun : `${noun}s`}`;

const connections = ({ used, most, needed }: { used: number; most: number; needed: number }) =>
  `${used} of its ${most} connections are in use, and one API may take ${needed}`;
const retention = ({ namespace, days }: { namespace: string; days: number }) =>
  `Its namespace ${namespace} keeps what is over for ${countOf(days, "day")}`;
const free = ({ gigabytes }: { gigabytes: number }) => `${gigabytes.toFixed(1)} GB are free`;
const certificate = ({ days }: { days: number }) => `Its certificate is valid for ${countOf(days, "more day")}`;
const search = ({ version, state }: { version: string; state: string }) =>
  `It is Elasticsearch ${version}, and its state is ${state}`;

const ADDRESS_REMEDY = "Let PUBLIC_BASE_URL be the root that carriers reach, and look at the proxy in front of the API";

export const english: Sentences = {
  parts: {
    database: "PostgreSQL",
    schema: "PostgreSQL's schema",
    migrations_login: "PostgreSQL's login for migrations",
    temporal: "Temporal",
    object_store: "Object store",
    search: "Search",
    public_address: "Public address",
    mail: "Mail",
    sound: "Sound",
    outside: "Carriers and models",
    disk: "Disk",
  },
  good: {
    database_encrypted: ({ version }) => `It is ${version}, over TLS`,
    database_private: ({ version }) => `It is ${version}, in a private network`,
    login_modest: () => "Its login may take the platform's role and nothing else",
    schema_not_compared: () => "It is there; set DATABASE_MIGRATIONS_URL to compare it with this version's",
    schema_current: () => "It is this version's",
    connections,
    clock_agrees: () => "Its clock agrees with this one",
    owns_tables: () => "It owns the tables",
    may_restore: () => "It may carry out a restore",
    disk_free: free,
    no_outside: () => "None outside this installation is used yet",
    address_reached: ({ origin }) => `${origin} is reached from here`,
    mail_accepted: () => "The mail server lets this login send",
    store_read: ({ bucket }) => `What was written to the bucket ${bucket} was read again`,
    store_signed: ({ origin }) => `Signed addresses at ${origin} are answered`,
    store_closed: () => "Nobody reads the bucket without a signature",
    store_takes_uploads: ({ origin }) => `It takes files from pages of ${origin}`,
    address_passes: ({ address }) => `${address} passes requests and WebSockets`,
    certificate_valid: certificate,
    search_built_in: () => "The built-in index is used: one API and one worker share its folder",
    search_reached: search,
    speech_on: () => "The platform's own speech is on",
    speech_off: () => "The platform's own speech is off (LOCAL_SPEECH)",
    livekit_unset: () => "LiveKit is not configured, so SIP trunks are not offered",
    livekit_reached: ({ rooms }) => `LiveKit takes this key and has ${countOf(rooms, "room")}`,
    retention,
    attributes_there: () => "Its search attributes are there",
    worker_versions: ({ versions }) =>
      `Versions of its workers: ${versions}. Those of one that is draining are still needed`,
    workers: ({ count }) => `${count === 1 ? "One worker asks" : `${count} workers ask`} it for work`,
  },
  bad: {
    no_answer: {
      text: ({ seconds }) => `No answer within ${seconds} s`,
      remedy: () => "Look at the network and the load of that part",
    },
    failed: {
      text: ({ reason }) => reason,
      remedy: () => "Look at its address, its credentials and its own log",
    },
    settings_missing: {
      text: ({ names }) => `Not set: ${names}`,
      remedy: () => "Set it: `npm start` does so for the embedded parts, and a process by itself needs it",
    },
    database_old: {
      text: ({ version }) => `It is ${version}`,
      remedy: ({ oldest }) => `Move to PostgreSQL ${oldest} or newer`,
    },
    database_unencrypted: {
      text: ({ version }) => `It is ${version}, and what is sent to it is not encrypted`,
      remedy: () => "Set DATABASE_TLS_CA_FILE, or sslmode in DATABASE_URL",
    },
    login_powerful: {
      text: ({ login }) => `Its login ${login} may do more than the platform needs`,
      remedy: () =>
        "Name that login in DATABASE_MIGRATIONS_URL and another one in DATABASE_URL; the migrations make that one",
    },
    login_without_role: {
      text: () => "Its login may not take the role ringdown_app",
      remedy: () => "Run the migrations with DATABASE_MIGRATIONS_URL",
    },
    extension_unavailable: {
      text: ({ extension }) => `It does not have the extension ${extension}`,
      remedy: () => "Install PostgreSQL's contributed modules (postgresql-contrib)",
    },
    extension_missing: {
      text: ({ extension }) => `Its database lacks the extension ${extension}`,
      remedy: () => "Make it as the database's owner",
    },
    schema_missing: {
      text: () => "It has no tables of Ringdown",
      remedy: () => "Run the migrations with DATABASE_MIGRATIONS_URL",
    },
    schema_old: {
      text: ({ count, first }) => `It lacks ${countOf(count, "change")}, ${first} first`,
      remedy: () => "Run the migrations with DATABASE_MIGRATIONS_URL",
    },
    schema_newer: {
      text: ({ newest }) => `It is newer than this version: it has ${newest}`,
      remedy: () => "Run the version that made that change",
    },
    connections_scarce: {
      text: connections,
      remedy: () => "Raise max_connections, or lower DATABASE_POOL_SIZE and its like",
    },
    clock_apart: {
      text: ({ seconds }) => `Its clock and this one are ${seconds.toFixed(1)} s apart`,
      remedy: () => "Let both machines follow one time server",
    },
    two_databases: {
      text: () => "DATABASE_MIGRATIONS_URL and DATABASE_URL name two different databases",
      remedy: () => "Let both name the same one: the other is not brought up to date",
    },
    foreign_tables: {
      text: ({ count }) =>
        `It does not own ${countOf(count, "table")}, and cannot change ${count === 1 ? "it" : "them"}`,
      remedy: () => "Name the login that made them in DATABASE_MIGRATIONS_URL",
    },
    may_not_restore: {
      text: () => "It may not carry out a restore",
      remedy: () => "Let a superuser allow it before a restore",
    },
    disk_scarce: { text: free, remedy: () => "Make room before it is used up" },
    disk_full: { text: free, remedy: () => "Make room" },
    address_forbidden: {
      text: ({ origin, host }) => `${origin}: ${describeRefusal(host)}`,
      remedy: () => "Allow its network in OUTBOUND_ALLOWED_NETWORKS, if it is yours",
    },
    address_unreached: {
      text: ({ origin, reason }) => `${origin} is not reached from here: ${reason}`,
      remedy: () => "Let this machine's firewall pass it",
    },
    accounts_set_aside: {
      text: ({ count }) =>
        count === 1
          ? "1 carrier account is set aside, because its carrier refuses it"
          : `${count} carrier accounts are set aside, because their carriers refuse them`,
      remedy: () => "Their owners see why in the console, and have them checked again there",
    },
    mail_unset: {
      text: () => "No mail server is configured: links for new members are shown to who invites them",
      remedy: () => "Set SMTP_URL",
    },
    mail_refused: {
      text: ({ reason }) => `The mail server refused to be used: ${reason}`,
      remedy: () => "Look at SMTP_URL, and at the mail server's own log",
    },
    store_differs: {
      text: () => "What was read is not what was written",
      remedy: () => "Look at what stands between this machine and the store",
    },
    store_address_refused: {
      text: ({ status }) => `The address that browsers are given answered ${status}`,
      remedy: ({ origin }) => `Let S3_PUBLIC_ENDPOINT (now ${origin}) be the store's root as browsers reach it`,
    },
    store_open: {
      text: () => "A stranger reads the bucket without a signature",
      remedy: () => "Take away its public policy",
    },
    store_refuses_uploads: {
      text: ({ origin }) => `It takes no files from pages of ${origin}, so that the console cannot upload`,
      remedy: ({ origin }) => `Allow PUT, POST and GET from ${origin} in the bucket's CORS rules`,
    },
    address_leads_elsewhere: {
      text: ({ address, reason }) => sayLeadsElsewhere(address, reason),
      remedy: () => ADDRESS_REMEDY,
    },
    address_without_web_sockets: {
      text: ({ address, reason }) => sayPassesNoWebSockets(address, reason),
      remedy: () => ADDRESS_REMEDY,
    },
    address_unencrypted: {
      text: ({ origin }) => `${origin} is not encrypted`,
      remedy: () => "Put a proxy with a certificate in front, and an https:// address into PUBLIC_BASE_URL",
    },
    certificate_ending: {
      text: certificate,
      remedy: () => "Renew it, and look at why it was not renewed by itself",
    },
    certificate_untrusted: {
      text: ({ reason }) => `Its certificate is not trusted: ${reason}`,
      remedy: () => "Let the proxy send a certificate for this name, with its chain",
    },
    search_old: {
      text: ({ version }) => `It is Elasticsearch ${version}`,
      remedy: ({ oldest }) => `Move to ${oldest} or newer`,
    },
    search_red: { text: search, remedy: () => "Look at which of its parts has no machine" },
    livekit_refused: {
      text: ({ url, reason }) => `LiveKit at ${url}: ${reason}`,
      remedy: () => "Look at LIVEKIT_URL, LIVEKIT_API_KEY and LIVEKIT_API_SECRET",
    },
    namespace_missing: {
      text: ({ namespace }) => `It has no namespace ${namespace}`,
      remedy: () => "Make it, or set TEMPORAL_NAMESPACE to one that is there",
    },
    namespace_refused: {
      text: ({ namespace }) => `It does not let us use its namespace ${namespace}`,
      remedy: () => "Look at TEMPORAL_API_KEY or the client's certificate, and at what they may do there",
    },
    retention_short: {
      text: retention,
      remedy: () => "Let it keep them for longer: a runbook needs them the next day",
    },
    attributes_hidden: {
      text: () => "It does not let this login look at its search attributes",
      remedy: () => "Ask its operator whether those of docs/operators/installation.md are there",
    },
    attributes_missing: {
      text: ({ names }) => `Its namespace lacks search attributes: ${names}`,
      remedy: () => "Add them: without them no workflow starts",
    },
    no_current_version: {
      text: ({ versions }) => `None of the versions of its workers is current: ${versions}`,
      remedy: () => "Make one current: until then nothing that begins is worked on",
    },
    no_worker: {
      text: () => "No worker asks it for work: nothing is dialled",
      remedy: () => "Start a worker with the same TEMPORAL_NAMESPACE",
    },
  },
  marks: { good: "ok", warning: "WARNING", fault: "FAULT" },
  sum: ({ good, warning, fault }) => `${countOf(fault, "fault")}, ${countOf(warning, "warning")}, ${good} good.`,
};
