import { z } from "zod";
import { jsonObject, jsonObjectInput, nullableTime, optional, time, withDefault } from "../../http/fields.ts";
import { givenPassword } from "../account.schemas.ts";

const base64 = z.string().min(1).max(20_000);
const credentialId = z.string().min(1).max(1_400);
const ofBrowser = { id: credentialId, rawId: credentialId, type: z.literal("public-key") };
const noExtensions = z.unknown().transform(() => ({}));

/** A new passkey as a browser gives it (`PublicKeyCredential.toJSON`); it adds what other platforms read. */
export const newPasskeyOfBrowser = z.object({
  ...ofBrowser,
  response: z.object({
    clientDataJSON: base64,
    attestationObject: base64,
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
  clientExtensionResults: noExtensions,
});

/** The answer of a passkey as a browser gives it. */
export const passkeyOfBrowser = z.object({
  ...ofBrowser,
  response: z.object({
    clientDataJSON: base64,
    authenticatorData: base64,
    signature: base64,
    userHandle: z.string().max(200).optional(),
  }),
  clientExtensionResults: noExtensions,
});

const PASSKEY_OF_BROWSER = "What the browser gave, as `PublicKeyCredential.toJSON` writes it";

const options = jsonObject.meta({
  description: "For `navigator.credentials` in a browser, as `PublicKeyCredential.parse…FromJSON` reads it",
});

const code = z.string().trim().min(6).max(12).meta({ description: "The six digits that the app shows now" });

export const passwordBody = z.strictObject({
  password: givenPassword.meta({ description: "The account's password, which proves that it is still you" }),
});

export const secondFactorAnswer = z.object({
  has_app: z.boolean().meta({ description: "Whether an authenticator app is set up" }),
  passkeys: z
    .array(
      z.object({ id: z.number().int(), name: z.string(), created_at: time, last_used_at: nullableTime }).meta({
        id: "Passkey",
      }),
    )
    .meta({ description: "The passkeys, the oldest first" }),
  recovery_codes_left: z.number().int().meta({ description: "Recovery codes that nobody has used yet" }),
  needed_from: nullableTime.meta({
    description:
      "From then on the organization asks this person for a second factor, who has none; null: it does not, or there is one",
  }),
});

export const startedAppAnswer = z.object({
  secret: z.string().meta({ description: "In base32, for typing into the app" }),
  uri: z.string().meta({ description: "For the app's camera, as a QR code" }),
});
export const confirmAppBody = z.strictObject({ code });

const recoveryCodes = z.array(z.string()).nullable().meta({
  description: "Each works once instead of the second factor. Shown this once; null where there are codes already",
});
export const confirmedAnswer = z.object({
  recovery_codes: recoveryCodes,
  ended: z.number().int().meta({ description: "How many other sessions ended" }),
});
export const newRecoveryCodesAnswer = z.object({
  recovery_codes: z.array(z.string()).meta({ description: "Shown this once" }),
});

export const startedPasskeyAnswer = z.object({
  challenge_id: z.string().meta({ description: "For the request that brings the passkey" }),
  options,
});
export const confirmPasskeyBody = z.strictObject({
  challenge_id: z.uuid().meta({ description: "From the answer that the passkey was begun with" }),
  name: z.string().trim().min(1).max(80),
  passkey: jsonObjectInput.meta({ description: PASSKEY_OF_BROWSER }),
});

export const removeSecondFactorBody = z.strictObject({
  password: givenPassword,
  app: withDefault(z.boolean(), false).meta({ description: "true: the authenticator app goes" }),
  passkey_id: optional(z.number().int().positive()).meta({ description: "The passkey that goes" }),
});

export const halfLogInAnswer = z
  .object({
    second_factor_needed: z.literal(true).meta({ description: "The password was right; there is no session yet" }),
    token: z.string().meta({ description: "For POST /auth/second-factor, which opens the session" }),
    expires_at: time,
    methods: z.array(z.enum(["app", "passkey", "recovery_code"])),
    passkey_options: options
      .nullable()
      .meta({ description: "For `navigator.credentials.get`; null: there is no passkey" }),
  })
  .meta({ id: "SecondFactorNeeded" });

export const proveSecondFactorBody = z
  .strictObject({
    token: z.string().min(1).max(2_000),
    code: optional(code),
    recovery_code: optional(z.string().trim().min(1).max(40)).meta({
      description: "One of those that were shown when the second factor was set up; each works once",
    }),
    passkey: optional(jsonObjectInput).meta({ description: PASSKEY_OF_BROWSER }),
    cookie: withDefault(z.boolean(), false).meta({
      description:
        "For browsers: keep the session in a cookie that scripts cannot read, and answer with an empty token",
    }),
  })
  .refine((body) => [body.code, body.recovery_code, body.passkey].filter(Boolean).length === 1, {
    error: "Give one of code, recovery_code and passkey",
  });

export const removedAnswer = z.object({ success: z.boolean() });
