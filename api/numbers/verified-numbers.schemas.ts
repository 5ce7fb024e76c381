import { z } from "zod";
import { USUAL_VERIFICATION_METHOD, VERIFICATION_METHODS } from "../../domain/number/number-verification.rules.ts";
import { idField, optional, time, withDefault } from "../http/fields.ts";

const method = z.enum(VERIFICATION_METHODS);
const phoneNumber = z.string().trim().min(1).max(64);

export const startVerificationBody = z.strictObject({
  phone_number: phoneNumber,
  method: withDefault(method, USUAL_VERIFICATION_METHOD).meta({
    description: "call: we call and read a code; carrier: the account's carrier verifies the number for itself",
  }),
  telephony_configuration_id: optional(idField),
});

export const confirmVerificationBody = z.strictObject({
  phone_number: phoneNumber,
  code: optional(z.string().trim().min(1).max(32)).meta({
    description: "What the call read; left out where the person typed a code on the phone",
  }),
});

export const verifiedNumberParams = z.object({ phone_number: z.string() });

export const verifiedNumberAnswer = z
  .object({
    phone_number: z.string(),
    method,
    telephony_configuration_id: z.number().int().nullable().meta({
      description: "The account whose carrier has verified it; null: verified by declaration, for every account",
    }),
    proof: z.enum(["declaration", "carrier"]).meta({
      description:
        "declaration: confirmed by a call through the organization's own account, which nobody else has checked; carrier: the account's carrier has verified it",
    }),
    verified_at: time,
  })
  .meta({ id: "VerifiedNumber" });

export const verifiedNumberListAnswer = z
  .object({ verified_numbers: z.array(verifiedNumberAnswer) })
  .meta({ id: "VerifiedNumberList" });

export const verificationOptionsAnswer = z
  .object({
    methods: z.array(
      z.object({
        method,
        telephony_configuration_id: z.number().int().nullable(),
        provider: z.string().nullable(),
        title: z.string(),
        description: z.string(),
        expires_in_minutes: z.number().int(),
        tries: z.number().int().nullable(),
      }),
    ),
  })
  .meta({ id: "VerificationOptions" });

export const startedVerificationAnswer = z
  .object({
    phone_number: z.string(),
    method,
    telephony_configuration_id: z.number().int(),
    expires_at: time,
    tries_left: z.number().int().nullable(),
    workflow_run_id: z.number().int().nullable().meta({ description: "The call that reads the code" }),
    code_to_type: z.string().nullable().meta({
      description: "Where the carrier calls and asks for a code: this one, to be typed on that telephone",
    }),
    message: z.string(),
  })
  .meta({ id: "StartedVerification" });

export const removedVerifiedNumberAnswer = z.object({
  message: z.string(),
  provider_sync: z.object({ ok: z.boolean(), message: z.string().nullable() }).nullable().meta({
    description: "Whether the carriers that had verified it were told; null where none had",
  }),
});
