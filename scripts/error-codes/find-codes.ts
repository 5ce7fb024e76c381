import type { CallExpression, NewExpression } from "oxc-parser";
import { type Declaration, keyOf } from "./source-graph.ts";

/** A code with the status of its answer. */
export interface Made {
  status: number;
  code: string;
}

/** Functions of `http-error.ts` whose first argument is the code, with their status. */
const BY_CODE: Readonly<Record<string, number>> = {
  badRequest: 400,
  forbidden: 403,
  conflict: 409,
  upstreamFailed: 502,
  SettledBeforeError: 409,
};

const MODEL_FAULTS = ["invalid_answer", "rate_limited", "refused", "timeout", "unauthorized", "unavailable"];
const BLOCKED = ["blocked_cap", "blocked_consent", "blocked_dnc", "blocked_number_kind", "blocked_window"];
const made = (status: number, codes: readonly string[]): Made[] => codes.map((code) => ({ status, code }));

/** The codes of declarations that put theirs together. */
const COMPOSED: Readonly<Record<string, readonly Made[]>> = {
  "api/agents/agents.errors.ts#invalidDefinition": [
    ...made(409, ["invalid_definition"]),
    ...made(422, ["invalid_definition"]),
  ],
  "api/calls/calls.errors.ts#blocked": [...made(402, ["blocked_budget"]), ...made(403, BLOCKED)],
  "api/calls/calls.errors.ts#callRefused": [
    ...made(400, ["invalid_number"]),
    ...made(502, ["call_failed", "call_rejected"]),
  ],
  "api/model-refused.ts#modelRefused": made(
    502,
    MODEL_FAULTS.map((fault) => `model_${fault}`),
  ),
  "api/messages/messages.errors.ts#textRefused": [
    ...made(400, ["carrier_sends_no_texts", "telephony_not_ready", "text_too_long"]),
    ...made(402, ["blocked_budget"]),
    ...made(403, ["blocked_consent", "blocked_dnc", "blocked_number_kind", "blocked_rule", "blocked_window"]),
  ],
  "api/messages/messages.errors.ts#textWaits": made(403, ["blocked_window"]),
  "api/numbers/numbers.errors.ts#notCalled": made(403, BLOCKED),
};

/** What it makes of errors of any kind is listed for every operation (`api/http/openapi/error-codes.ts`). */
const OF_ALL = "api/http/error-responses.ts";

/** Where the factories themselves are: their code is an argument. */
const FACTORIES = "api/http/http-error.ts";

/** Returns the codes that a declaration makes itself; throws for one that is neither written out nor in the table above. */
export const findCodes = (declaration: Declaration): readonly Made[] => {
  const key = keyOf(declaration.file, declaration.name);
  if (declaration.file === OF_ALL) return [];
  const composed = COMPOSED[key];
  if (composed) return composed;
  return declaration.calls.flatMap((call) => {
    const read = readCall(call);
    if (read === "other" || (read === "unknown" && declaration.file === FACTORIES)) return [];
    if (read === "unknown")
      throw new Error(`${key} puts an error's code together: name its codes in scripts/error-codes/find-codes.ts`);
    return [read];
  });
};

const readCall = ({ callee, arguments: given }: CallExpression | NewExpression): Made | "other" | "unknown" => {
  if (callee.type !== "Identifier") return "other";
  const known = BY_CODE[callee.name];
  const isWhole = callee.name === "HttpError";
  if (known === undefined && !isWhole) return "other";
  const [status, code] = isWhole ? [valueOf(given[0]), valueOf(given[1])] : [known, valueOf(given[0])];
  return typeof status === "number" && typeof code === "string" ? { status, code } : "unknown";
};

const valueOf = (node: CallExpression["arguments"][number] | undefined): unknown =>
  node?.type === "Literal" ? node.value : undefined;
