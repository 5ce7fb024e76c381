import { z } from "zod";
import { DOCTOR_LANGUAGES } from "../../infra/doctor/sentences/doctor-language.ts";

export const healthAnswer = z
  .object({
    status: z.literal("ok"),
    version: z.string(),
    backend_api_endpoint: z.string().meta({ description: "Root under which carriers and browsers reach the API" }),
    deployment_mode: z.literal("self_hosted"),
    auth_provider: z.literal("local"),
    signup_enabled: z.boolean(),
  })
  .meta({ id: "Health" });

const counts = z.record(z.string(), z.int());

/** Counts over all organizations. */
const figuresAnswer = z
  .object({
    campaigns: counts.meta({ description: "By state" }),
    campaigns_waiting_for_budget: z
      .int()
      .meta({ description: "Running campaigns that dial nobody until their budget begins anew or is raised" }),
    contacts: z
      .object({
        never_called: z.int().meta({ description: "Wait for their first call" }),
        in_flight: z.int().meta({ description: "Are being called" }),
        waiting_retry: z.int().meta({ description: "Wait for another attempt" }),
      })
      .meta({ description: "Of running campaigns, by what they wait for" }),
    calls: counts.meta({ description: "Those that have not ended, by state" }),
    callbacks_late: z.int().meta({ description: "Calls of which their carrier has told nothing for three minutes" }),
    calls_silent: z.int().meta({ description: "Calls in which nobody says anything" }),
    webhooks: z
      .object({
        waiting: z.int().meta({ description: "At most 1,000 of each endpoint are counted" }),
        oldest_seconds: z.number().meta({ description: "Age of the oldest" }),
      })
      .meta({ description: "Deliveries that wait" }),
    documents: counts.meta({ description: "By state" }),
    unsealed_seconds: z.number().meta({ description: "Age of the oldest entry that no record has sealed" }),
    records_refused: z
      .int()
      .meta({ description: "Records that are not sealed because the object store holds another one" }),
    archive_lag_seconds: z.number().meta({ description: "By how much the archive of calls is behind" }),
    rows_fullest: z
      .number()
      .meta({ description: "The share of ROW_BYTES_PER_ORGANIZATION that the fullest organization uses" }),
    rows_nearly_full: z.int().meta({ description: "Organizations beyond nine tenths of it" }),
    keys_expiring: z.int().meta({ description: "API keys that expire within seven days" }),
  })
  .meta({ id: "InstallationFigures" });

const findingAnswer = z
  .object({
    part: z.string().meta({ description: "Such as PostgreSQL, or Public address; in `language`" }),
    code: z.string().meta({ description: "What was found, for programs, such as `no_worker`" }),
    level: z
      .enum(["good", "warning", "fault"])
      .meta({ description: "`warning`: it works, and will not on a bad day; `fault`: it does not work" }),
    text: z.string().meta({ description: "What was found, in `language`" }),
    remedy: z.string().nullable().meta({ description: "What mends it, in `language`; null: nothing has to" }),
    command: z
      .string()
      .nullable()
      .meta({ description: "What is typed to mend it, with the variables of the processes; null: no command does" }),
  })
  .meta({ id: "InstallationFinding" });

export const installationQuery = z.object({
  language: z
    .enum(DOCTOR_LANGUAGES)
    .default("en")
    .meta({ description: "Of the sentences about the parts: English or German" }),
});

export const installationAnswer = z
  .object({
    version: z.string(),
    node_version: z.string().meta({ description: "Of Node.js" }),
    examined_at: z.iso.datetime().meta({ description: "When the API looked at the parts, at most a minute ago" }),
    findings: z.array(findingAnswer).meta({ description: "What `npm run doctor` finds from where this API runs" }),
    last_backup: z
      .object({
        taken_at: z.iso.datetime().meta({ description: "The instant that it shows" }),
        rows: z.int().meta({ description: "Of all tables" }),
        objects: z.int().meta({ description: "Files of the object store" }),
      })
      .nullable()
      .meta({ description: "Null: none was taken by `npm run backup`" }),
    measured_at: z.iso.datetime().nullable().meta({ description: "When a worker counted; null: not yet" }),
    figures: figuresAnswer.nullable().meta({ description: "Null: they were not measured yet" }),
  })
  .meta({ id: "Installation" });
