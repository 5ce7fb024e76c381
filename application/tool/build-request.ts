import { fillUrl, fillValue, formatValue, listTemplateVariables } from "../../domain/tool/fill-request-fields.ts";
import { readParameters } from "../../domain/tool/parameters.ts";
import type { DefinitionOf } from "../../domain/tool/tool-definition.ts";
import type { GuardedRequest } from "../../infra/guarded-request/guarded-requests.ts";
import { SHORT_ANSWER_BYTES } from "../../infra/guarded-request/short-exchange.ts";

export interface RequestValues {
  /** The model's arguments. */
  given: Record<string, unknown>;
  /** Variables of the call. */
  context: Record<string, unknown>;
  credentialHeaders: Readonly<Record<string, string>>;
  /** The same for every sending of one tool call. */
  idempotencyKey: string;
}

/** Builds the request of a tool. Throws `ToolFault` when the arguments do not fit. */
export const buildRequest = (
  { config }: DefinitionOf<"http_api">,
  { given, context, credentialHeaders, idempotencyKey }: RequestValues,
): GuardedRequest => {
  const parameters = readParameters(config, { given, context });
  const values = { ...context, ...parameters };
  const url = fillUrl(config.url, values);
  const inUrl = listTemplateVariables(config.url);
  const rest = Object.fromEntries(Object.entries(parameters).filter(([name]) => !inUrl.has(name)));
  const hasBody = config.method !== "GET" && config.method !== "DELETE";
  if (!hasBody) for (const [name, value] of Object.entries(rest)) url.searchParams.append(name, formatValue(value));
  return {
    method: config.method,
    url: url.href,
    headers: headersOf(config.headers, { hasBody, credentialHeaders, idempotencyKey }),
    ...(hasBody && { body: JSON.stringify(config.body_template ? fillValue(config.body_template, values) : rest) }),
    timeoutMs: config.timeout_ms,
    maxResponseBytes: SHORT_ANSWER_BYTES,
  };
};

type Resolver = NonNullable<DefinitionOf<"transfer_call">["config"]["resolver"]>;

/**
 * Builds the POST that asks the resolver for the transfer's destination, with the model's arguments and the tool's
 * presets.
 */
export const buildResolverRequest = (
  resolver: Resolver,
  parameters: DefinitionOf<"transfer_call">["config"]["parameters"],
  { given, context, credentialHeaders, idempotencyKey }: RequestValues,
): GuardedRequest => {
  const all = { parameters: [...parameters, ...resolver.parameters], preset_parameters: resolver.preset_parameters };
  return {
    method: "POST",
    url: resolver.url,
    headers: headersOf(resolver.headers, { hasBody: true, credentialHeaders, idempotencyKey }),
    body: JSON.stringify(readParameters(all, { given, context })),
    timeoutMs: resolver.timeout_ms,
    maxResponseBytes: SHORT_ANSWER_BYTES,
  };
};

/** The credential comes last, so that nothing in the definition replaces it. Names are compared without case. */
const headersOf = (
  own: Readonly<Record<string, string>>,
  {
    hasBody,
    credentialHeaders,
    idempotencyKey,
  }: Pick<RequestValues, "credentialHeaders" | "idempotencyKey"> & { hasBody: boolean },
): Record<string, string> => {
  const headers = new Map<string, string>([["accept", "application/json"]]);
  if (hasBody) headers.set("content-type", "application/json");
  const given = [
    ...Object.entries(own),
    ["idempotency-key", idempotencyKey] as const,
    ...Object.entries(credentialHeaders),
  ];
  for (const [name, value] of given) headers.set(name.toLowerCase(), value);
  return Object.fromEntries(headers);
};
