import { z } from "zod";
import { REHEARSAL_STATES } from "../../domain/rehearsal/rehearsal.rules.ts";
import { REQUEST_KINDS, REQUEST_STATES } from "../../domain/request/request.rules.ts";
import { secretInput } from "../../domain/secret/pasted-secret.ts";
import { idField, idParameter, jsonObject, nullableTime, optional, time, withDefault } from "../http/fields.ts";
import { pageFields, pageQuery } from "../http/pagination.ts";

const words = z.string().trim().min(1).max(5000);

export const decideBody = z
  .strictObject({
    event_id: idField.meta({ description: "The event of kind `question`" }),
    choice: optional(words).meta({ description: "One of the question's choices" }),
    text: optional(words).meta({ description: "An answer in your own words" }),
  })
  .refine(({ choice, text }) => (choice === undefined) !== (text === undefined), {
    path: ["choice"],
    message: "Send either choice or text",
  });

export const settleActionBody = z.strictObject({
  event_id: idField.meta({ description: "The event of kind `action_proposed`" }),
  decision: z.enum(["confirm", "decline", "undo"]),
  note: optional(words).meta({ description: "For the agent and for the timeline" }),
});

export const settleEditBody = z.strictObject({
  event_id: idField.meta({ description: "The event of kind `edit_proposed`" }),
  decision: z.enum(["publish", "discard"]),
  note: optional(words),
});

export const provideSecretBody = z.strictObject({
  event_id: idField.meta({ description: "The event of kind `secret_requested`" }),
  name: optional(z.string().trim().min(1).max(255)).meta({ description: "The name of the credential" }),
  value: secretInput(4096).meta({ description: "The secret; stored encrypted and never shown again" }),
});

const kind = z.enum(REQUEST_KINDS);
const state = z.enum(REQUEST_STATES);

export const listRequestsQuery = z.object({
  state: withDefault(state, "open").meta({ description: "`open` unless another one is asked for" }),
  kind: optional(kind),
  workflow_id: optional(idParameter).meta({ description: "Only the requests of this agent" }),
  event_id: optional(idParameter).meta({ description: "The one request of this event" }),
  ...pageQuery,
});

/** The state of a request. */
export const requestAnswer = z
  .object({
    event_id: z.number().int(),
    kind,
    state,
    decision: z.string().nullable(),
    settled_by: z.string().nullable(),
    settled_at: nullableTime,
    undone_by: z.string().nullable(),
    undone_at: nullableTime,
    expires_at: time,
    workflow_id: z.number().int().nullable(),
    workflow_run_id: z.number().int().nullable(),
    folder_id: z.number().int().nullable(),
    thread_id: z.string().nullable(),
  })
  .meta({ id: "Request" });

export const providedSecretAnswer = requestAnswer
  .extend({ credential_uuid: z.string() })
  .meta({ id: "ProvidedSecret" });

const listedRequest = requestAnswer
  .extend({
    created_at: time,
    subject: jsonObject.meta({ description: "What is asked, by kind: the fields of its event" }),
    answer: jsonObject.nullable().meta({ description: "What was answered; never a secret" }),
    workflow_name: z.string().nullable(),
    settled_by_name: z.string().nullable().meta({ description: "The name of the person who settled it" }),
    rehearsal: z
      .object({
        id: z.number().int(),
        state: z.enum(REHEARSAL_STATES),
        passed: z
          .boolean()
          .nullable()
          .meta({ description: "Whether every scenario is green; null while it is under way" }),
        ended_at: nullableTime,
      })
      .meta({ id: "RehearsalOfEdit" })
      .nullable()
      .meta({
        description:
          "The last rehearsal of the draft that an edit proposes, which is made by itself where the agent needs one to be published; null: there is none",
      }),
  })
  .meta({ id: "ListedRequest" });

export const requestListAnswer = z
  .object({ requests: z.array(listedRequest), ...pageFields })
  .meta({ id: "RequestList" });

export const requestParams = z.object({ action_event_id: idParameter });

export const argumentsAnswer = z
  .object({ event_id: z.number().int(), arguments: jsonObject })
  .meta({ id: "ActionArguments" });
