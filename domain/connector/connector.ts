import { z } from "zod";
import { listTemplateVariables } from "../tool/fill-request-fields.ts";
import { findHeaderFault } from "../tool/header-fault.ts";

const url = z
  .string()
  .max(2048)
  .regex(/^https?:\/\/[^\s{}]+$/, "An address that starts with https://");
/** `{{parameter}}` is allowed after the host only. */
const urlTemplate = z
  .string()
  .max(2048)
  .regex(/^https?:\/\/[^\s/{}]+(\/\S*)?$/, "An address that starts with https://, without variables in its host");
const words = z.string().min(1).max(2000);
const identifier = z.string().regex(/^[a-z][a-z0-9_]{0,59}$/, "Lower-case letters, digits and _, at most 60");
const path = z.string().regex(/^[\w-]+(\.[\w-]+)*$/, "Names of fields, separated by dots");
const headers = z.record(z.string(), z.string()).superRefine((values, refinement) => {
  for (const [name, value] of Object.entries(values)) {
    const message = findHeaderFault(name, value);
    if (message) refinement.addIssue({ code: "custom", path: [name], message });
  }
});

/** The model's arguments: JSON Schema of an object. A property may have a `default`. */
const parameters = z.strictObject({
  type: z.literal("object"),
  properties: z.record(identifier, z.looseObject({ description: words })),
  required: z.array(identifier).default([]),
});
export type ActionParameters = z.output<typeof parameters>;

/** The platform fills this variable with the instant of the request. */
const NOW = "now";

const action = z
  .strictObject({
    name: identifier,
    description: words,
    parameters,
    request: z.strictObject({
      method: z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]),
      url: urlTemplate,
      query: z.record(z.string(), z.string()).default({}),
      headers: headers.default({}),
      /** A value that is one variable keeps its type; a missing value is left out. */
      body: z.record(z.string(), z.unknown()).nullable().default(null),
    }),
    /** The action changes nothing at the app, so after a crash it is repeated. */
    only_reads: z.boolean().default(false),
  })
  .superRefine((value, refinement) => {
    for (const message of actionFaults(value)) refinement.addIssue({ code: "custom", path: [value.name], message });
  });
export type ConnectorAction = z.output<typeof action>;

const actionFaults = ({
  parameters: { properties, required },
  request,
}: {
  parameters: ActionParameters;
  request: object;
}): string[] => {
  const known = new Set(Object.keys(properties));
  const used = listTemplateVariables(JSON.stringify(request));
  return [
    ...[...used].filter((name) => !known.has(name) && name !== NOW).map((name) => `{{${name}}} is no parameter`),
    ...[...known].filter((name) => !used.has(name)).map((name) => `The request does nothing with ${name}`),
    ...required.filter((name) => !known.has(name)).map((name) => `${name} is required but is not a parameter`),
  ];
};

/** An app that people sign in to, and the actions that agents can use there. */
export const connector = z
  .strictObject({
    slug: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
    name: words.max(100),
    category: z.enum(["calendar", "spreadsheet", "crm", "chat", "other"]),
    /** The version of this file; it rises with every change of what agents are offered. */
    version: z.string().regex(/^\d+\.\d+\.\d+$/),
    description: words,
    authorization_url: url,
    /** Parameters of the authorization request besides those of OAuth 2. */
    authorization_parameters: z.record(z.string(), z.string()).default({}),
    token_url: url,
    /** RFC 7009; null: the app has no revocation, and a discarded token simply expires. */
    revocation_url: url.nullable().default(null),
    scopes: z.array(z.string().regex(/^[^\s,]+$/)).default([]),
    scope_separator: z.enum([" ", ","]).default(" "),
    /** False only where the app refuses a code challenge of a client that has a secret. */
    pkce: z.boolean().default(true),
    /** How the client authenticates at the token endpoint. */
    client_authentication: z.enum(["body", "basic"]).default("body"),
    /** The request, with the new token, that identifies the account, and the field by which people know it. */
    account: z.strictObject({
      method: z.enum(["GET", "POST"]).default("GET"),
      url,
      headers: headers.default({}),
      label: path,
    }),
    /** A field that is false where the app refuses in an answer of status 200. */
    success_field: path.nullable().default(null),
    /** Words in an answer that mean that somebody has to sign in again. */
    signed_out_words: z.array(words).default(["invalid_grant"]),
    actions: z.array(action).min(1).max(50),
  })
  .superRefine(({ actions }, refinement) => {
    const names = actions.map(({ name }) => name);
    for (const name of names.filter((each, at) => names.indexOf(each) !== at)) {
      refinement.addIssue({ code: "custom", path: ["actions"], message: `${name} is named twice` });
    }
  });
export type Connector = z.output<typeof connector>;
/** The target of a sign-in: an app, or an MCP server with OAuth. */
export interface SignInTarget
  extends Pick<
    Connector,
    | "slug"
    | "name"
    | "authorization_url"
    | "authorization_parameters"
    | "token_url"
    | "revocation_url"
    | "scopes"
    | "scope_separator"
    | "pkce"
    | "client_authentication"
    | "signed_out_words"
  > {
  /** Null: the target does not tell who has signed in. */
  account: Connector["account"] | null;
  /** RFC 8707: the resource that the tokens are for. */
  resource?: string;
  /** RFC 9207: the issuer that redirects people back. */
  issuer?: string;
}
/** The input form of a catalogue file. */
export type ConnectorInput = z.input<typeof connector>;

export const findAction = (of: Connector | undefined, name: string): ConnectorAction | undefined =>
  of?.actions.find((each) => each.name === name);
